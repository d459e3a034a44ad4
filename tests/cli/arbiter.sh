# The arbiter's command: options, line mode, exit statuses, exports, and what is told
# when something is wrong.
. "$(dirname "$0")/lib.bash"
log=$work/evening.log

# script NAME STATUS TEXT COMMAND...: the standard input goes to `uno arbiter`; TEXT is told
script() {
    local name=$1 expected=$2 text=$3 status
    shift 3
    "$UNO" arbiter "$@" >"$work/out" 2>"$work/err"
    status=$?
    tr -s ' \n' '  ' <"$work/out" >"$work/flat" # as if no line had been wrapped
    if [ $status = "$expected" ] && grep -qF -- "$text" "$work/flat" && [ ! -s "$work/err" ]; then
        pass "$name"
    else
        echo "status $status, expected $expected and '$text', got:"
        cat "$work/out" "$work/err"
        fail "$name"
    fi
}

# ---- options ----

for options in --players=A,B --decks=physical --lead=A; do
    refuse "$options without a ruleset" 'say which ruleset you play' "$UNO" arbiter $options
done
refuse 'unknown ruleset' 'split-v3' "$UNO" arbiter splitv3 --players Ada,Ben
refuse 'two rulesets' 'one ruleset at a time' "$UNO" arbiter split-v3 split-duel
refuse 'unknown option' 'did you mean --players' "$UNO" arbiter split-v3 --playrs A,B
refuse 'missing value' '--file needs a value' "$UNO" arbiter --file
refuse 'one player' '2' "$UNO" arbiter split-v3 --players Ada
refuse 'seven at Split UNO' '6' "$UNO" arbiter split-v3 --players A,B,C,D,E,F,G
refuse 'eleven players' 'at most ten players' "$UNO" arbiter official --players A,B,C,D,E,F,G,H,I,J,K
refuse 'three at a duel' '2' "$UNO" arbiter split-duel --players A,B,C
refuse 'a name twice' "'ada': two players cannot have the same name" "$UNO" arbiter split-v3 --players Ada,ada
for word in block Undo +2 wild lead players nobody; do
    refuse "a player called $word" "'$word': " "$UNO" arbiter split-v3 --players "Ada,$word"
done
refuse 'a number as a name' 'a name is not a number' "$UNO" arbiter split-v3 --players Ada,7
refuse 'a long name' 'at most 24 bytes' "$UNO" arbiter split-v3 --players Ada,Abcdefghijklmnopqrstuvwxyz
refuse 'a name that would paint the terminal' 'can be shown' "$UNO" arbiter split-v3 --players "Ada,$(printf 'b\033[31m')"
refuse 'a name that is no UTF-8' 'can be shown' "$UNO" arbiter split-v3 --players "Ada,$(printf '\303')"
refuse 'a lead who does not play' "'Cleo' leads, but is not one of the players" "$UNO" arbiter split-v3 --players Ada,Ben --lead Cleo
refuse 'decks that are none' 'say printed, physical, or how many' "$UNO" arbiter split-v3 --decks lots
refuse 'half the decks' 'say printed, physical, or how many' "$UNO" arbiter split-v3 --decks 68
refuse 'more actions than there are' 'action cards' "$UNO" arbiter split-v3 --decks 68,299
refuse 'decks of a score sheet' 'A score sheet has no decks' "$UNO" arbiter official --decks physical
refuse 'a ruleset whose name has no end' 'ruleset' "$UNO" arbiter "$(printf 'x%.0s' {1..9000})"
"$UNO" arbiter split-v3 --players Ada,Ben --file "$work/open.log" --plain <<<'Ada 7 Ben 4' >/dev/null
cp "$work/open.log" "$work/open.copy"
refuse 'a new game over one that is not finished' 'add --new' "$UNO" arbiter split-v3 --players Ada,Ben --file "$work/open.log"
check 'which stays as it is' cmp "$work/open.log" "$work/open.copy"
"$UNO" arbiter split-v3 --players Ada,Ben --file "$work/open.log" --new --plain </dev/null >/dev/null
check 'unless it is asked for' test "$(grep -c 'game split-v3' "$work/open.log")" = 2
"$UNO" arbiter --file "$work/nothing.log" --plain </dev/null >/dev/null
check 'a file in which nothing was entered is not left behind' test ! -e "$work/nothing.log"
script 'partners by an option' 0 'Ada and Cleo score 60 and now have 60' official --players Ada,Ben,Cleo,Dan --option teams=2 <<<'Ada 60'
refuse 'an option that is none' 'teems' "$UNO" arbiter official --option teems=2

refuse 'export of nothing' '--export needs the log' "$UNO" arbiter --export csv
refuse 'export as what?' "text, csv or json, not 'pdf'" "$UNO" arbiter --file "$log" --export pdf
refuse 'export of no file' 'No such file' "$UNO" arbiter --file "$work/none.log" --export csv
refuse 'export of a new game' '--export writes a game that already exists' "$UNO" arbiter split-v3 --file "$log" --export csv
check 'nothing was written' test ! -e "$work/none.log" -a ! -e "$log"
check 'help' grep -q 'uno arbiter split-v3 --players' <("$UNO" arbiter --help)
check 'help fits a terminal' test "$("$UNO" arbiter --help | awk 'length > 80')" = ''

# ---- scripts ----

script 'nothing said' 0 'No game has begun. Say game split-v3 players Ada Ben' </dev/null
script 'a good script' 0 'Ben wins the round' split-v3 --players Ada,Ben <<<'Ada 3 Ben 5'
script 'without the last line end' 0 'Ben wins the round' split-v3 --players Ada,Ben < <(printf 'Ada 3 Ben 5')
script 'with line ends of Windows' 0 'Ben wins the round' split-v3 --players Ada,Ben < <(printf 'Ada 3 Ben 5\r\n')
script 'a refused line decides the status' 2 '11 is not on a number card' split-v3 --players Ada,Ben <<<$'Ada 3 Ben 11\nAda 3 Ben 5'
script 'and the next one counts' 2 'Ben wins the round' split-v3 --players Ada,Ben <<<$'Ada 3 Ben 11\nAda 3 Ben 5'
script 'also where it quits' 2 'not understood' split-v3 --players Ada,Ben <<<$'nonsense\nquit'
script 'what is possible is told with it' 2 'Enter: Ada 7 Ben 4' split-v3 --players Ada,Ben <<<'nonsense'
script 'an action that nobody holds' 2 'Ada has no action card. [V70 A19 H72]' split-v3 --players Ada,Ben <<<'block Ada on Ben'
script 'before the game' 2 'No game has begun yet. Say game split-v3 players Ada Ben' <<<'Ada 7 Ben 4'
script 'undo of nothing' 2 'There is nothing to undo' split-v3 <<<'undo'
script 'no such game' 2 'games lists them' split-v3 <<<'open 3'
script 'an endless line' 2 'That line is too long' split-v3 < <(head -c 100000 /dev/zero | tr '\0' 'a')
script 'a line with a zero' 2 'not text' split-v3 --players Ada,Ben < <(printf 'Ada 3 Ben 5\0\n')
check 'of which nothing is entered' grep -q 'step 1$' "$work/out"
script 'any bytes' 2 'cannot be shown' split-v3 --players Ada,Ben < <(printf '\377\376\001\n\303\n\033[31m\n')
script 'remarks are not entered' 0 'No game has begun' <<<$'# a remark\n\n   '
script 'help' 0 'adjust Ada numbers 12' <<<'help'
script 'log' 0 '1 Ada 3 Ben 5' split-v3 --players Ada,Ben <<<$'a3 b5\nlog'
script 'names of other tongues' 0 'Zoë wins the round' split-v3 --players Zoë,李 <<<'Zoë 5 李 3'
script 'a ruleset in the script' 0 'Game 2 begins: split-duel.' split-v3 <<<'new split-duel'
script 'no such ruleset in the script' 2 'split-duel' split-v3 <<<'new split-dual'
script 'a score sheet' 0 'Ada wins the game' official --players Ada,Ben <<<$'Ada 300\nAda 200'
script 'cards on a score sheet' 0 'Ada scores 75' official --players Ada,Ben <<<$'Ada wins Ben r5 skip +4'
script 'too many points' 2 'No deal is worth so many points' official --players Ada,Ben <<<'Ada 20001'
script 'a card that is none' 2 "'banana' is neither a player nor a card" official --players Ada,Ben <<<'Ada wins Ben banana'

# ---- a log ----

cat >"$work/game.txt" <<'END'
adjust Ada actions 3
Ada 7 Ben 4
Ada 3 Ben 5
block Ada on Ben, pass
undo
redo
new
a5 b3
a6 b2
bonus card
open 1
deck numbers 0
END
script 'an evening' 0 'Corrected: deck numbers 0' split-v3 --players 'Ada"s,Ben\' --decks 68,20 --file "$log" \
    < <(sed 's/Ada/Ada"s/g; s/Ben/Ben\\/g' "$work/game.txt")
script 'goes on where it stopped' 0 'step 5' --file "$log" <<<'a1'
"$UNO" arbiter --file "$log" </dev/null >"$work/status"
"$UNO" arbiter --file "$work/again.log" <"$log" >/dev/null
check 'the log is a script' test $? = 0
check 'that gives the same log' cmp "$log" "$work/again.log"
"$UNO" arbiter --file "$work/again.log" </dev/null >"$work/status-again"
check 'and the same status' cmp "$work/status" "$work/status-again"

# ---- exports ----

cp "$log" "$work/kept.log"
chmod a-w "$work/kept.log"
for format in text csv json; do
    "$UNO" arbiter --file "$work/kept.log" --export $format >"$work/game.$format" 2>"$work/err"
    check "export of $format" test $? = 0 -a ! -s "$work/err" -a -s "$work/game.$format"
    script "the same in a script, $format" 0 'Written to' --file "$log" <<<"export $format $work/said.$format"
    check "is the same $format" cmp "$work/game.$format" "$work/said.$format"
done
script 'a file that exists is left alone' 0 'exists already' --file "$log" <<<"export csv $work/said.csv"
check 'the log is untouched' cmp "$log" "$work/kept.log"
check 'JSON' python3 -m json.tool "$work/game.json" "$work/pretty.json"
check 'JSON and CSV tell the same' python3 - "$work" <<'END'
import csv, json, sys
game = json.load(open(sys.argv[1] + "/game.json"))
rows = list(csv.DictReader(open(sys.argv[1] + "/game.csv"), strict=True))
assert game["ruleset"] == "split-v3" and len(rows) == len(game["entries"]) == 6, (len(rows), game)
names = [player["name"] for player in game["beginning"]["players"]]
assert names == ['Ada"s', 'Ben\\'], names
for row, entry in zip(rows, game["entries"]):
    assert int(row["row"]) == entry["row"] and row["entry"] == entry["entry"], row
    assert int(row["number deck"]) == entry["number_deck"] and int(row["action deck"]) == entry["action_deck"]
    for player in entry["players"]:
        for count in "numbers", "actions", "streak", "blocked":
            assert int(row[f'{player["name"]} {count}']) == int(player[count]), (row, player)
END
printf 'Ada"s 500\n' | "$UNO" arbiter official --players 'Ada"s,Ben' --file "$work/points.log" >/dev/null
check 'a winner whose name has a mark in it' python3 - <("$UNO" arbiter --file "$work/points.log" --export csv) <<'END'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1]), strict=True))
assert [row["winners"] for row in rows] == ['Ada"s'] and rows[0]['Ada"s points'] == "500", rows
END
printf 'arbiter 1\n' >"$work/empty.log"
refuse 'export of a log without a game' 'there is no game in it yet' "$UNO" arbiter --file "$work/empty.log" --export csv
finish
