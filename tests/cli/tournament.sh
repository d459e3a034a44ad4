# The organiser's command: a Split UNO tournament of ten to its trophy, a Swiss of eight, exports, chances, what is
# refused, and a kill -9 in the middle.
. "$(dirname "$0")/lib.bash"
log=$work/cup.log

uno() { "$UNO" tournament "$@"; }

# says NAME TEXT COMMAND...: status 0, and TEXT is told
says() {
    local name=$1 text=$2
    shift 2
    if uno "$@" >"$work/out" 2>"$work/err" </dev/null && grep -qF -- "$text" "$work/out"; then
        pass "$name"
    else
        echo "expected '$text', got:"
        cat "$work/out" "$work/err"
        fail "$name"
    fi
}

# ---- bad input ----

refuse 'nothing said' 'what is to be done' "$UNO" tournament
refuse 'no such verb' "did you mean 'shift'" "$UNO" tournament shfit "$log"
refuse 'no log' 'which log' "$UNO" tournament show
refuse 'a log that is not there' 'there is no' "$UNO" tournament show "$log"
: >"$work/empty.log"
refuse 'an empty log' 'begins a tournament' "$UNO" tournament show "$work/empty.log"
refuse 'no such form' "There is no form 'swis'" "$UNO" tournament new "$log" swis
refuse 'no such rules' 'no-such-rules' "$UNO" tournament new "$log" swiss rules no-such-rules
refuse 'tables that the rules do not allow' '2' "$UNO" tournament new "$log" swiss rules split-duel seats 4
check 'nothing was written' test ! -e "$log"

# ---- the Split UNO tournament of ten, to its trophy ----

says 'the forms' 'Round robin: Everybody plays everybody.' forms
says 'the settings' 'Evenings of a league.' forms
says 'the tie-breaks' 'Head to head:' forms
check 'they fit a terminal' test "$(uno forms | awk 'length > 80')" = ''
says 'a new one' 'The tournament is set up.' new "$log" split title 'Winter cup'
says 'ten enter' 'Jo enters' enter "$log" Ada Ben Cleo Dan Eva Fay Gus Hal Ida Jo
refuse 'a name twice' 'That name is taken' "$UNO" tournament enter "$log" ada
refuse 'a shift before the start' 'has not begun' "$UNO" tournament shift "$log" to Blue Ada
says 'the start' 'Round 1, Ada v Ben' start "$log"
refuse 'a result of a game that is not there' 'There is no such game' "$UNO" tournament result "$log" 9 Ada
refuse 'and what is possible is told' 'Possible now: rename, represent, open, result, noshow' "$UNO" tournament result "$log" 9 Ada
says 'the first duel' 'Ada: 3 points' result "$log" 1 Ada Ben
says 'a card is shared' 'Cleo starts the next duel with +4' share "$log" Ada Cleo +4
"$UNO" tournament shift "$log" to Blue Ada >"$work/out" 2>&1 </dev/null
check 'what a shift leads to is shown first' grep -qF 'This leaves four in Red: they would be eliminated' "$work/out"
check 'and is not done without --yes' grep -qF 'Nothing was changed. Add --yes' "$work/out"
says 'a swap needs no question' 'Ada moves from Red to Blue' shift "$log" to Blue Ada to Red Ben
refuse 'one move a window' 'has had its move' "$UNO" tournament shift "$log" to Red Ada
says 'the next duel' 'can be played' next "$log"
refuse 'two organisers at once' 'in the meantime' "$UNO" tournament next "$log" --seen 3
says 'bots play the rest' 'Grand Final' play "$log" all --seed 1
says 'a winner' 'Winner: ' show "$log"
says 'the log' 'shift to Blue Ada to Red Ben' show "$log" log
refuse 'nothing after the end' 'The tournament is over' "$UNO" tournament withdraw "$log" Ada
entries=$(grep -c . "$log")
"$UNO" tournament undo "$log" 13 >"$work/out" 2>&1 </dev/null
check 'an undo shows what follows, as it was typed' grep -qF '(share Ada Cleo +4) no longer counts' "$work/out"
check 'and changes nothing by itself' test "$(grep -c . "$log")" = "$entries"
says 'until it is confirmed' 'Entry' undo "$log" 13 --yes
says 'and can be undone' 'counts again' undo "$log" $((entries)) --yes
says 'so that the winner is there again' 'Winner: ' show "$log"

# ---- exports ----

for format in text csv json svg html log; do
    "$UNO" tournament export "$log" --as $format >"$work/export.$format"
    check "export as $format" test $? = 0 -a -s "$work/export.$format"
done
check 'JSON is JSON' python3 -c "import json, sys; d = json.load(open(sys.argv[1])); assert len(d['standings']) == 10 and d['state'] == 'over'" "$work/export.json"
check 'SVG is XML' python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$work/export.svg"
check 'CSV has a line each' test "$(wc -l <"$work/export.csv")" = 11
refuse 'an undo of nothing' 'The last one is' "$UNO" tournament undo "$log" 999
refuse 'an export of what?' '--as FORMAT' "$UNO" tournament export "$log" csv
refuse 'export as what?' 'not' "$UNO" tournament export "$log" --as pdf

# ---- a knock-out has no points ----

says 'a knock-out' 'The tournament is set up.' new "$work/cup32.log" single
says 'its players' 'Dan enters' enter "$work/cup32.log" Ada Ben Cleo Dan
says 'it shows wins' 'games  wins' show "$work/cup32.log"
check 'and neither points nor tie-breaks' test "$(grep -c 'points\|buchholz' "$work/out")" = 0

# ---- two organisers at once ----

uno new "$work/both.log" robin >"$work/out"
uno enter "$work/both.log" Ada Ben >"$work/out" && uno start "$work/both.log" >"$work/out" && uno next "$work/both.log" >"$work/out"
for i in 1 2 3 4 5 6 7 8; do
    uno result "$work/both.log" 1 Ada Ben >/dev/null 2>"$work/both.$i" &
    uno result "$work/both.log" 1 Ben Ada >/dev/null 2>"$work/both.other.$i" &
done
wait
check 'of sixteen different results at once one counts' test "$(grep -c '^[^#]*result 1' "$work/both.log")" = 1
check 'and the others are told that there is one' test "$(cat "$work"/both.*[0-9] | grep -c 'That game has a result already')" = 15

# ---- a Swiss of eight ----

log=$work/swiss.log
says 'a new one says what comes next' 'Possible now: enter, rename' new "$log" swiss rounds 3
uno enter "$log" 'Ada L' Ben Cleo Dan Eva Fay Gus Hal >/dev/null
says 'so does the start' 'Play begins.' start "$log"
says 'chances' '20 times played' simulate "$log" 20 --seed 1
for round in 1 2 3; do
    says "round $round" "Round $round, table 1" next "$log"
    if [ $round = 2 ]; then says 'a no-show' 'is decided' noshow "$log" 5 "$("$UNO" tournament export "$log" | python3 -c 'import json, sys
d = json.load(sys.stdin)
names = {row["id"]: row["name"] for row in d["standings"]}
print(names[d["games"][4]["seats"][0]["id"]])')"; fi
    says "bots play round $round" "Round $round, table" play "$log" --seed $round
done
says 'it is over' 'Over: round 3 of 3' show "$log"
"$UNO" tournament correct "$log" 1 Ben 20 'Ada L' -5 >"$work/out" 2>&1 </dev/null
check 'a correction is shown first, or is not about this game' grep -qE 'What would follow|Not all of those|is the result' "$work/out" "$work/err"

# ---- a damaged log ----

cp "$log" "$work/damaged.log"
sed -i '5s/.*/enter Ben/' "$work/damaged.log"
refuse 'a damaged log names the line' 'line 5' "$UNO" tournament show "$work/damaged.log"
refuse 'and is left alone' 'The lines before it are good' "$UNO" tournament next "$work/damaged.log"
refuse 'no log at all' 'not the log of a tournament' "$UNO" tournament show "$0"
head -c -3 "$log" >"$work/cut.log"
says 'a log that was cut off' 'Swiss system' show "$work/cut.log"

# ---- the same deals at all tables ----

log=$work/same.log
uno new "$log" swiss rounds 2 duplicate 1 >/dev/null
uno enter "$log" A B C D E F >/dev/null
uno start "$log" >/dev/null
uno next "$log" >/dev/null
uno play "$log" 1 >/dev/null
uno play "$log" all >/dev/null
check 'a round has one seed, the next one another' test "$(grep -c ' open ' "$log") $(grep -o 'seed [0-9a-f]*$' <(grep ' open ' "$log") | sort -u | wc -l)" = '6 2'

# ---- kill -9: what was told is kept ----

printf '[ruleset]\ntitle = Friday\nextends = official\n[rules]\nhand_limit = 9\n' >"$work/friday.ini"
log=$work/own.log
uno new "$log" swiss rounds 1 rules "$work/friday.ini" >/dev/null
uno enter "$log" A B >/dev/null
uno start "$log" >/dev/null
says 'own rules are played by' 'Entry' play "$log" all --seed 1
refuse 'who goes on is said of an elimination alone' 'Only in an elimination' "$UNO" tournament new "$work/no.log" swiss seats 4 through 2

log=$work/killed.log
uno new "$log" league rounds 5 evenings 40 rules official >/dev/null
uno enter "$log" A B C D >/dev/null
uno start "$log" >/dev/null
"$UNO" tournament play "$log" all --seed 1 >"$work/told" 2>&1 &
player=$!
while ! grep -q 'Entry 1[0-9]\.' "$work/told" && kill -0 $player 2>/dev/null; do :; done
kill -9 $player 2>/dev/null
wait $player 2>/dev/null
told=$(grep -o '^Entry [0-9]*' "$work/told" | tail -1 | cut -d' ' -f2)
kept=$("$UNO" tournament export "$log" 2>/dev/null | grep -o '"seq":[0-9]*' | cut -d: -f2)
check "what was told ($told) is kept ($kept)" test "${told:-0}" -ge 1 -a "${kept:-0}" -ge "${told:-1}"
says 'and it goes on' 'Entry' play "$log" all --seed 2
finish
