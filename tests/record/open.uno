uno-record 1
ruleset official 22327a5f47b44fb5ec458d2c9123a9db
| [ruleset]
| family = classic
| [rules]
| stalemate = nobody
date 2026-11-17T04:12Z
players 3
seat A Ada
seat B Ben
seat C Bot C
commitment 0656962b9f4f0fa8ac000f2a1713454c6361566bc260e1e2d4b3332ee54ab928
contribution A 5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a
contribution B a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5

    1. C W+4:R  A challenge  A R8  B W:R  C R1  A Rx  C Bx  B B4  C B7  A B6  B B8  C B2
   13. A B3  B draw  B B8  C draw  C keep  A draw  A keep  B draw  B Y8  C Y0  A Y3  B Y2
   25. C Yx  B Y5  C draw  C keep  A Y-  C G-  A R-!  C R4  B draw  B keep  A R1

secret a0731b912a0c4bdeb100c0649cf54f0713efad200b3af40b8cbf9c0fca932326
winners A
scores A 83  B 0  C 0
actions 35
checksum cdcac307b806e901
