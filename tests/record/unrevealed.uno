uno-record 1
ruleset official 22327a5f47b44fb5ec458d2c9123a9db
| [ruleset]
| family = classic
| [rules]
| stalemate = nobody
date 2026-11-17T04:11Z
players 3
seat A Ada
seat B Ben
seat C Bot C
chance 2
commitment 6e98d25aaef4711fe21c5c7bbc846e5b7ffcf3fdea319708dcb70680d9aaefc7
commit A 67dda03376cfba147b6acbf0fe03f6a31349fb4cf5ef9aacc5be19a17ee194a7
contribution A 94af73c08af57ed5468000320d1145087cb76a20ebcb36fa9ebcf86a424a8b01
commit B 1c37e90c4cd0f7b8d766a3703894e0580e874a3c0aa44ec53ed9a1d2a5597878

    1. C R5  A R3  B draw  B G3  C W+4:G  A challenge  A G+2  C Gx  B G2  C G-  B draw
   12. B G5  A W+4:Y  C accept  B draw  B keep  A Y9  C Y8  B Y0  A B0  C B7  B B9  A B8
   24. C catch  C G8  B draw  B keep  A draw  A keep  C G7  B draw  B G5  A draw  A keep
   35. C G6  B B6  A Y6  C Y1  B Y3  A Y1  C Y-  A draw  A keep  B Y2  C R2  A R8  B Rx
   48. A Bx  C draw  C B-  B B8  A B3!  C draw  C keep  B B5  A B4

secret 0448325fa1e445b541a95579d3d87cbd7c2f77cedd76a0b005fa94b556148bfb
winners A
scores A 62  B 0  C 0
actions 56
checksum 7eeb9360e6a0be0a
