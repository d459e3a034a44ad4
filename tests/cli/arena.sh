# What `uno arena` prints and writes, that it repeats itself, and what it refuses.
. "$(dirname "$0")/lib.bash"

same_results() { # NAME ARGUMENT...: the same for 1, 2 and 3 threads, but for times and threads
    local name=$1 threads
    shift
    for threads in 1 2 3; do
        "$UNO" arena "$@" --threads $threads --json - 2>"$work/err" | grep -v '"time"\|"threads"' >"$work/$threads.json"
        [ -s "$work/$threads.json" ] && [ ! -s "$work/err" ] || fail "$name: $threads threads play"
    done
    check "$name" cmp "$work/1.json" "$work/2.json"
    check "$name, more threads" cmp "$work/1.json" "$work/3.json"
}
same_results 'two bots' random rule --games 300 --option target=0
same_results 'a match for points' random rule --games 20
same_results 'a bot that searches' search greedy --worlds 3 --games 12 --option target=0
same_results 'four seats' greedy random --players 4 --rules ultimate --option target=0 --games 40
same_results 'every combination' greedy random rule --players 2 --rules split-duel --games 60
same_results 'teams' greedy rule --rules split-team --games 20
cp "$work/1.json" "$work/other.json"
same_results 'teams by another seed' greedy rule --rules split-team --games 20 --seed other
check 'another seed gives other games' test -n "$(diff <(grep -v seed "$work/1.json") <(grep -v seed "$work/other.json"))"

# ---- what is written ----

"$UNO" arena random random --games 2001 --option target=0 --json "$work/result.json" >"$work/table" 2>"$work/err"
check 'no progress where nobody looks' test ! -s "$work/err"
check 'the file is complete' grep -q '"forfeits": \[\]' "$work/result.json"
check 'nothing else is left behind' test -z "$(ls "$work" | grep part)"
check 'whole deals' grep -q '^2002 games: 1001 deals.*(2001 rounded up)' "$work/table"
check 'the change of the rules is told' grep -q '^official with target=0, 2 players' "$work/table"
check 'a bot named twice has two rows' grep -q '^random#2 ' "$work/table"
if command -v python3 >/dev/null; then
    check 'the JSON of like against like' python3 - "$work/result.json" <<'END'
import json, sys
result = json.load(open(sys.argv[1]))
bots = result['bots']
assert (result['rules'], result['players'], result['games'], result['deals']) == ('official', 2, 2002, 1001)
assert result['options'] == {'target': '0'} and len(result['hash']) == 32 and result['stopped'] is False
assert [bot['name'] for bot in bots] == ['random', 'random#2']
assert abs(sum(bot['win_rate'] for bot in bots) - 1) < 1e-5
assert abs(sum(bot['wins'] for bot in bots) - 2002) < 1e-3
for bot in bots:
    assert bot['games'] == 2002 and bot['forfeits'] == 0 and bot['even'] == 0.5
    assert 0.45 < bot['win_rate'] < 0.55
    assert bot['low'] < bot['win_rate'] < bot['high'] and 0.01 < bot['high'] - bot['low'] < 0.1
    assert bot['elo_low'] < bot['elo'] < bot['elo_high'] and bot['decisions'] > 2002
    assert bot['time']['max_ms'] >= bot['time']['mean_ms'] > 0
assert abs(sum(bot['elo'] for bot in bots) - 3000) < 0.1
length = result['length']['actions']
assert 0 < length['median'] <= length['longest'] and 0 < length['mean'] <= length['longest']
END
    "$UNO" arena greedy random --players 4 --option target=100 --games 40 --seed $'a "b"\\\t' --json "$work/match.json" >/dev/null
    check 'the JSON of a match' python3 - "$work/match.json" <<'END'
import json, sys
result = json.load(open(sys.argv[1]))
greedy, random = result['bots']
assert result['seed'] == 'a "b"\\\t'
assert greedy['seats'] == 40 and random['games'] == 40 and random['seats'] == 120 and greedy['even'] == 0.25
assert abs(greedy['wins'] + random['wins'] - 40) < 1e-3
assert abs(greedy['win_rate'] + 3 * random['win_rate'] - 1) < 1e-5
assert result['length']['deals_per_game'] > 1 and greedy['points_per_deal'] > 0
END
fi
"$UNO" arena --list >"$work/list"
for bot in random rule highest greedy search; do check "the list has $bot" grep -q "^$bot  *[A-Za-z]" "$work/list"; done
check 'a budget for one bot' bash -c "'$UNO' arena search:2 search:1ms --option target=0 --games 2 | grep -q '^search:1ms '"
ln -s /dev/full "$work/full" # by a link, which is all that could be lost
"$UNO" arena random rule --option target=0 --games 2 --json "$work/full" >"$work/out" 2>"$work/err"
check 'a full disk has its status' test $? = 1
check 'and is told' grep -q 'cannot write' "$work/err"
check 'what is no ordinary file stays what it is' test -h "$work/full"
echo old >"$work/again.json"
"$UNO" arena random rule --option target=0 --games 2 --json "$work/again.json" >/dev/null
check 'a file is replaced whole' grep -q '^}' "$work/again.json"
check 'the old one is gone' test "$(head -n 1 "$work/again.json")" = '{'

# ---- what cannot be told ----

"$UNO" arena random rule --option target=0 --games 2 --json "$work/few.json" >"$work/table"
check 'one deal has no interval' grep -q '"low": null, "high": null.*"elo_low": null, "elo_high": null' "$work/few.json"
"$UNO" arena search:20 random rule greedy easy medium highest --players 2 --option target=0 --games 42 >"$work/table"
check 'no line is too long' test "$(wc -L <"$work/table")" -le 100
check 'points, where there are some' grep -q '^bot .* points ' "$work/table"
"$UNO" arena random rule --rules split-duel --games 4 >"$work/table"
check 'no points, where there are none' test "$(grep -c points "$work/table")" = 0
check 'the list tells who searches' grep -q '^search .*([0-9]* worlds)' "$work/list"

# ---- stopping ----

"$UNO" arena random rule --games 10000000 --json "$work/stopped.json" >"$work/table" 2>"$work/err" &
arena=$!
sleep 0.5
kill -INT $arena 2>/dev/null
wait $arena
check 'Ctrl-C has its status' test $? = 130
check 'Ctrl-C leaves the results so far' grep -q '^Stopped early' "$work/table"
check 'and the rows' grep -q '^rule ' "$work/table"
check 'and the file' grep -q '"stopped": true' "$work/stopped.json"

# ---- what is refused ----

refuse 'no bots' 'at least two bots' "$UNO" arena
refuse 'one bot' 'at least two bots' "$UNO" arena random
refuse 'unknown bot' 'did you mean random' "$UNO" arena randm rule
refuse 'unknown bot, nothing near' 'there are: random' "$UNO" arena random xyzzyxyzzy
refuse 'a program that is not there' 'none' "$UNO" arena "$work/none" random
refuse 'no games' 'from 1 to' "$UNO" arena random rule --games 0
refuse 'games that are no number' 'from 1 to' "$UNO" arena random rule --games many
refuse 'too many players' 'from 2 to 10' "$UNO" arena random rule --players 11
refuse 'three at a duel' 'exactly 2' "$UNO" arena random rule --rules split-duel --players 3
refuse 'no such ruleset' 'official' "$UNO" arena random rule --rules offical
refuse 'no such option of the rules' 'jump_in' "$UNO" arena random rule --option jump_inn=on
refuse 'no threads' 'from 1 to' "$UNO" arena random rule --threads 0
refuse 'no time' 'from 1 to' "$UNO" arena random rule --think 0
refuse 'time and worlds' 'cannot go together' "$UNO" arena random rule --think 1 --worlds 1
refuse 'a budget that is none' 'search:10ms' "$UNO" arena search:fast rule
refuse 'a budget for who does not search' 'greedy does not search' "$UNO" arena greedy:10 random
refuse 'time that is not whole' 'a whole number' "$UNO" arena search random --think 0.5
refuse 'a folder as a bot' 'is a directory' "$UNO" arena "$work" random
touch "$work/mine.py"
refuse 'a file without its path' 'did you mean ./mine.py' env -C "$work" "$UNO" arena mine.py random
refuse 'a folder as file' 'cannot write' "$UNO" arena random rule --games 2 --json "$work"
refuse 'a file that cannot be' 'cannot write' "$UNO" arena random rule --json "$work/none/result.json"
finish
