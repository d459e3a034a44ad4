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

# Whom you play against: one for all, one for each, with budgets, or programs of their own.
"$UNO" play --auto --players 3 --seed 1 --option target=0 --bots easy,search:5,"$UNO bot greedy" --save "$work/bots.uno" >"$work/out" 2>"$work/err"
check 'three kinds of players' "$UNO" verify -q "$work/bots.uno"
check 'each is named' grep -q 'Ben is played by the bot "search:5": ' "$work/out"
check 'so is a program' grep -q 'Cleo is played by the program' "$work/out"
"$UNO" play --seed 1 --bots /bin/false --save "$work/false.uno" >"$work/out" 2>"$work/err" </dev/null
check 'a program that does not play ends it with status 1' test $? = 1
check 'and is blamed' grep -q 'Ben ended with status 1' "$work/err"
check 'and leaves no file' test ! -e "$work/false.uno"

# Several people at one keyboard.
for table in 'official 2 2 jump_in=on' 'ultimate 4 2 jump_in=on' 'split-v3 3 3' 'split-duel 2 2'; do
    read -r ruleset players people change <<<"$table"
    file=$work/people-$ruleset.uno
    changes=(${change:+--option target=0 --option "$change"})
    numbers 5 | "$UNO" play $ruleset --players $players --people $people --seed people "${changes[@]}" --save "$file" >"$work/out" 2>"$work/err"
    check "$people people at $ruleset" "$UNO" verify -q "$file"
    # Whoever reads "You" has taken the keyboard: the last to press Enter, and nobody else.
    check 'no hand is shown to another' awk '
        match($0, /^\([A-Z][a-z]*: Enter\) > $/) { holder = substr($0, 2, index($0, ":") - 2); seen++ }
        /^  -----/ { covered = 1 } /: Enter\) > $/ { covered = 0 } /You get|Your/ { if (covered) bad = 1 }
        /^  [> ] [A-J] You / { letter = substr($0, 5, 1); if (substr(holder, 1, 1) != letter) bad = 1 }
        END { exit bad || seen < 4 }' "$work/out"
done
printf '\nquit\n' | "$UNO" play --people Zoe,Yan --players 3 --seat A,C --seed 2 >"$work/out"
check 'people have names and seats' grep -q 'A Zoe (at this keyboard), B Ben, C Yan (at this keyboard)' "$work/out"
printf '\ndraw\nkeep\nundo\nundo\nundo\nquit\n' | "$UNO" play --people 2 --seed 1 >"$work/out"
check 'what nobody has seen is taken back' test "$(grep -c 'Taken back' "$work/out")" = 2
printf '\ndraw\nkeep\n\nundo\nquit\n' | "$UNO" play --people 2 --seed 1 >"$work/out"
check 'what the next has seen is not' grep -q 'nobody else has seen' "$work/out"

# Taking back changes nothing: the same answers give the same game.
ones() { yes 1 | head -n 20000; }
for ruleset in official ultimate split-v3 split-duel; do
    few=()
    [ $ruleset = official ] && few=(--option target=0)
    ones | "$UNO" play $ruleset "${few[@]}" --seed undo --save "$work/$ruleset-once.uno" >"$work/out"
    yes $'1\nundo\n1' | head -n 60000 | "$UNO" play $ruleset "${few[@]}" --seed undo --save "$work/$ruleset-undone.uno" >"$work/out"
    check "$ruleset, every action taken back once" cmp -s "$work/$ruleset-once.uno" "$work/$ruleset-undone.uno"
    check 'and the game is over' "$UNO" verify -q "$work/$ruleset-once.uno"
done
printf 'draw\nundo\n' | "$UNO" play --seed 1 --no-undo >"$work/out"
check 'a game without taking back' grep -q 'without taking back' "$work/out"

# What is typed into a pipe stands after its prompt.
printf 'blue six\n' | "$UNO" play --seed 1 >"$work/out"
check 'a transcript can be read' grep -qx '> blue six' "$work/out"
check 'words will do' grep -q 'You play B6' "$work/out"

# Saving while playing.
printf 'save\nsave %s\nsave\ndraw\nsave %s\nquit\n' "$work/word.uno" "$work/other.uno" | "$UNO" play --seed 1 >"$work/out"
check 'save asks where' grep -q 'name of a new file' "$work/out"
check 'and saves' test "$(grep -c 'Saved' "$work/out")" = 2
check 'in one file' test ! -e "$work/other.uno"
check 'which says how to go on' grep -q -- '--resume' "$work/out"
check 'what was saved can go on' grep -q 'goes on after' <("$UNO" play --resume "$work/word.uno" </dev/null)
printf 'save %s\n' "$work/word.uno" | "$UNO" play --seed 1 >"$work/out"
check 'save overwrites nothing' grep -q 'exists already' "$work/out"

# A game that is killed goes on where it was, with the same bots, as if nothing had been.
mkfifo "$work/hands"
for bots in medium easy search:20; do
    rm -f "$work/whole.uno" "$work/killed.uno"
    common=(--option target=100 --players 3 --seed kill --bots $bots,random)
    ones | "$UNO" play "${common[@]}" --save "$work/whole.uno" >"$work/out"
    "$UNO" play "${common[@]}" --save "$work/killed.uno" <"$work/hands" >"$work/out" 2>&1 &
    game=$!
    exec 9>"$work/hands"
    printf '1\n1\n1\n1\n1\n1\n1\n' >&9
    for _ in $(seq 200); do
        [ "$(grep -c '> 1' "$work/out")" -ge 7 ] && break
        sleep 0.05
    done
    kill -KILL $game
    wait $game 2>/dev/null
    exec 9>&-
    check "$bots: the file of a killed game is whole" "$UNO" replay "$work/killed.uno" >"$work/told"
    check 'it says who plays' grep -q "^# B is played by $bots\$" "$work/killed.uno"
    ones | "$UNO" play --resume "$work/killed.uno" >"$work/out"
    check 'and goes on to the same end' cmp -s "$work/whole.uno" "$work/killed.uno"
    check 'with the record closed' "$UNO" verify -q "$work/killed.uno"
    check 'and nothing beside it' test ! -e "$work/killed.uno.part"
done

# Resuming with others, and files that cannot go on.
printf 'draw\nquit\n' | "$UNO" play --players 3 --seed 4 --save "$work/saved.uno" --bots easy >"$work/out"
cp "$work/saved.uno" "$work/kept.uno"
# To a file first: the next one begins only when this one has saved and left.
"$UNO" play --resume "$work/saved.uno" --bots hard </dev/null >"$work/out"
check 'other bots take over' grep -q 'bot "hard"' "$work/out"
check 'and stay' grep -q '^# C is played by hard$' "$work/saved.uno"
"$UNO" play --resume "$work/saved.uno" --seat B </dev/null >"$work/out"
check 'other people too' grep -q 'B Ben (you)' "$work/out"
"$UNO" play --resume "$work/saved.uno" --auto --bots random </dev/null >"$work/out"
check 'or none' grep -q 'wins' "$work/out"
refuse 'a finished game is told' 'is over' "$UNO" play --resume "$work/saved.uno"
ln -s kept.uno "$work/link.uno"
"$UNO" play --resume "$work/link.uno" </dev/null >"$work/out"
check 'a link stays a link' test -L "$work/link.uno"
printf 'draw\nquit\n' | "$UNO" play --seed 4 --save "$work/program.uno" --bots "$UNO bot rule" >"$work/out"
refuse 'no program is started by a file' 'was played by the program' "$UNO" play --resume "$work/program.uno"
"$UNO" play --resume "$work/program.uno" --bots "$UNO bot rule" </dev/null >"$work/out"
check 'but by its player' grep -q 'played by the program' "$work/out"
grep -v '^#' "$work/kept.uno" >"$work/bare.uno"
check 'a record that does not say who plays' grep -q 'A Ada (you)' <("$UNO" play --resume "$work/bare.uno" </dev/null)

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
# The same name and options with a program of its own: other rules.
mkdir "$work/club"
printf '[ruleset]\nextends = official\n[counter mana]\nstart = 0\nmost = 9\n[rule Mana]\nwhen turn = gain 1 mana\n' >"$work/club/official.ini"
"$UNO" play "$work/club/official.ini" --players 2 --seed 1 --auto --save "$work/club.uno" >/dev/null
check 'a program of its own makes other rules' grep -q 'other cards or rules of its own' <("$UNO" verify "$work/club.uno")
finish
