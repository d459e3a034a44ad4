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
commitment 587351a7716066f2ceecb9e3dbdb31df585437685c72b78f7c977bb9a912ac34
commit A 67dda03376cfba147b6acbf0fe03f6a31349fb4cf5ef9aacc5be19a17ee194a7
contribution A 94af73c08af57ed5468000320d1145087cb76a20ebcb36fa9ebcf86a424a8b01
commit B 1c37e90c4cd0f7b8d766a3703894e0580e874a3c0aa44ec53ed9a1d2a5597878
contribution B d838594219e41e7bf86078025e03b6241833a4847af0f4f6b2b9060e60ddf8eb

    1. B R8  C R8  A R6  B draw  B keep  C R4  A W:G  B draw  B keep  C G1  A Y1  B R1
   13. C R3  A R9  B R0  C draw  C keep  A draw  A keep  B R3  C draw  C keep  A G3  B Y3
   25. C Y2  A Yx  C draw  C keep  A draw  A keep  B Y+2  A B+2  C B9  A B6!  B Bx  A draw
   37. A B0  B catch  B draw  B keep  C B2  A B-  C R-  A R1  B Rx  A draw  A keep  B Gx
   49. A G-!  C G7  B Y7  A draw  A keep  C G7  B G3!  A G9!  C G9!  B draw  B keep  A G6

secret c9b593826aeb03dc754be3e1bab0fbfb15f9b21a49f2085ec256412b825b263f
winners A
scores A 18  B 0  C 0
actions 60
checksum a8814a19833e7a63
