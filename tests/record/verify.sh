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
finish
