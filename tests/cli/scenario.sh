# The scenario language forgives nothing: each slip is told with its line, and what people write by nature is taken.
. "$(dirname "$0")/lib.bash"

classic='rules official   option target 0
hands A: R1 R2 R3   B: G1 G2 G3
top R5'
split='rules split-v3
hands A: R1 R2 R3 +2   B: G1 G2 G3   C: B1 B2 B3'

# run_lines TEXT...: each text on lines of its own, as one scenario
run_lines() {
    printf '%s\n' "$@" >"$work/one.txt"
    "$UNO" scenario "$work/one.txt"
}

# slip NAME LINE:COLUMN WORDS TEXT...: status 2, and the fault stands there
slip() {
    local name=$1 place=$2 words=$3 status
    shift 3
    run_lines "$@" >"$work/out" 2>"$work/err"
    status=$?
    if [ $status = 2 ] && grep -qF -- "one.txt:$place: " "$work/err" && grep -qF -- "$words" "$work/err"; then
        pass "$name"
    else
        echo "status $status, expected 2 and $place '$words', got:"
        cat "$work/out" "$work/err"
        fail "$name"
    fi
}

# good NAME TEXT...: nothing is at fault
good() {
    local name=$1
    shift
    if run_lines "$@" >"$work/out" 2>&1; then pass "$name"; else cat "$work/out"; fail "$name"; fi
}

# otherwise NAME WORDS TEXT...: status 1, the game does otherwise
otherwise() {
    local name=$1 words=$2 status
    shift 2
    run_lines "$@" >"$work/out" 2>"$work/err"
    status=$?
    if [ $status = 1 ] && grep -qF -- "$words" "$work/err"; then pass "$name"; else cat "$work/err"; fail "$name"; fi
}

# ---- where the cards are ----
slip 'deck and discards without the rest' 5:1 'a place for the 92 other cards' "$classic" 'deck 5' 'discards 4' 'A R1'
slip 'deck and discards card by card' 4:11 'other cards' "$classic" 'deck B1   discards B2' 'A R1'
good 'deck and discards with the rest' 'rules official' 'hands A: R1 R2 rest   B: G1 G2 G3' 'top R5' \
    'deck 5   discards 4' 'expect deck 5; discards 4'
good 'the discards alone' "$classic" 'discards 4' 'expect discards 4; deck 97'
slip 'two hands with the rest' 2:26 'A holds it' 'rules official' 'hands A: R1 rest   B: G1 rest' 'top R5' 'A R1'
slip 'a card too many in a hand' 3:4 'expected fewer R0' 'rules official' 'hands A: R1 R2' '   B: R0 R0' 'top R5' 'A R1'
slip 'a top card that is in a hand' 3:1 'the top card wants 1, and 0 are left' 'rules official' 'hands A: R0 R2   B: G1' 'top R0' 'A R2'
slip 'a deck too large' 4:1 'no more are left' "$classic" 'deck 200' 'A R1'
slip 'no top card' 2:1 'expected a top card' 'rules official' 'hands A: R1 R2   B: G1' 'A R1'
slip 'a wild top card without its colour' 3:1 'colour red' 'rules official' 'hands A: R1 R2   B: G1' 'top W' 'A R1'
slip 'a colour beside a card that has one' 4:1 'one of its own' "$classic" 'colour blue' 'A R1'

# ---- chance ----
slip 'a next card that is in a hand' 4:9 'no R0 is left for the deck' 'rules official' 'hands A: R0 R2   B: G1 G2' 'top R5' 'next B3 R0' 'A draw'
slip 'a next card that is not in the deck given' 4:22 'no B4 is left for the deck' "$classic" 'deck B1 B2 B3   next B4' 'A draw'
slip 'a later next card that is in a hand' 5:6 'R0 is not in the deck' 'rules official' 'hands A: R1 R2 R0   B: G1 G2' 'top R5' 'A R1' 'next R0' 'B draw'
slip 'a next card that nobody draws' 4:9 'G9 was never drawn' "$classic" 'next B9 G9' 'A draw'
slip 'a later one' 6:6 'G9 was never drawn' "$classic" 'next B9' 'A draw -> A has B9 R1 R2 R3' 'next G9' 'A keep'
slip 'next where nothing is played' 2:6 'B9 was never drawn' 'rules official' 'next B9' 'expect cards 108'
slip 'a roll that nobody needs' 4:6 'nobody rolled this' "$classic" 'dice 5' 'A R1'
slip 'a theft that nobody commits' 3:8 'G1 was never taken' "$split" 'steals G1' 'A pass'
slip 'an action card that nobody draws' 3:14 'block was never drawn' "$split" 'next actions block' 'A pass'
slip 'settled chance of the scenario before' 6:6 'nobody rolled this' 'scenario one' "$classic" 'expect turns 1' 'dice 5' 'scenario two' "$classic" 'A R1'

# ---- who is where ----
slip 'a hand too many' 3:23 'A to B' 'rules official' 'players 2' 'hands A: R1   B: G1   C: B1' 'top R5' 'A R1'
slip 'a hand too few' 2:1 'C without one' 'rules official' 'players 3' 'hands A: R1   B: G1' 'top R5' 'A R1'
slip 'a turn of nobody' 4:6 'A to B' "$classic" 'turn C' 'A R1'
slip 'scores of nobody' 4:12 'A to B' "$classic" 'scores A 5 D 7' 'A R1'
slip 'a block of nobody' 3:9 'A to C' "$split" 'blocked D' 'A pass'
slip 'too many turns' 5:1 'turn_limit' 'rules official' 'option turn_limit 100' 'hands A: R1 R2   B: G1 G2' 'top R5' 'turns 200' 'A R1'
slip 'too many players' 2:1 'exactly 2' 'rules split-duel' 'players 3' 'hands A: R1 B: G1 C: B1' 'A pass'
slip 'options that do not agree' 2:8 'bluffing=off' 'rules official' 'option bluffing off' 'option jump_in on' 'expect cards 108'
slip 'a word twice' 4:1 "'top' only once" "$classic" 'top R6' 'A R1'

# ---- the text ----
slip 'an open bracket' 4:5 "expected ')'" "$classic" 'A R1(-> B to play'
slip 'an open bracket in a title' 1:12 "expected ')'" 'scenario A (slip' "$classic" 'A R1'
slip 'an id that was replaced' 1:8 'H161 was replaced by H200' 'proves H161' "$classic" 'A R1'
slip 'an id that is none' 1:8 'such as U11' 'proves H999' "$classic" 'A R1'
slip 'a scenario that says nothing' 1:1 'says nothing' 'scenario one' "$classic" 'scenario two' "$classic" 'A R1'

# ---- what must follow ----
otherwise 'blocked names all' 'but blocked B C' "$split" 'blocked B C' 'expect blocked B'
good 'blocked names all, and so it does' "$split" 'blocked B C' 'expect blocked B C; not blocked A'
otherwise 'not blocked means none of them' 'but blocked B C' "$split" 'blocked B C' 'expect not blocked A B'
otherwise 'what several may do is asked of each' 'B may do nothing' "$classic" 'expect A B may draw'
good 'a bare refusal' "$classic" 'A G1 -> refused' 'A R9 -> refused; A to play'
otherwise 'a bare refusal of what is done' 'it was done' "$classic" 'A R1 -> refused'
slip 'a refusal of no such name' 4:17 'docs/scenarios.md' "$classic" 'A G1 -> refused no_mtach'
otherwise 'nobody rolls' 'but B rolls' 'rules ultimate' 'hands A: R+2 R1 R2   B: G- Y1 Y2' 'top R5' 'dice 5' 'A R+2' 'B G- -> nobody rolls'
otherwise 'an action card is a card' 'A draws 1' "$split" 'streak A 1' 'all pass' \
    'A R3 and B G1 and C B1' 'A bonus card -> nobody draws'

# ---- as people write ----
good 'plays' "$classic" 'A plays R1 -> B to play'
good 'draws and keeps' "$classic" 'A draws -> A draws 1' 'A keeps -> B to play'
good 'a card on somebody' "$split" 'A +2 on B -> B asked counter'
good 'passes' "$split" 'A passes -> A B C asked bid'
good 'catch somebody' 'rules official' 'hands A: R1 R2   B: G1 G2 G3   C: B1 B2' 'top R5' 'A R1' 'B catches A -> A draws 2'
good 'catch nobody' "$classic" 'B catch A -> refused no_catch'
slip 'catch the wrong one' 5:9 "'catch A'" 'rules official' 'hands A: R1 R2   B: G1 G2 G3   C: B1 B2' 'top R5' 'A R1' 'B catch C'

# ---- the names of refusals in the docs are those of the engine ----
listed() { sed -n '/^## Why an action is refused/,/^## /p' docs/scenarios.md | grep -o '^| `[a-z0-9_]*`' | tr -d '|` ' | sort; }
known() { sed -n 's/^VERDICT(\([a-z0-9_]*\),.*/\1/p' src/engine/verdict.def | grep -vx ok | sort; }
check 'docs/scenarios.md lists every refusal' diff <(listed) <(known)

# ---- own cards: neither their order nor their glyphs make other rules ----
one=tests/scenarios/house/own-effects.ini other=tests/scenarios/house/own-effects-turned.ini
hash_of() { "$UNO" rules show "$1" | grep -om1 "[0-9a-f]\{32\}"; }
check 'the same hash' test "$(hash_of $one)" = "$(hash_of $other)"
check 'which is one' test -n "$(hash_of $one)"
check 'no difference' bash -c '"$1" rules diff "$2" "$3" | grep -q "They play the same"' - "$UNO" $one $other
sed 's/effects = skip 2, again/effects = skip 3, again/' $other >"$work/third.ini"
check 'another effect has another hash' test "$(hash_of $one)" != "$(hash_of "$work/third.ini")"
for file in $one $other; do
    "$UNO" play "$file" --auto --seed 7 --save "$work/${file##*/}.uno" >/dev/null || fail "a game by $file"
done
actions_of() { grep -v '^[|#]\|^ruleset\|^date' "$work/${1##*/}.uno"; }
check 'the same game from the same seed' diff <(actions_of $one) <(actions_of $other)
finish
