# Every ruleset can be played to its end by hand: somebody who types numbers at
# random gets there, and the record of it holds.
. "$(dirname "$0")/lib.bash"
numbers() { awk -v seed="$1" 'BEGIN { srand(seed); for (i = 0; i < 60000; i++) { n = int(rand() * 9); print n ? n : (rand() < 0.3 ? "?" : "") } }'; }

for ruleset in $rulesets; do
    case $ruleset in
    split-team) tables='4 6' ;;
    split-arbiter | split-duel | split-tournament) tables=2 ;;
    *) tables='2 5' ;;
    esac
    for players in $tables; do
        file=$work/$ruleset-$players.uno
        numbers "$players" | "$UNO" play "$ruleset" --players "$players" --seed "$ruleset" --seat B --save "$file" >"$work/out" 2>"$work/err"
        status=$?
        if [ $status = 0 ] && [ ! -s "$work/err" ] && "$UNO" verify -q "$file"; then
            pass "$ruleset, $players players, by hand"
        else
            tail -n 20 "$work/out" "$work/err"
            fail "$ruleset, $players players, by hand: status $status"
        fi
        "$UNO" play "$ruleset" --players "$players" --seed 1 --auto --save "$file.auto" >/dev/null
        check "$ruleset, $players players, alone" "$UNO" verify -q "$file.auto"
        check "$ruleset, $players players, told" "$UNO" replay "$file.auto" --seat A >"$work/told"
    done
done

# House rules, with everything that opens a question out of turn.
options=(jump_in multi_play seven_swap zero_rotate trap_card take_a_chance elimination)
for seed in 1 2 3; do
    file=$work/house-$seed.uno
    numbers $seed | "$UNO" play --players 4 --seed $seed --option scoring=off --option target=0 --option stack_draws=any --option misplay_penalty=2 --option false_catch=1 \
        $(printf -- '--option %s=on ' "${options[@]}") --save "$file" >"$work/out" 2>"$work/err"
    check "house rules, seed $seed" "$UNO" verify -q "$file"
done
check 'options that fit only together, in either order' "$UNO" play --auto --option cards_dealt=20 --option max_players=3 --option target=0 >"$work/out"

# The same seed is the same game.
"$UNO" play ultimate --players 3 --seed again --auto >"$work/1"
"$UNO" play ultimate --players 3 --seed again --auto >"$work/2"
check 'a seed repeats a game' cmp -s "$work/1" "$work/2"

# The opponents are whom you ask for: each level plays both families, and a searching one repeats itself too.
for level in easy medium hard expert; do
    for ruleset in ultimate split-duel; do
        file=$work/$level-$ruleset.uno
        "$UNO" play $ruleset --seed 1 --auto --bots $level --save "$file" >"$work/out" 2>"$work/err"
        check "$level plays $ruleset" grep -q "bot \"$level\"" "$work/out"
        check 'and the record of it holds' "$UNO" verify -q "$file"
    done
done
for run in 1 2; do "$UNO" play --option target=0 --seed again --auto --bots hard >"$work/$run"; done
check 'a seed repeats the game of a bot that searches' cmp -s "$work/1" "$work/2"
"$UNO" play --option target=0 --seed again --auto --bots easy >"$work/2"
check 'another bot plays otherwise' test -n "$(diff <(grep plays "$work/1") <(grep plays "$work/2"))"
refuse 'no such bot' 'did you mean expert' "$UNO" play --bots exprt

# Leaving early.
answers() { printf '%s\n' '?' hand why log help nonsense 'R5 uno' 'w blue' 999 rules; }
answers | "$UNO" play ultimate --players 3 --seed leave --save "$work/leave.uno" >"$work/out" 2>"$work/err"
check 'end of input ends the game well' test $? = 0
check 'with a closing line' grep -q 'Goodbye' "$work/out"
check 'a refusal gives its reason' grep -q '\. \[[A-Z][0-9]' "$work/out"
check 'no colours in a pipe' test "$(grep -c "$(printf '\033')" "$work/out")" = 0
check 'the record is saved' test -s "$work/leave.uno"
refuse_with 3 'and is unfinished' 'unfinished' "$UNO" verify "$work/leave.uno"
check 'but can be replayed' "$UNO" replay "$work/leave.uno" >"$work/told"

# The words of a family, an example for what a card lacks, and what the greeting says.
echo help | "$UNO" play --seed 1 >"$work/out"
check 'help teaches classic words' grep -q 'challenge  *say' "$work/out"
printf 'help\n' | "$UNO" play split-duel --seed 1 >"$work/out"
check 'help teaches the words of Split' grep -q 'bonus card' "$work/out"
check 'no line is wider than 80 columns' test "$(LC_ALL=C.UTF-8 awk 'length > 80' "$work/out")" = ''
"$UNO" play --auto --seed 1 --option target=0 --option stack_draws=any >"$work/out"
check 'changed rules are named' grep -q '^Official UNO, changed: stack_draws=any, target=0$' "$work/out"
check 'so is who plays' grep -q 'All are played by the bot "medium"' "$work/out"
for seed in 1 2 3 4 5 6 7 8 9; do echo w | "$UNO" play --seed $seed --seat A; done >"$work/out"
check 'a colour is asked for with an example' grep -q 'such as W:B\.' "$work/out"
"$UNO" play --auto --seed 5 --players 6 --option jump_in=on --option target=0 >"$work/out"
check 'a jump-in is told once' test "$(tr '\n' ' ' <"$work/out" | grep -c 'jumps in with \([A-Za-z0-9+-]*\)\. *[A-Za-z]* plays \1')" = 0

mkfifo "$work/pipe"
"$UNO" play --seed interrupt --save "$work/interrupt.uno" <"$work/pipe" >"$work/out" 2>&1 &
game=$!
exec 9>"$work/pipe"
for _ in $(seq 100); do
    grep -q '> ' "$work/out" && break
    sleep 0.05
done
kill -TERM $game
wait $game
check 'an interrupt ends the game with status 130' test $? = 130
exec 9>&-
check 'and a closing line' grep -q 'Goodbye' "$work/out"
check 'and the record' "$UNO" replay "$work/interrupt.uno" --at 0 >"$work/told"
finish
