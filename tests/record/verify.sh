# What is done to a record is noticed, with the line and the action.
. "$(dirname "$0")/../cli/lib.bash"
game=$work/game.uno
"$UNO" play --auto --seed 7 --players 3 --option target=0 --save "$game" >/dev/null
check 'an honest record is good' "$UNO" verify -q "$game"
check 'from a pipe too' "$UNO" verify -q - <"$game"
sed 's/$/\r/' "$game" >"$work/dos.uno"
check 'with the line ends of another system' "$UNO" verify -q "$work/dos.uno"

changed() { # STATUS NAME TEXT SED-PROGRAM
    sed "$4" "$game" >"$work/broken.uno"
    cmp -s "$game" "$work/broken.uno" && fail "$2: nothing was changed"
    refuse_with "$1" "$2" "$3" "$UNO" verify "$work/broken.uno"
}
broken() { changed 2 "$@"; } # it cannot be read
forged() { changed 1 "$@"; } # it can, and does not hold
first=$(grep -n '^    1\. ' "$game" | cut -d: -f1)
broken 'another format' 'version 1 only' '1s/1/2/'
forged 'a rule changed' 'do not have the stated hash' 's/^| \[rules\]$/&\n| jump_in = on/'
broken 'a rule that does not exist' 'jump_in' 's/^| \[rules\]$/&\n| jump_inn = on/'
broken 'a rule apart from the others' 'apart' '$s/$/\n| x = 1/'
broken 'no rules' 'expected the rules' '/^|/d'
broken 'no ruleset' "expected a line 'ruleset" '/^ruleset/d'
broken 'no players' "expected 'players'" '/^players/d'
broken 'more players' 'expected a seat, A to D' 's/^players 3/players 4/'
broken 'too many players' 'expected 2 to 10' 's/^players 3/players 11/'
forged 'another seed' 'is against the rules' 's/^seed ..../seed 0000/'
broken 'a seed cut short' 'expected 64 hexadecimal digits' 's/^\(seed .*\).$/\1/'
forged 'no seed' 'the secret is not shown' '/^seed/d'
forged 'an action by the wrong seat' 'not your turn' "${first}s/^\(    1\. \)\([ABC] \)\([^ ]*\)  \([ABC]\)/\1\4 \3  \2/"
broken 'an action that does not exist' "action 1 of" "${first}s/^\(    1\. [ABC] \)[^ ]*/\1nonsense/"
broken 'a seat that does not exist' 'expected a seat, A to C' "${first}s/^    1\. [ABC]/    1. D/"
broken 'a line of actions missing' 'expected action 1 here' "${first}d"
broken 'a line of actions twice' 'lines are missing, doubled or out of order' "${first}p"
broken 'a name with a control character' 'without control characters' "s/^seat A .*/seat A x\x1b[2J/"
broken 'a slip in a keyword' "did you mean 'winners'" 's/^winners/winers/'
forged 'other winners' 'do not lead to the winners' 's/^winners .*/winners A B C/'
forged 'another score' 'points, not' 's/^scores A [0-9]*/scores A 1/'
forged 'another count' 'the result speaks of 3 actions' 's/^actions .*/actions 3/'
forged 'another checksum' 'the checksum is 0000000000000000' 's/^checksum .*/checksum 0000000000000000/'
broken 'half a result' "'checksum' is missing" '/^checksum/d'
broken 'a second result' 'a second time' 's/^winners .*/&\n&/'
broken 'actions after the result' 'after the result' '$s/$/\n9999. A R5/'
changed 3 'no result' 'unfinished' '/^winners/,$d'

head -c 300 /dev/urandom >"$work/noise.uno"
"$UNO" verify "$work/noise.uno" >/dev/null 2>&1
check 'noise' test $? = 2
{ cat "$game"; printf '\0'; } >"$work/zero.uno"
refuse 'a zero byte' 'not a text file' "$UNO" verify "$work/zero.uno"
cut=$(($(wc -c <"$game") * 2 / 3))
head -c $cut "$game" >"$work/cut.uno"
"$UNO" verify "$work/cut.uno" >/dev/null 2>"$work/err"
check 'a cut' test $? -ge 2
refuse 'one bad record among good ones' 'winers' "$UNO" verify -q "$game" "$work/none.uno" <(sed 's/^winners/winers/' "$game")
refuse_with 1 'a false record outweighs an unreadable one' 'winners stated' "$UNO" verify -q "$work/zero.uno" <(sed 's/^winners .*/winners A B C/' "$game")
"$UNO" verify "$game" >"$work/out"
check 'the winner has a seat' grep -q 'result  *seat [ABC], [A-Z][a-z]*, won' "$work/out"
check 'changed rules are listed' grep -q 'official, changed: target=0$' "$work/out"
check 'what is not checked is said' grep -q 'not checked  names and date' "$work/out"

# ---- deals that several had a part in: committed.uno, unrevealed.uno, and open.uno of before seats committed ----

here=$(dirname "$0")
says() { # NAME FILE EXPECTED: the lines about the deal, as one
    COLUMNS=80 "$UNO" verify "$here/$2.uno" >"$work/out"
    local deal
    deal=$(sed -n '/^  deal/,/^  actions/p' "$work/out" | sed '$d' | tr -s ' \n' ' ' | sed 's/^ //; s/ $//; s/[0-9a-f]\{64\}/HEX/')
    check "$1" test "$deal" = "$3"
}
follows="deal follows from the server's secret and the seeds of the seats"
compare='That the server fixed its secret before the seeds were known is shown only to somebody who kept its commitment: compare HEX with what you were shown.'
says 'all have revealed' committed "$follows $compare Seats A and B fixed a seed by commitment and revealed it. Seat C added nothing."
says 'one has not' unrevealed "$follows $compare Seat A fixed a seed by commitment and revealed it. Seat B did not reveal (or the server said so): the commitment counted in place of the seed. Seat C added nothing. So the operator of the server could choose among 2 deals, two for every seat that did not reveal."
says 'seeds were said in the open' open "$follows $compare Seats A and B said a seed in the open, without a commitment: a seat that spoke last and knew the server's secret could choose the deal. Seat C added nothing."
check 'none of them is called proven' sh -c "! grep -qi prove '$work/out'"

game=$here/committed.uno
forged 'another seed of a seat' 'the seed of seat A is not the one committed to' 's/^contribution A ../contribution A 00/'
forged 'another commitment of a seat' 'the seed of seat B is not the one committed to' 's/^commit B ../commit B 00/'
forged 'a seed without its commitment' 'the seed of seat B was not committed to' '/^commit B/d'
forged 'a seed taken out' 'is against the rules' '/^contribution B/d'
forged 'a seat that added nothing after all' 'is against the rules' '/^co[a-z]* B/d'
forged 'as if it were of before' "the line 'chance 2' is missing" '/^chance/d'
forged 'another commitment of the server' 'the secret is not the one committed to' 's/^commitment ../commitment 00/'
broken 'a way that is not known' 'knows chance 1 and chance 2 only' 's/^chance 2/chance 3/'
broken 'two commitments of a seat' 'seat A has committed already' 's/^commit A .*/&\n&/'

# ---- against what a client kept ----

check 'what was kept is the same' "$UNO" verify -q "$game" --kept "$here/committed.kept"
kept() { # NAME TEXT SED-PROGRAM
    sed "$3" "$here/committed.kept" >"$work/kept"
    cmp -s "$here/committed.kept" "$work/kept" && fail "$1: nothing was changed"
    refuse_with "${4:-1}" "$1" "$2" "$UNO" verify -q "$game" --kept "$work/kept"
}
kept 'the server had another commitment' "The server's commitment is not" 's/^commitment ../commitment 00/'
kept 'a seat had another one' 'The commitments of the seats' 's/^commit B ../commit B 00/'
kept 'a seat had none' 'The commitments of the seats' '/^commit B/d'
kept 'the own seed was another' 'Your seed in the record' 's/^seed ../seed 00/'
kept 'the first hand was another' 'Your first hand' 's/^hand [^ ]*/hand W+4/'
kept 'more people played' 'a different number of players' 's/^players 3/players 4/'
kept 'nothing was kept' "expected 'uno-kept 1'" 1d 2
kept 'half of it' "the lines 'players', 'seat' and 'commitment'" '/^seat/d' 2
kept 'a line that means nothing' 'expected game, players' 's/^seat A/seat Q/' 2
refuse_with 1 'a seed that did not count' 'was not revealed in time' "$UNO" verify -q "$here/unrevealed.uno" --kept <(
    sed -e 's/^seat A/seat B/' -e 's/^seed .*/seed 00000000000000000000000000000000000000000000000000000000000000aa/' -e /^hand/d "$here/unrevealed.kept")
refuse_with 1 'a record of before' 'does not mention seats' "$UNO" verify -q "$here/open.uno" --kept "$here/committed.kept"
refuse_with 2 'one game at a time' 'give one record' "$UNO" verify -q "$game" "$game" --kept "$here/committed.kept"
finish
