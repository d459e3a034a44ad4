# The arbiter on the full screen: whole games by single keys on small and large
# terminals, and the log that they leave; undo and redo, a kill in the middle, refusals,
# dialogues, mouse, resize, terminals without colours or symbols.
. "$(dirname "$0")/screen.bash"
free='N new game' # in the keys where a step can begin

# Types keys as they are; Enter, BSpace and Escape by name.
keys() { # NAME WORD...
    local name=$1 word
    shift
    for word in "$@"; do
        case $word in Enter | BSpace | Escape) press "$name" "$word" ;; *) press "$name" -l -- "$word" ;; esac
    done
}

# The same, but digits are a number round: they come all at once, and so they wait for Enter.
rounds() { # NAME WORD...
    local name=$1 word
    shift
    for word in "$@"; do
        keys "$name" "$word"
        case $word in [0-9]*) ;; *) continue ;; esac
        wait_for "$name" 'Enter: these numbers were shown' && press "$name" Enter
        wait_not "$name" 'Enter: these numbers were shown'
    done
}

# Bytes as a terminal sends them, in the escapes of printf.
send() { # NAME BYTES
    # shellcheck disable=SC2046 # a word for each byte
    terminal send-keys -t "=$1:" -H $(printf '%b' "$2" | od -An -v -tx1)
}

arbiter() { # NAME COLUMNS ROWS ARGUMENTS
    start "$1" "$2" "$3" "$UNO arbiter $4 --file $work/$1.log"
}

# How a log stands, by line mode; and how it stands when its lines are entered anew.
stands() { echo status | "$UNO" arbiter --plain --file "$1" | sed -n '/^> status/,$p'; }
replayed() { { cat "$1" && echo status; } | "$UNO" arbiter --plain | sed -n '/^> status/,$p'; }

# The log has just the lines that are expected, and they stand for what is shown.
has_log() { # TEST NAME: the lines after the first two on standard input
    cat >"$work/$2.expected"
    tail -n +3 "$work/$2.log" >"$work/$2.got"
    check "$1: the log" diff "$work/$2.expected" "$work/$2.got"
    cp "$work/$2.log" "$work/$2.copy" # the log itself is locked
    stands "$work/$2.copy" >"$work/$2.stands"
    replayed "$work/$2.copy" >"$work/$2.replayed"
    check "$1: line mode reads the same out of it" diff "$work/$2.stands" "$work/$2.replayed"
}

# ---- whole games ----

split_v3() { # NAME COLUMNS ROWS, and the words for number and action cards at that size
    local name=$1 test="split-v3 at $2 x $3"
    start "$name" "$2" "$3" "$UNO arbiter --file $work/$name.log"
    expect "$test: without a game the dialogue opens" "$name" 'Which rules are played?'
    keys "$name" 1 'Ada Ben Cleo' Enter
    expect "$test: printed decks" "$name" 'as printed in the rules: 68 number, 32 action cards'
    keys "$name" p a
    expect "$test: it begins" "$name" 'Game 1 begins: split-v3.'
    expect "$test: the first number is asked for" "$name" '▶ Ada [?]'
    keys "$name" 5 7 BSpace 4
    expect "$test: numbers are seen before they are entered" "$name" '▶ Cleo [?]'
    keys "$name" 2
    expect "$test: the last one enters the round" "$name" 'Ada wins the round'
    rounds "$name" 842
    expect "$test: a question" "$name" 'Ada has won 2 rounds in a row.'
    keys "$name" a
    expect "$test: what the table does" "$name" 'Ada draws 1 action card.'
    rounds "$name" 173 a
    expect "$test: a 7" "$name" "Ben's 7 hits Ada."
    rounds "$name" 263 a 053 b bbay
    expect "$test: a countered Block" "$name" 'Ada counters with block.'
    keys "$name" =aa 6 Enter =ba 2 Enter
    expect "$test: a correction" "$name" 'Corrected: adjust Ben actions 2.'
    keys "$name" +2ab4 wag
    expect "$test: a Wild" "$name" 'green: who must show it next?'
    keys "$name" c
    expect "$test: its duty" "$name" 'must show green'
    keys "$name" tacr5 dacd rab
    expect "$test: a Reverse" "$name" 'Ada swaps hands with Ben.'
    expect "$test: counts" "$name" "23 $4"
    keys "$name" bc
    expect "$test: a single actor is not asked for" "$name" 'BLOCKED'
    rounds "$name" 91
    expect "$test: who is blocked shows no number" "$name" 'Ada 9 Ben 1'
    rounds "$name" 912 d $(for _ in 1 2 3 4 5 6 7; do echo 912 912 a; done)
    expect "$test: a claim" "$name" 'Does Ben challenge with a +2'
    keys "$name" 2
    expect "$test: a challenge" "$name" "$free"
    rounds "$name" 912 912 a
    expect "$test: the end" "$name" 'The game is over'
    expect "$test: the winner" "$name" 'Ada wins the game.'
    expect "$test: her counts" "$name" "0 $4"
    has_log "$test" "$name" <<'END'
Ada 5 Ben 4 Cleo 2
Ada 8 Ben 4 Cleo 2
bonus card
Ada 1 Ben 7 Cleo 3
hit Ada
Ada 2 Ben 6 Cleo 3
bonus card
Ada 0 Ben 5 Cleo 3
steal Ben
block Ben on Ada
countered block
adjust Ada actions 6
adjust Ben actions 2
+2 Ada on Ben
countered +4
wild Ada
name green Cleo
truth Ada on Cleo
refused
penalty 5
dare Ada on Cleo
answered
reverse Ada on Ben
block Ben on Cleo
Ada 9 Ben 1
Ada 9 Ben 1 Cleo 2
bonus draw
Ada 9 Ben 1 Cleo 2
Ada 9 Ben 1 Cleo 2
bonus card
Ada 9 Ben 1 Cleo 2
Ada 9 Ben 1 Cleo 2
bonus card
Ada 9 Ben 1 Cleo 2
Ada 9 Ben 1 Cleo 2
bonus card
Ada 9 Ben 1 Cleo 2
Ada 9 Ben 1 Cleo 2
bonus card
Ada 9 Ben 1 Cleo 2
Ada 9 Ben 1 Cleo 2
bonus card
Ada 9 Ben 1 Cleo 2
Ada 9 Ben 1 Cleo 2
bonus card
Ada 9 Ben 1 Cleo 2
Ada 9 Ben 1 Cleo 2
bonus card
challenge Ben +2
Ada 9 Ben 1 Cleo 2
Ada 9 Ben 1 Cleo 2
bonus card
END
    check "$test: the counts of the end" grep -qx '  Ada     0 numbers   8 actions   streak 0   wins' "$work/$name.stands"
    keys "$name" q
    expect "$test: leaving says where the log is" "$name" "$name.log. To continue"
    expect "$test: and all is well" "$name" 'status 0'
    close "$name"
}

split_duel() { # NAME COLUMNS ROWS
    local name=$1 test="split-duel at $2 x $3"
    arbiter "$name" "$2" "$3" 'split-duel --players Ada,Ben'
    wait_for "$name" '▶ Ada [?]'
    rounds "$name" 18 18 a 18 18 a 91 91 a m
    expect "$test: two cards at once" "$name" "Two cards at once: which is Ada's?"
    keys "$name" 24
    expect "$test: they meet" "$name" 'Ada draws 3 number cards.'
    keys "$name" wy
    expect "$test: each shed is asked for" "$name" 'Ben may shed a number card. Do they?'
    keys "$name" nr
    expect "$test: a duty" "$name" 'must show red'
    rounds "$name" 06 18 a $(for _ in 1 2 3 4 5 6; do echo 18 18 d; done)
    wait_for "$name" "$free"
    rounds "$name" 18
    expect "$test: a claim that can be challenged by nobody" "$name" 'Ben wins the game.'
    has_log "$test" "$name" <<END
Ada 1 Ben 8
Ada 1 Ben 8
bonus card
Ada 1 Ben 8
Ada 1 Ben 8
bonus card
Ada 9 Ben 1
Ada 9 Ben 1
bonus card
+2 Ada meets +4 Ben
wild Ben
shed Ada
name red
Ada 0 Ben 6
Ada 1 Ben 8
bonus card
$(for _ in 1 2 3 4 5 6; do printf 'Ada 1 Ben 8\nAda 1 Ben 8\nbonus draw\n'; done)
Ada 1 Ben 8
END
    keys "$name" u
    expect "$test: even the end can be taken back" "$name" 'Taken back: Ada 1 Ben 8.'
    keys "$name" U
    expect "$test: and comes again" "$name" 'Ben wins the game.'
    close "$name"
}

score_sheet() { # NAME COLUMNS ROWS
    local name=$1 test="a score sheet at $2 x $3"
    arbiter "$name" "$2" "$3" 'official --players Ada,Ben,Cleo'
    expect "$test: who has won" "$name" 'Deal 1: who wins, and how many points?'
    keys "$name" a 85 Enter
    expect "$test: points" "$name" 'Ada scores 85 and now has 85.'
    keys "$name" b 'Ada r5 skip, Cleo +44' Enter
    expect "$test: a card that does not exist is refused" "$name" "'+44' is neither a player nor a card"
    keys "$name" BSpace Enter
    expect "$test: the cards that are left" "$name" 'Ben scores 75 and now has 75.'
    expect "$test: a column a deal" "$name" '75 +75'
    keys "$name" 0
    expect "$test: nobody" "$name" 'Nobody wins the deal.'
    keys "$name" =c 130 Enter
    expect "$test: a correction" "$name" '=130'
    expect "$test: what is missing" "$name" '370 to go'
    check "$test: it is said once" test "$(settled "$name" | grep -c '370 to go')" = 1
    keys "$name" c 369 Enter a 414 Enter
    expect "$test: not yet" "$name" 'Ada scores 414 and now has 499.'
    keys "$name" c 1 Enter
    expect "$test: the winner" "$name" 'Cleo wins the game.'
    has_log "$test" "$name" <<'END'
Ada 85
Ben 75
nobody
adjust Cleo 130
Cleo 369
Ada 414
Cleo 1
END
    close "$name"
}

small() {
    split_v3 v3-80 80 24 num
    split_duel duel-80 80 24
    score_sheet score-80 80 24
}
large() {
    split_v3 v3-200 200 60 numbers
    split_duel duel-200 200 60
    score_sheet score-200 200 60
}

# ---- undo, refusals, a kill ----

undoing() {
    local before after
    arbiter undo 80 24 'split-v3 --players Ada,Ben,Cleo'
    wait_for undo '▶ Ada [?]'
    rounds undo 542 842 a 173
    expect 'undo says what it takes back' undo 'u undo: Ada 1 Ben 7 Cleo 3'
    expect 'in the middle of a question' undo 'Whom does the 7 of Ben hit?'
    before=$(settled undo | sed -n '2,10p')
    keys undo uuuu
    expect 'four steps back' undo '20 num   0 act'
    expect 'redo says what it brings again' undo 'U redo: Ada 5 Ben 4 Cleo 2'
    keys undo u
    expect 'and there is an end to it' undo 'There is nothing to undo.'
    keys undo U
    expect 'redo says again what the table does' undo 'Ada wins the round'
    keys undo UUU
    wait_for undo 'Whom does the 7 of Ben hit?'
    after=$(settled undo | sed -n '2,10p')
    check 'redo brings all of it again' test "$before" = "$after"
    keys undo n
    expect 'a key that answers nothing does nothing' undo "'n' answers nothing here."
    keys undo c
    expect 'and the question still stands' undo "Ben's 7 hits Cleo."

    keys undo 4
    wait_for undo '▶ Ben [?]'
    keys undo Enter
    expect 'an incomplete round is refused' undo 'missing. [V13 A7]'
    expect 'and nothing is lost of it' undo 'Ada [4]'
    keys undo :
    wait_for undo '─ A line'
    keys undo 'a11 b2 c3' Enter
    expect 'a refusal names its rules' undo '[V3 A7]'
    expect 'and keeps what was typed' undo '> a11 b2 c3'
    press undo Home Right Delete End
    keys undo Enter
    expect 'so that it can be mended' undo 'Ada shows 1'
    kill -9 "$(child_of undo)"
    wait_for undo 'status 137'
    close undo
    arbiter undo 80 24
    expect 'a kill loses nothing' undo 'u undo: Ada 1 Ben 2 Cleo 3'
    expect 'not even what was told' undo 'Ada shows 1'
    close undo
}

# ---- dialogues ----

dialogues() {
    start menus 80 24 "cd $work && $UNO arbiter"
    wait_for menus 'Which rules are played?'
    press menus Down
    keys menus Enter
    wait_for menus 'the players'
    keys menus 'Ada Ben Cleo' Enter
    expect 'a duel of three is refused' menus 'exactly 2 players'
    expect 'and the names are kept' menus '> Ada Ben Cleo'
    press menus BSpace BSpace BSpace BSpace BSpace
    keys menus Enter
    expect 'real cards are the first choice of a duel' menus '▶[r] what real cards leave: 36 number'
    keys menus o
    wait_for menus 'Such as 36 37'
    keys menus '12 90' Enter
    expect 'too many action cards' menus 'only 37 action cards'
    press menus BSpace BSpace
    keys menus 9 Enter
    wait_for menus 'Who leads first?'
    keys menus b
    expect 'the decks are what was said' menus '12 numbers  9 actions'
    expect 'and the lead' menus 'leads'
    rounds menus 54
    keys menus =1 0 Enter
    expect 'an empty deck is marked' menus 'NUMBERS EMPTY'
    keys menus n
    expect 'a surplus no is nothing' menus "'n' answers nothing here."
    keys menus N
    wait_for menus 'Which rules are played?'
    keys menus 8
    expect 'the players of the last game are offered' menus '> Ada Ben'
    keys menus Enter
    expect 'a second game' menus 'game 2 of 2'
    keys menus G
    expect 'a list of games' menus '1  split-duel: Ada, Ben. Not finished.'
    keys menus 1
    expect 'and back to the first' menus 'game 1 of 2'
    keys menus l
    expect 'the log' menus 'lines 1-'
    keys menus l '?'
    expect 'help' menus 'Keys in a game of Split UNO'
    keys menus q Xc
    wait_for menus 'game-1.csv'
    keys menus Enter
    expect 'an export' menus 'Written to game-1.csv.'
    keys menus Xc Enter
    expect 'is never written over' menus 'exists already'
    keys menus 2 Enter
    expect 'another name will do' menus 'Written to game-1.csv2.'
    check 'and both are the same' cmp "$work/game-1.csv" "$work/game-1.csv2"
    keys menus q
    expect 'a book in memory is not dropped silently' menus 'in memory only'
    keys menus s
    wait_for menus 'evening.log'
    keys menus Enter
    wait_for menus 'status 0'
    check 'and can be kept' test "$(stands "$work/evening.log" | grep -c 'Number deck 0 (empty)')" = 1
    close menus
}

# Escape leaves every window step by step, and nothing has happened.
escapes() {
    local before
    printf 'game split-v3 players Ada Ben Cleo\nadjust Ada actions 1\nadjust Ben actions 1\n' |
        "$UNO" arbiter --plain --file "$work/escapes.log" >/dev/null
    arbiter escapes 80 24 ''
    wait_for escapes '▶ Ada [?]'
    keys escapes b
    wait_for escapes 'who plays it?'
    keys escapes Escape
    wait_for escapes '▶ Ada [?]'
    before=$(settled escapes)

    keys escapes =a
    expect 'corrections have the same way back' escapes '[Esc] back'
    keys escapes n
    expect 'a correction asks plainly' escapes 'How many number cards does Ada have?'
    keys escapes Escape
    expect 'Escape goes one step back' escapes 'What has to be corrected for Ada?'
    keys escapes Escape
    expect 'and another' escapes 'What was counted or written down wrongly?'
    keys escapes Escape
    wait_not escapes 'What was counted'
    check 'until nothing has happened' test "$(settled escapes)" = "$before"

    keys escapes Xj
    wait_for escapes 'game-1.json'
    keys escapes Escape
    wait_for escapes 'In which form'
    keys escapes Escape
    wait_not escapes 'In which form'
    check 'an export that is left' test "$(settled escapes)" = "$before"
    check 'writes nothing' test ! -e game-1.json

    keys escapes N1
    wait_for escapes 'the players'
    keys escapes Enter
    wait_for escapes 'the decks'
    keys escapes o
    wait_for escapes 'Such as 36 37'
    keys escapes Escape
    wait_for escapes 'other counts'
    keys escapes p
    wait_for escapes 'Who leads first?'
    keys escapes Escape
    wait_for escapes 'other counts'
    keys escapes Escape
    wait_for escapes 'Who plays?'
    keys escapes Escape
    wait_for escapes 'Which rules are played?'
    keys escapes Escape
    wait_for escapes "$free"
    check 'a new game that is left does not begin' test "$(settled escapes)" = "$before"
    check 'and the log has nothing of all this' test "$(wc -l <"$work/escapes.log")" = 4

    keys escapes =an17 Enter
    expect 'what is typed takes the place of the count' escapes 'Corrected: adjust Ada numbers 17.'
    keys escapes =an1 Enter
    expect 'one is no plural' escapes 'Corrected: adjust Ada numbers 1.'
    keys escapes =
    expect 'nor in a list' escapes 'Ada: 1 number, 1 action'
    close escapes

    arbiter teams 80 24 'official --players Ada,Ben,Cleo,Dora --option teams=2'
    wait_for teams 'Deal 1'
    keys teams =
    expect 'a team is corrected as one' teams '[a] Ada + Cleo: 0 points'
    check 'and listed once' test "$(settled teams | grep -c 'Cleo: 0 points')" = 1
    close teams
}

# ---- what nobody has typed ----

strange() {
    local place
    arbiter strange 80 24 'split-v3 --players Ada,Ben,Cleo'
    wait_for strange '▶ Ada [?]'
    send strange '\033[27;5;9~'           # Ctrl-Tab
    send strange '\033[105;5u'            # Ctrl-I
    send strange '\033O5P'                # Ctrl-F1
    send strange '\033[[A'                # F1 of a console
    send strange '\033]11;rgb:12/34/56\a' # an answer of the terminal
    send strange '\033P1$r0m\033\\'
    send strange '\033[200~123\n\033[201~' # a paste
    send strange '\033['                  # the same in pieces
    send strange '27;5;'
    send strange '9~'
    keys strange 7
    expect 'sequences that nobody knows are no digits' strange 'Ada [7]'
    expect 'none of them' strange '▶ Ben [?]'
    send strange '\033'
    sleep 0.3 # until the Escape has been taken for a key
    send strange '[<0;6;2M'
    keys strange 3
    expect 'not even where they come late' strange 'Ben [3]'
    expect 'and the round is not entered' strange '▶ Cleo [?]'
    place=$(place_of strange 'Ada [7]')
    send strange "\\033[<0;$((${place% *} + 1));$((${place#* } + 1))M\\033[<0;1;1m"
    expect 'a click in the new coding counts everywhere' strange '▶ Ada [7]'
    keys strange 1
    wait_for strange '▶ Cleo [?]'
    keys strange 2
    expect 'digits one by one are a round' strange 'u undo: Ada 1 Ben 3 Cleo 2'

    keys strange 123
    expect 'what comes all at once is shown' strange 'Enter: these numbers were shown'
    check 'and not entered' test "$(wc -l <"$work/strange.log")" = 3
    send strange '456\r7'
    keys strange BSpace
    expect 'whatever follows' strange '▶ Cleo [?]'
    keys strange 4
    expect 'it can be mended' strange 'u undo: Ada 1 Ben 2 Cleo 4'
    check 'before it is entered' test "$(tail -n 1 "$work/strange.log")" = 'Ada 1 Ben 2 Cleo 4'
    keys strange :
    wait_for strange '─ A line'
    send strange '\033[200~a5 b4\nc3\033[201~'
    expect 'a paste is text where a line is typed' strange '> a5 b4 c3'
    keys strange Enter
    expect 'and Enter takes it' strange 'u undo: Ada 5 Ben 4 Cleo 3'
    close strange
}

# ---- mouse, sizes, terminals ----

looks() {
    local place
    arbiter looks 80 24 'split-v3 --players Ada,Ben,Cleo'
    wait_for looks '▶ Ada [?]'
    place=$(place_of looks 'Cleo [ ]')
    mouse looks 0 $place
    expect 'a click goes to a seat' looks '▶ Cleo [?]'
    keys looks 7
    wait_for looks '▶ Ada [?]'
    keys looks 1
    wait_for looks '▶ Ben [?]'
    keys looks 2
    wait_for looks 'Whom does the 7 of Cleo hit?'
    place=$(place_of looks '[b] Ben')
    mouse looks 0 $place
    expect 'a click answers' looks "Cleo's 7 hits Ben."
    place=$(place_of looks 'undo: hit Ben')
    mouse looks 0 $place
    expect 'and takes back' looks 'Taken back: hit Ben.'
    press looks Down
    keys looks Enter
    expect 'arrows and Enter answer as well' looks "Cleo's 7 hits Ben."
    resize looks 200 60
    expect 'a larger window has the entries beside' looks '─ Entries'
    resize looks 70 20
    expect 'one that is too small says so' looks 'Please make it 80 x 24 or larger'
    resize looks 80 24
    expect 'and goes on' looks "Cleo's 7 hits Ben."
    keys looks :
    wait_for looks '─ A line'
    resize looks 100 30
    keys looks 'deck actions 0' Enter
    expect 'a window that is resized still works' looks 'ACTIONS EMPTY'
    press looks C-c
    expect 'Ctrl-C leaves' looks 'status 130'
    close looks

    start plain 80 24 "env NO_COLOR=1 $UNO arbiter split-team --players Ada,Ben,Cleo,Dora,Emil,Fritz"
    wait_for plain '▶ Ada [?]'
    rounds plain 123456
    expect 'six players fit, and teams have a sum' plain 'streak 1  team 2: 61'
    check 'NO_COLOR paints nothing' test "$(painted plain | grep -c "$(printf '\033')\\[[0-9;]*[34][0-8]")" = 0
    close plain
    start letters 80 24 "env LC_ALL=C TERM=vt100 $UNO arbiter split-v3 --players Zoë,Ben,Cleo"
    wait_for letters 'Number round'
    rounds letters 512 512
    expect 'a terminal without symbols' letters '>[a] an action card'
    check 'shows ASCII alone' test "$(shown letters | LC_ALL=C grep -c '[^ -~]')" = 0
    close letters
}

start keep 80 24 true # so that the server stays between the games
small >"$work/small" 2>&1 &
large >"$work/large" 2>&1 &
undoing
dialogues
escapes
strange
looks
wait
cat "$work/small" "$work/large"
failures=$((failures + $(cat "$work/small" "$work/large" | grep -c '^not ok')))
finish
