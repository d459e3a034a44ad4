# A bot that misbehaves forfeits with a line that says why, and the arena goes on.
. "$(dirname "$0")/../cli/lib.bash"
cd "$(dirname "$0")/../.." || exit 2
bad=tests/protocol/bad.py

# forfeits NAME REASON COMMAND [OPTION]...: both games of a deal are forfeited, each for a
# reason that matches, and both are counted
forfeits() {
    local name=$1 reason=$2 command=$3
    shift 3
    "$UNO" arena "$command" random --games 2 --option target=0 --json - "$@" >"$work/result" 2>"$work/err"
    python3 - "$work/result" "$reason" <<'END' && [ ! -s "$work/err" ] && pass "$name" || fail "$name: $(cat "$work/result" "$work/err")"
import json, re, sys
result = json.load(open(sys.argv[1]))
forfeits = result["forfeits"]
assert result["games"] == 2 and len(forfeits) == 2, result
assert [bot["wins"] for bot in result["bots"]] == [0, 2], result
for forfeit in forfeits:
    assert re.fullmatch(sys.argv[2], forfeit["reason"]), forfeit
END
}

# Nothing of this test may be left running: its programs carry a mark.
export UNO_TEST_MARK=$work
left_behind() {
    local file
    for file in /proc/[0-9]*/environ; do
        case $file in /proc/$$/* | /proc/self/* | /proc/$BASHPID/*) continue ;; esac
        tr '\0' '\n' <"$file" 2>/dev/null | grep -qxF "UNO_TEST_MARK=$work" && tr '\0' ' ' <"${file%environ}cmdline"
    done 2>/dev/null | grep -E 'bad\.[p]y|[s]leep 987'
}

forfeits 'it ends at once' 'ended with status 3' "$bad at-once"
forfeits 'it ends in the middle' 'ended with status 7: out of ideas' "$bad ends"
forfeits 'it raises' "ended with status 1: KeyError: 'no such colour'" "$bad raises"
forfeits 'it crashes' 'was ended by signal 11 \(Segmentation fault\)' "$bad crashes"
forfeits 'it hangs' 'did not answer within 700 ms' "$bad hangs" --move-time 700
forfeits 'it answers late' 'did not answer within 700 ms' "$bad late" --move-time 700
forfeits 'it hangs and ignores signals' 'did not answer within 700 ms' "$bad stubborn" --move-time 700
forfeits 'it closes its output' 'closed its output' "$bad closes"
forfeits 'it closes its input' 'closed its input' "$bad deaf"
forfeits 'it floods' '(flooded: more than 65536 bytes that nobody asked for|spoke without being asked: .*)' "$bad floods"
forfeits 'it never ends a line' 'said a line of more than 65536 bytes' "$bad long"
forfeits 'it talks' "said what is no JSON object with a \"type\": 'I think I play the red five.'" "$bad garbage"
forfeits 'its JSON is broken' 'said what is no JSON object with a "type": .*' "$bad broken"
forfeits 'its message has no type' 'said what is no JSON object with a "type": .*' "$bad untyped"
forfeits 'its message is of no known type' 'said "think", which is no type of message for a bot' "$bad unknown"
forfeits 'its message has no action' 'said "do" without a text in "action"' "$bad nothing"
forfeits 'its action is none' 'did "R99": That is not an action of this game. Legal: .*draw.*' "$bad nonsense"
forfeits 'its action is illegal' 'did "deal": That does not answer the question on the table. Legal: .*' "$bad illegal"
forfeits 'it waits in its turn' 'said "wait" although the table waits for it' "$bad waits"
forfeits 'it gives up' 'gave up: these rules are\?too hard' "$bad gives-up"
forfeits 'it is ready again' 'answered "act" with "ready"' "$bad ready"
forfeits 'it never gets ready' 'answered "hello" without "ready"' "$bad impolite"
forfeits 'it speaks unasked' 'spoke without being asked: .*' "$bad early"
printf '#!/no/such/interpreter\n' >"$work/odd"
chmod +x "$work/odd"
forfeits 'it cannot be started' 'cannot be started: its first line names an interpreter that is not there' "$work/odd"

# stops NAME HOW: after five games that are forfeited at once, with what is complete
stops() {
    "$UNO" arena "$bad $2" random --games 1000 --option target=0 --threads 1 --json "$work/result" >"$work/out" 2>"$work/err"
    check "$1: the status" test $? = 1
    check "$1: it is told" grep -q "stopped: $bad $2 forfeited 5 games in a row before its first move: it " "$work/err"
    check "$1: the deals that are complete" grep -q '^4 games: 2 deals' "$work/out"
    check "$1: equal reasons are one line" grep -q "^  4 x $bad $2 .* (first: deal 1, seat A)" "$work/out"
    check "$1: the file" grep -q '"failed": {"deal": 2, .*"reason": "[^"]' "$work/result"
}
stops 'it never starts' at-once
stops 'it is never polite' impolite
"$UNO" arena "$bad waits" random --games 12 --option target=0 --threads 1 --json - >"$work/result" 2>"$work/err"
check 'whoever has moved before is played to the end' test $? = 0
check 'all of it' grep -q '"games": 12,' "$work/result"

for how in watches lingers children; do
    "$UNO" arena "$bad $how" random --games 2 --option target=0 --json - >"$work/result"
    check "a bot that $how plays to the end" grep -q '"forfeits": \[\]' "$work/result"
done
left_behind >"$work/left"
check 'nothing is left running' test ! -s "$work/left"
cat "$work/left"

touch "$work/plain"
refuse 'no such program' 'there is no program ./no-such-bot' "$UNO" arena ./no-such-bot random
refuse 'not a program' 'try chmod +x' "$UNO" arena "$work/plain" random
refuse 'a folder' 'is a directory' "$UNO" arena "$work/" random

# ---- uno bot ----

refuse 'no bot' 'which bot?' "$UNO" bot
refuse 'no such bot' 'there is no bot' "$UNO" bot nobody-like-this
refuse 'two bots' 'one bot at a time' "$UNO" bot random rule
refuse 'no worlds' '--worlds must be' "$UNO" bot random --worlds 0
answers() { # NAME TEXT LINE...: what the lines are answered with has TEXT; good status
    local name=$1 text=$2
    shift 2
    printf '%s\n' "$@" | "$UNO" bot random >"$work/out" 2>"$work/err" && [ ! -s "$work/err" ] && grep -qF -- "$text" "$work/out"
    check "$name" test $? = 0
}
hello='{"type":"hello","protocol":"uno-bot 1"}'
answers 'hello' '{"type":"ready","name":"random","watch":false}' "$hello"
answers 'an old protocol' '"error"' '{"type":"hello","protocol":"uno-bot 0"}'
answers 'no JSON' 'no JSON object' 'what?'
answers 'after nonsense it goes on' '"ready"' 'what?' '' "$hello"
answers 'act without a game' 'no game is under way' '{"type":"act"}'
answers 'a game without rules' 'rules_text' '{"type":"game"}'
answers 'a game with bad rules' 'line 1' '{"type":"game","rules_text":"nonsense"}'
printf '%s\n' '{"type":"bye"}' "$hello" | "$UNO" bot random >"$work/out"
check 'a good-bye' test $? = 0
check 'after it nothing is said' test ! -s "$work/out"
head -c 1100000 /dev/zero | tr '\0' 'x' | "$UNO" bot random >"$work/out"
check 'a line without an end' test $? = 2
check 'is an error' grep -q '"error"' "$work/out"
finish
