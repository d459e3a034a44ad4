# The game on the full screen: whole games by pressing what the screen offers, on small
# and large terminals; keys and mouse; resizing; terminals without colours or symbols;
# several people at one keyboard; leaving, resuming and being stopped.
. "$(dirname "$0")/screen.bash"
alone="$UNO play --pause 0"
uno="$alone --bots easy"
asks='Arrows and Enter'
over='The game is over'
curtain='press Enter when ready'
symbols='●\|■\|▲\|★\|◆'

lacks() { # TEST NAME PATTERN: it is not on the screen
    if settled "$2" | grep -q -- "$3"; then
        shown "$2"
        fail "$1"
    else
        pass "$1"
    fi
}

# ---- whole games ----

# Presses Enter on what is offered until the result is there. A screen that stays as it was
# is asked again: the key may have come before the question.
play_out() { # NAME
    local until=$((SECONDS + 3 * limit)) now last='' same=0
    while [ $SECONDS -lt $until ]; do
        now=$(shown "$1")
        case $now in *"$over"* | *'status 0'*) return 0 ;; esac # an Enter too many has left the result already
        if [ "$now" != "$last" ] || [ $((++same)) -gt 100 ]; then
            case $now in
            *"$curtain"*)
                now=$(settled "$1") # an Enter too many may have drawn it aside meanwhile
                if [[ $now == *"$curtain"* ]]; then
                    grep -q "$symbols" <<<"$now" && return 1
                    press "$1" Enter
                fi
                ;;
            *"$asks"*) press "$1" Enter ;;
            esac
            same=0
            last=$now
        else
            sleep 0.01
        fi
    done
    return 1
}

whole_game() { # NAME COLUMNS ROWS ARGUMENTS [SETTINGS]
    local test="a whole game of $4 at $2 x $3${5:+ with $5}"
    local program=$uno
    case $4 in *--people\ 3\ --players\ 3*) program=$alone ;; esac
    start "$1" "$2" "$3" "${5:+env $5 }$program $4 --save $work/$1.uno"
    if play_out "$1" && press "$1" Enter && wait_for "$1" 'status 0' && "$UNO" verify -q "$work/$1.uno"; then
        pass "$test"
    else
        shown "$1"
        fail "$test"
    fi
    close "$1"
}

games_small() {
    whole_game official-80 80 24 'official --players 4 --seed 1'
    whole_game ultimate-80 80 24 'ultimate --players 10 --seed 1'
    whole_game v3-80 80 24 'split-v3 --players 6 --seed 1'
    whole_game duel-80 80 24 'split-duel --seed 1'
    whole_game ascii-80 80 24 'split-duel --seed 3' 'TERM=vt100 LC_ALL=C'
}

games_large() {
    whole_game official-200 200 60 'official --option target=100 --seed 2'
    whole_game ultimate-200 200 60 'ultimate --players 4 --seed 2'
    whole_game v3-200 200 60 'split-v3 --players 3 --seed 2'
    whole_game duel-200 200 60 'split-duel --seed 2'
    whole_game people-120 120 40 'split-v3 --people 3 --players 3 --option numbers_dealt=5 --seed 2'
    whole_game jumps-80 80 24 'official --people 2 --players 3 --option target=0 --option jump_in=on --seed 4'
    whole_game house-80 80 24 'ultimate --players 3 --option misplay_penalty=2 --option multi_play=on --option false_catch=1 --seed 4'
    start auto 80 24 "$uno official --players 3 --option target=0 --auto --seed 3"
    expect 'bots play among themselves' auto "$over"
    close auto
}

# ---- keys, mouse, windows ----

windows() {
    start windows 80 24 "$uno official --players 3 --seed 3"
    expect 'the question is written out' windows 'Play blue or 3, or draw.'
    expect 'and what Enter does' windows 'Enter: play red 3'
    press windows Right
    expect 'an arrow moves to the next card' windows 'Enter: play blue 2'
    press windows Down
    expect 'and down to the answers' windows 'Enter: draw a card'
    press windows Tab
    expect 'round to the first again' windows 'Enter: play red 3'
    press windows '?'
    expect 'help says what can be done' windows '2  play blue 2'
    expect 'and why not the rest' windows 'matches neither the colour nor the symbol'
    press windows Escape r
    expect 'the rulebook' windows 'The rules'
    press windows q
    wait_for windows "$asks"
    press windows z
    expect 'a key that means nothing says so' windows "'z' answers nothing here"
    press windows s
    expect 'a game can be saved at any time' windows 'The name of a new file'
    press windows "$UNO" Enter
    expect 'but never over another file' windows 'exists already'
    press windows Escape
    wait_not windows 'The name of a new file'
    press windows d
    expect 'a key draws' windows 'You draw 1 card.'
    expect 'and tells which card it is' windows 'You get '
    press windows u
    expect 'and takes it back' windows 'Taken back.'
    press windows 1
    expect 'a digit plays a card' windows 'You play red 3.'
    wait_for windows "$asks"
    press windows l
    expect 'the log' windows 'The story'
    press windows q
    wait_for windows "$asks"
    press windows q
    expect 'leaving asks first' windows 'Leave the game?'
    press windows n
    expect 'and can be undone' windows "$asks"
    close windows

    start wild 80 24 "$uno official --players 6 --seed 3"
    wait_for wild 'Enter: play Wild'
    press wild Enter
    expect 'a Wild asks for its colour' wild '[g] ▲ green'
    lacks 'and the keys that answer mean nothing else' wild 'r rules'
    press wild Escape
    expect 'from which one can go back' wild 'Enter: play Wild'
    press wild Enter
    wait_for wild '[g] ▲ green'
    press wild g
    expect 'and names it' wild 'You name green.'
    close wild

    start call 80 24 "$uno official --players 2 --option cards_dealt=2 --option target=0 --seed 8"
    expect 'UNO can be called with the card' call '! calls UNO with it: no'
    press call '!'
    expect 'by a key' call '! calls UNO with it: YES'
    press call Enter
    expect 'and is called' call 'You call UNO!'
    close call
}

clicks() {
    local column row
    start clicks 80 24 "$uno official --players 3 --seed 3"
    wait_for clicks "$asks"
    read -r column row < <(place_of clicks '│●  4│')
    mouse clicks 0 $((column + 2)) "$row"
    expect 'a click on a card that does not fit says why' clicks 'That card matches neither'
    read -r column row < <(place_of clicks '[d] draw')
    mouse clicks 0 $((column + 2)) "$row"
    expect 'a click on an answer does it' clicks 'You draw 1 card.'
    press clicks k
    wait_for clicks 'Ben '
    wait_for clicks "$asks"
    lacks 'the story follows the game' clicks 'You draw green 4'
    for _ in 1 2 3 4 5 6 7 8; do mouse clicks 64 50 8; done
    expect 'and the wheel scrolls it back' clicks 'You draw green 4'
    close clicks
}

hand_of() { settled "$1" | sed -n '/Your hand/,$p' | grep -o "$symbols"; } # a line for each card shown

sizes() {
    start sizes 80 24 "$uno ultimate --players 10 --seed 1"
    wait_for sizes "$asks"
    press sizes Enter
    resize sizes 200 60
    expect 'a window that grows' sizes '╭─ Story'
    wait_for sizes "$asks"
    resize sizes 79 24
    expect 'one that is too small says so' sizes 'Please make it 80 x 24 or larger'
    press sizes Enter
    resize sizes 80 24
    expect 'and goes on' sizes 'Your hand'
    press sizes '?'
    wait_for sizes 'What you can do now'
    resize sizes 120 30
    expect 'help that is resized' sizes 'What you can do now'
    press sizes Escape
    expect 'and closed' sizes "$asks"
    close sizes

    start many 80 24 "$uno official --option cards_dealt=20 --option max_players=4 --option misplay_penalty=6 --seed 5"
    wait_for many "$asks"
    check 'twenty cards fit' test "$(hand_of many | wc -l)" = 20
    for _ in 1 2 3 4; do
        press many Left Enter
        wait_for many 'lay it all the same' && press many y
        wait_not many 'lay it all the same' && wait_for many "$asks"
    done
    expect 'a card that does not fit costs its penalty' many 'You draw 6 cards'
    held=$(shown many | sed -n 's/.*Your hand: \([0-9]*\) cards.*/\1/p')
    check 'four of them are twenty-four cards, at least' test "${held:-0}" -ge 44
    check 'forty-four cards and more fit' test "$(hand_of many | wc -l)" = "${held:-0}"
    close many

    start rows 160 45 "$uno official --option cards_dealt=20 --option max_players=4 --seed 5"
    wait_for rows "$asks"
    check 'twenty cards are drawn in two rows' test "$(settled rows | sed -n '/Your hand/,$p' | grep -o '╭' | wc -l)" = 20
    close rows
}

# ---- terminals ----

terminals() {
    start plain 80 24 "env NO_COLOR=1 $uno official --seed 3"
    wait_for plain "$asks"
    check 'NO_COLOR paints nothing' test "$(painted plain | grep -c "$(printf '\033')\\[[0-9;]*[34][0-8]")" = 0
    close plain
    start few 80 24 "env TERM=xterm $uno official --seed 3"
    wait_for few "$asks"
    check 'eight colours will do' test "$(painted few | grep -c "$(printf '\033')\\[[0-9;]*38;5")" = 0
    check 'and are used' test "$(painted few | grep -c "$(printf '\033')\\[[0-9;]*3[1-4]")" -gt 0
    close few
    start rich 80 24 "$uno official --seed 3"
    wait_for rich "$asks"
    check '256 colours are used' test "$(painted rich | grep -c "$(printf '\033')\\[[0-9;]*38;5")" -gt 0
    close rich
    start letters 80 24 "env LC_ALL=C TERM=vt100 $uno official --players 3 --seed 3 --names Zoë,Ben,Cleo"
    expect 'letters stand for colours' letters '|R  3|'
    check 'and all of it is ASCII' test "$(shown letters | LC_ALL=C grep -c '[^ -~]')" = 0
    close letters
    start unknown 80 24 "env TERM=no-such-terminal $uno official --seed 3"
    expect 'an unknown terminal gets the line mode' unknown 'Type ?'
    close unknown
}

# ---- several people ----

people() {
    start people 80 24 "$uno split-v3 --people Ada,Ben --players 3 --seed 7"
    expect 'a curtain comes first' people 'Pass the keyboard to'
    lacks 'and hides all cards' people "$symbols"
    wait_for people 'Pass the keyboard to Ada'
    press people Enter
    expect 'then one hand is shown' people 'A You'
    press people 9 9 Enter
    expect 'the bid goes face down' people 'Pass the keyboard to Ben'
    lacks 'behind the curtain' people "$symbols"
    press people Enter
    expect 'and lies before its seat' people 'A Ada         20 numbers  0 actions  [??]'
    lacks 'and is told nobody' people 'reveals\|Ada bids\|red 9\|yellow 9\|green 9\|blue 9'
    press people Enter
    expect 'until all are revealed' people 'reveal red 1'
    close people

    start hands 80 24 "$alone official --people Ada,Ben --players 2 --seed 7"
    wait_for hands "$curtain"
    press hands Enter
    wait_for hands 'draw a card'
    first=$(settled hands | grep -o 'Pass the keyboard to [A-Z][a-z]*\|[AB] You' | head -1)
    press hands d
    wait_for hands "$asks"
    press hands k
    expect 'who acted can take back before the keyboard is passed on' hands 'can still take back: u'
    press hands u
    expect 'and takes the keyboard anew' hands "$curtain"
    lacks 'behind the curtain' hands "$symbols"
    press hands Enter
    expect 'to decide again' hands "$first"
    press hands l
    expect 'the cards one got are told again' hands 'You get '
    close hands
}

# ---- what a challenge shows ----

moves='1. B B3  A G3  B R3  A draw  A keep  B R7  A Y7  B Yx  B Y5  A Y5  B Y7  B call  A Y9  B Y1
15. B deal  A B0  B B6  A B5  B G5  A G4  B Y4  A Y2  B G2  A draw  A keep  B draw  B G0
28. A draw  A W+4:R  B accept  A R5  B Rx  B Bx  B B2  A B5  B draw  B keep  A B9
39. A call  B Y9  A draw  A keep  B G9  A G1  A call  B G8  A draw  A keep  B draw
50. B W:Y  A draw  A keep  B draw  B keep  A draw  A keep  B draw  B W+4:R'

challenge() {
    local game=$work/shown.uno
    $uno official --plain --players 2 --seed 4 --save "$game" </dev/null >/dev/null
    { grep -v '^ *[0-9]*\.\|^#' "$game" && echo "$moves" && grep '^#' "$game"; } >"$work/moves" && mv "$work/moves" "$game"
    start shown 100 30 "$uno --resume $game"
    expect 'a Wild +4 can be challenged' shown '[c] challenge the Wild +4'
    lacks 'and no hand is known before' shown 'h hands\|Ben holds'
    press shown c
    expect 'then the hand is told' shown 'Ben holds: '
    wait_for shown "$asks"
    press shown h
    expect 'and can be looked up later' shown 'What you have seen'
    close shown
}

# ---- leaving and being stopped ----

second_hand() {
    start magic 80 24 "$uno ultimate-magic --players 3 --seed 30"
    expect 'a second hand has its line, with prices' magic 'Hush 3  e[Piece of the Crown 2]'
    expect 'and a seat its counters' magic '7 cards  2 Magic  2 mana'
    press magic e
    expect 'a key plays a card of it, which is paid for and lies at the seat' magic '7 cards  1 Magic  0 mana  {Crown}'
    close magic
}

leaving() {
    local shell="bash --norc --noprofile -i" game=$work/left.uno status
    start left 80 24 "$uno ultimate --players 3 --seed 5 --save $game"
    wait_for left "$asks"
    press left Enter
    wait_for left 'You play'
    wait_for left "$asks"
    press left q
    expect 'leaving tells of the saved game' left 'left.uno'
    press left y
    expect 'and how to go on' left 'picks it up again'
    close left
    start resumed 80 24 "$uno --resume $game"
    expect 'the story goes on' resumed 'You play'
    play_out resumed
    check 'a resumed game is played out' "$UNO" verify -q "$game"
    close resumed

    start late 80 24 "$uno official --seed 5"
    wait_for late "$asks"
    press late q
    wait_for late 'save it, then leave'
    press late s
    wait_for late 'The name of a new file'
    press late "$work/late.uno" Enter
    expect 'a game can be saved on leaving' late 'picks it up again'
    check 'in the file that was named' grep -q 'is a person' "$work/late.uno"
    close late

    start won 80 24 "$uno official --players 2 --option target=0 --option cards_dealt=1 --seed 3"
    play_out won
    lacks 'without a target there are no points to show' won ' 0 points'
    press won Enter
    wait_for won 'status 0'
    expect 'the result stays on the terminal' won 'the game.'
    close won

    for signal in INT TERM HUP; do
        start stop 80 24 "env PS1='ready> ' $shell"
        wait_for stop 'ready>'
        press stop "$uno --seed 5 --save $work/$signal.uno; echo status \$?; stty -a | grep -o ' -*echo '" Enter
        wait_for stop "$asks"
        press stop d
        wait_for stop 'You draw'
        if [ $signal = INT ]; then press stop C-c; else kill -$signal "$(child_of stop)"; fi
        expect "SIG$signal ends the game" stop 'status 130'
        expect 'and gives the terminal back' stop ' echo'
        check 'and loses nothing' grep -q '^A draw\|draw' "$work/$signal.uno"
        close stop
    done

    start job 80 24 "env PS1='ready> ' $shell"
    wait_for job 'ready>'
    press job "$uno --seed 5" Enter
    wait_for job "$asks"
    press job C-z
    expect 'Ctrl-Z gives the terminal back' job 'Stopped'
    press job fg Enter
    expect 'and fg goes on' job "$asks"
    kill -ABRT "$(child_of job)"
    expect 'a bug leaves the terminal usable' job 'mistake in the program'
    press job 'echo a''live' Enter
    expect 'for the next command' job 'alive'
    close job
}

start keep 80 24 true # so that the server stays between the games
games_small >"$work/small" 2>&1 &
games_large >"$work/large" 2>&1 &
windows
clicks
sizes
terminals
people
challenge
second_hand
leaving
wait
cat "$work/small" "$work/large"
failures=$((failures + $(cat "$work/small" "$work/large" | grep -c '^not ok')))
finish
