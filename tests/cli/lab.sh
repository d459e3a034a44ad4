# `uno lab`, `uno review` and `uno puzzle`: the same bytes for any threads, shards and interruptions; what is written;
# what is refused, and before anything is played.
. "$(dirname "$0")/lib.bash"

# ---- the same, however it is played ----

lab() { "$UNO" lab official --vary stack_draws=off,any --games 300 --bots random "$@"; }
for threads in 1 2 3; do
    lab --threads $threads --json "$work/$threads.json" --report "$work/$threads.html" --csv "$work/$threads.csv" >"$work/$threads.txt"
done
for kind in json html csv txt; do
    check "1 and 2 threads: the same $kind" cmp "$work/1.$kind" "$work/2.$kind"
    check "1 and 3 threads: the same $kind" cmp "$work/1.$kind" "$work/3.$kind"
done
for shard in 1 2 3; do lab --shard $shard/3 --json "$work/part$shard.json" >"$work/out$shard"; done
check 'a shard says nothing' test ! -s "$work/out1"
"$UNO" lab merge "$work"/part[312].json --json "$work/merged.json" --report "$work/merged.html" >"$work/merged.txt"
check 'shards merge to the same file' cmp "$work/1.json" "$work/merged.json"
check 'shards merge to the same report' cmp "$work/1.html" "$work/merged.html"
check 'and the same words' cmp "$work/1.txt" "$work/merged.txt"
lab --seed other --json "$work/other.json" >/dev/null
check 'another seed gives other games' test -n "$(diff "$work/1.json" "$work/other.json" | grep counts)"

# Interrupted at any moment, and gone on with: as if nothing had happened.
long() { "$UNO" lab official --games 60000 --bots random --no-skill --threads 2 --json "$work/$1.json" "${@:2}" >/dev/null 2>"$work/err"; }
long whole
long broken --resume "$work/state.json" &
job=$!
sleep 0.3
kill -INT $job 2>/dev/null
wait $job
long broken --resume "$work/state.json"
check 'a run that was interrupted and resumed' cmp "$work/whole.json" "$work/broken.json"
refuse 'a state of another plan' 'is of another plan' "$UNO" lab official --games 500 --bots random --resume "$work/state.json"

# ---- the answer ----

check 'the answer comes first' grep -q 'turns (95 %' <(sed -n 3,4p "$work/1.txt")
check 'what differs is told' grep -q 'stack_draws=any' <(sed -n 3,12p "$work/1.txt")
check 'the command that gives it again' grep -q 'The same again: uno lab official --vary stack_draws=off,any' <(tr '\n' ' ' <"$work/1.txt")
check 'the values have their columns' grep -qE '^"official, stack_draws=any","stack_draws=any",2,300,turns,[0-9.]+,[0-9.]+,[0-9.]+$' "$work/1.csv"
"$UNO" lab official --players 2 --precision 5 --bots random --no-skill --json "$work/exact.json" >"$work/exact.txt"
check 'precision is reached' python3 - "$work/exact.json" <<'END'
import json, sys
cell = json.load(open(sys.argv[1]))['cells'][0]['figures']
value, low, high = cell['turns']
assert (high - low) / 2 / value < 0.05
value, low, high = cell['first_wins']
assert (high - low) / 2 < 5
END
"$UNO" lab balance official --players 2 --goal 'turns<40' --vary cards_dealt=3,7 --bots random --no-skill >"$work/balance.txt"
check 'a goal that can be met' grep -q 'cards_dealt=3 meets the goal' "$work/balance.txt"
"$UNO" lab balance official --players 2 --goal 'turns<2' --vary cards_dealt=5,7 --bots random --no-skill --csv "$work/balance.csv" >"$work/balance.txt"
check 'a goal that cannot' test $? = 1
check 'and it says so' grep -q 'all of them miss it' "$work/balance.txt"
check 'the road it took' grep -q 'no further: official, cards_dealt=7 has' "$work/balance.txt"
check 'settings that were given up are in the file' test "$(grep -c ',turns,' "$work/balance.csv")" = 2
"$UNO" lab compare official ultimate split-v3 --games 30 --no-skill >"$work/compare.txt"
check 'rulesets side by side' grep -q '^split-v3 ' "$work/compare.txt"
"$UNO" lab official --vary cards_dealt=4,8 --vary stack_draws=off,same,any --games 200 --bots random --no-skill >"$work/many.txt"
check 'of many settings the shortest and the longest' grep -q 'shortest with cards_dealt=4, .* longest with cards_dealt=8' <(tr '\n' ' ' <"$work/many.txt")
check 'and which option matters more' grep -q 'cards_dealt moves the length by [0-9.]* turns, stack_draws by' <(tr '\n' ' ' <"$work/many.txt")

# ---- what is refused ----

refuse 'no ruleset' 'expected a ruleset' "$UNO" lab
refuse 'an unknown ruleset' 'offical' "$UNO" lab offical
refuse 'an unknown option' 'did you mean --players' "$UNO" lab official --player 3
refuse 'an unknown rule' 'did you mean stack_draws?' "$UNO" lab official --vary stack_draw=off,any
refuse 'an unknown request' 'did you mean `uno lab merge`' "$UNO" lab merg x.json
refuse 'numbers the wrong way round' 'write the smaller number first, as in 5..9' "$UNO" lab official --vary cards_dealt=9..5
refuse 'two things in one file' 'is named for two things' "$UNO" lab official --csv "$work/x" --json "$work/x"
refuse 'a goal of skill without its games' '--no-skill leaves out' "$UNO" lab balance official --goal 'luck<80' --vary cards_dealt=5,7 --no-skill
refuse 'a value that does not fit' '--vary stack_draws=sometimes: stack_draws must be one of' "$UNO" lab official --vary stack_draws=off,sometimes
refuse 'more players than allowed' 'players' "$UNO" lab split-duel --players 2-4
refuse 'games and precision' 'cannot go together' "$UNO" lab official --games 10 --precision 1
refuse 'a shard by precision' 'cannot go together' "$UNO" lab official --shard 1/2 --precision 1 --json x.json
refuse 'a shard without a file' 'needs --json' "$UNO" lab official --shard 1/2
refuse 'a shard beyond the last' 'I from 1 to N' "$UNO" lab official --shard 3/2 --json x.json
refuse 'time instead of worlds' 'write worlds' "$UNO" lab official --bots search:10ms
refuse 'a word that is part of a rule' 'did you mean stack_draws?' "$UNO" lab official --vary stacking=off,any
refuse 'a word that a rule speaks of' 'these speak of it: first_dealer' "$UNO" lab official --vary highest=1,2
refuse 'an unknown bot' 'did you mean greedy' "$UNO" lab official --bots gredy
refuse 'a bot of the other family' 'does not play this game' "$UNO" lab official --bots nemesis
refuse 'an unwritable report' 'cannot write' "$UNO" lab official --games 1000000000 --report "$work/no/folder.html"
refuse 'a goal without a number' 'is not a number' "$UNO" lab balance official --goal 'turns<few' --vary cards_dealt=3,7
refuse 'an unknown goal' 'did you mean turns?' "$UNO" lab balance official --goal 'turn<9' --vary cards_dealt=3,7
refuse 'nothing to vary' 'balance needs' "$UNO" lab balance official --goal 'turns<9'
refuse 'a missing shard' 'shard 2 of 3 is missing' "$UNO" lab merge "$work/part1.json" "$work/part3.json"
refuse 'a shard twice' 'are both shard 1 of 3' "$UNO" lab merge "$work/part1.json" "$work/part1.json"
refuse 'a file that is none' 'not a file of uno lab' "$UNO" lab merge "$0"
refuse 'no files' 'merge needs' "$UNO" lab merge

# ---- review ----

record=tests/record/committed.uno
"$UNO" review $record --worlds 40 --json "$work/review.json" --html "$work/review.html" >"$work/review.txt"
check 'a review is told' grep -q 'of what was at stake' "$work/review.txt"
"$UNO" review $record --worlds 40 --json - >"$work/again.json"
check 'it is the same again' cmp "$work/review.json" "$work/again.json"
"$UNO" review $record --worlds 40 --threads 1 --json - >"$work/again.json"
check 'and the same with one thread' cmp "$work/review.json" "$work/again.json"
check 'luck and skill add up' python3 - "$work/review.json" <<'END'
import json, sys
review = json.load(open(sys.argv[1]))
assert review['over'] and not review['cut'] and review['choices']
for seat in review['seats']:
    assert abs(seat['even'] + seat['luck'] + seat['skill'] - seat['result']) < 1e-3, seat
    assert 0 <= seat['accuracy'] <= 1
for choice in review['choices']:
    assert choice['after'] <= choice['before'] + 1e-9
END
"$UNO" review $record --seat B --worlds 40 --json - >"$work/one.json"
check 'one seat alone' test "$(grep -c '"seat":	"A"' "$work/one.json")" = 0
"$UNO" play official --auto --seed cut --players 2 --option target=0 --save "$work/game.uno" >/dev/null 2>&1
head -c $(($(wc -c <"$work/game.uno") / 2)) "$work/game.uno" >"$work/cut.uno"
"$UNO" review "$work/cut.uno" --worlds 20 >"$work/cut.txt"
check 'a record that is cut off' grep -q 'is cut off: it was reviewed up to its last complete action' <(tr '\n' ' ' <"$work/cut.txt")
refuse 'a record that is none' "$work/1.csv:1" "$UNO" review "$work/1.csv"
refuse 'a seat that is not there' '--seat must be a letter from A to C' "$UNO" review $record --seat D
refuse 'an unwritable review' 'cannot write' "$UNO" review $record --html "$work/no/folder.html"
refuse 'no record' 'expected the file of a record' "$UNO" review

# ---- puzzle ----

"$UNO" puzzle --date 2026-11-18 >"$work/puzzle.txt"
"$UNO" puzzle --date 2026-11-18 --solution >"$work/solution.txt"
check 'a puzzle asks' grep -q 'One move is clearly best' "$work/puzzle.txt"
check 'and does not tell' test -z "$(grep 'best$' "$work/puzzle.txt")"
check 'the solution does' grep -q '<- best' "$work/solution.txt"
"$UNO" puzzle --date 2026-11-19 >"$work/next.txt"
check 'another day, another puzzle' test -n "$(diff "$work/puzzle.txt" "$work/next.txt")"
refuse 'a day that is none' 'must be a day' "$UNO" puzzle --date 2026-02-30
refuse 'a day and a seed' 'cannot go together' "$UNO" puzzle --date 2026-02-03 --seed x

finish
