# A table at a real server from several terminals: finding it, the room before the game, whole
# games on small and large screens, talk, votes, a server that is started again in the
# middle, leaving and coming back; and the same line by line.
. "$(dirname "$0")/screen.bash"
asks='Arrows and Enter'
over='The game is over'
room='y ready'
unset UNO_DATA

serve() { # NAME [PORT]
    start "$1" 150 12 "$UNO serve --data $work/uno.db --listen 127.0.0.1 --port ${2:-0} --pace 1 --unlimited"
    wait_for "$1" 'Ctrl-C stops'
    url=$(shown "$1" | grep -o 'http://127.0.0.1:[0-9]*' | head -n 1)
}

person() { # NAME COLUMNS ROWS ARGUMENTS: each has a memory of their own
    start "$1" "$2" "$3" "env XDG_STATE_HOME=$work/state-$1 $UNO play --connect $4"
}

link_of() { shown "$1" | grep -o 'http://[^ ]*/t/[A-Z0-9]*' | head -n 1; }

# Presses Enter on what is offered to each of them until all see that the game is over. One Enter too many leads
# from the result to the room.
play_out() { # NAME...
    local until=$((SECONDS + 3 * limit)) now left name
    declare -A last same
    while [ $SECONDS -lt $until ]; do
        left=0
        for name in "$@"; do
            now=$(shown "$name")
            case $now in
            *"$over"* | *"$room"*) continue ;;
            *'Say to all'*) press "$name" Escape ;;
            *"$asks"*)
                if [ "$now" != "${last[$name]}" ] || [ $((++same[$name])) -gt 50 ]; then
                    press "$name" Enter
                    last[$name]=$now
                    same[$name]=0
                fi
                ;;
            esac
            left=$((left + 1))
        done
        [ $left = 0 ] && return 0
        sleep 0.01
    done
    return 1
}

# Two people and whoever else fits: from the first screen to the result, and once more.
whole_game() { # NAME COLUMNS ROWS ARGUMENTS
    local a=$1-a b=$1-b test="a whole game of $4 at $2 x $3"
    person "$a" "$2" "$3" "$url --name Ada $4"
    wait_for "$a" "$room" || { shown "$a" && fail "$test: the room" && return; }
    person "$b" "$2" "$3" "$(link_of "$a") --name Ben"
    wait_for "$b" 'Ben (you)'
    expect "$1: the host sees who comes" "$a" 'Ben '
    press "$b" y
    expect "$1: and who is ready" "$a" '  ready'
    press "$a" y
    expect "$1: then the host may start" "$a" 's starts the game'
    press "$a" s
    wait_for "$a" 'Your hand' && wait_for "$b" 'Your hand'
    if play_out "$a" "$b"; then
        pass "$test"
    else
        shown "$a"
        shown "$b"
        fail "$test"
    fi
}

games() {
    whole_game official 80 24 'official --players 3 --option target=0 --option cards_dealt=4'
    for who in official-a official-b; do expect "$who: the deal is checked" $who 'Fair deal: checked'; done
    for who in official-a official-b; do
        wait_for $who "$over" && press $who n
        wait_for $who 'y not ready after all'
    done
    expect 'after it both are ready for another' official-a 's starts the game'
    press official-a s
    wait_for official-a 'Your hand'
    check 'which is played as well' play_out official-a official-b
    close official-a
    close official-b
    whole_game ultimate 200 60 'ultimate --players 2 --option target=0 --option cards_dealt=4'
    close ultimate-a
    close ultimate-b
    whole_game split 80 24 'split-v3 --players 3'
    close split-a
    close split-b
}

# ---- the room, and finding it ----

rooms() {
    local link
    person ada 80 24 "$url"
    expect 'without a code one chooses' ada 'There is no public table just now'
    press ada n
    expect 'a new table' ada 'By which rules?'
    press ada a
    expect 'with its seats' ada 'How many players, 2 to 10?'
    press ada 3 Enter
    expect 'is made' ada "$room"
    link=$(link_of ada)
    person ben 80 24 "$url"
    wait_for ben 'a table whose code I know'
    press ben c
    wait_for ben 'The code of a table'
    press ben 'no such code!' Enter
    expect 'what is no code is refused' ben 'That is no code'
    press ben "${link##*/}" Enter
    expect 'a code leads to the table' ben '(you)'
    press ben t
    wait_for ben 'Say to all'
    press ben 'hello everybody' Enter
    expect 'talk is heard' ada ': hello everybody'
    press ben s
    expect 'a key that means nothing says so' ben 'That key means nothing here'
    press ada b
    wait_for ada 'How strong?'
    press ada h
    expect 'the host seats a bot' ben 'bot, hard'
    press ada s
    expect 'nobody starts before all are ready' ada 'not ready yet'
    press ada c
    wait_for ada 'Whose seat becomes free?'
    press ada b
    expect 'and sends people away' ben 'You watch'
    press ada r
    expect 'the rules are at hand' ada 'The rules'
    press ada q
    wait_for ada "$room"
    press ada q
    expect 'leaving says how to come back' ada 'To come back: uno play --connect'
    press ada y
    expect 'and so does the terminal' ada 'goes on at this table'
    close ada
    close ben

    person quick 80 24 "$url --quick --name Quick split-duel"
    expect 'a quick game waits for others' quick 'Quick (you)'
    person quick-b 80 24 "$url --quick --name Other split-duel"
    expect 'and begins with whoever comes' quick 'Your hand'
    close quick
    close quick-b
}

# ---- at the table ----

table() {
    local link
    person host 80 24 "$url --name Host official --players 3"
    wait_for host "$room"
    link=$(link_of host)
    person guest 80 24 "$link --name Guest"
    wait_for guest '(you)'
    press guest y
    press host y
    wait_for host 's starts the game'
    press host s
    wait_for host 'Your hand'
    wait_for guest 'Your hand'
    check 'a clock runs' grep -q '[12]:[0-9][0-9]$' <(shown host)
    person watcher 100 30 "$link --name Watcher"
    expect 'others may watch' watcher 'w waits for a seat'
    press host P
    expect 'the host pauses' guest 'The game is paused.'
    press host P
    wait_not guest 'The game is paused.'
    press guest t
    wait_for guest 'Say to all'
    press guest 'good luck' Enter
    expect 'talk is in the story' host 'Guest: good luck'
    press guest v
    wait_for guest 'Vote about'
    press guest e
    expect 'a vote is asked' host 'break the game off? 1 yes, 0 no. v answers.'
    press host v
    wait_for host 'A vote'
    press host y
    expect 'and carried' guest "$over"
    press guest q
    wait_for guest 'give the seat up'
    press guest g
    expect 'a seat can be given up' guest 'status 0'
    press host Enter
    expect 'and is free then' host 'free; a bot takes it'
    close host
    close guest
    close watcher
}

# ---- a server that is started again ----

restarts() {
    local port=${url##*:} link who
    person here 80 24 "$url --name Here official --players 2 --option target=0 --option cards_dealt=4"
    wait_for here "$room"
    link=$(link_of here)
    person there 80 24 "$link --name There"
    wait_for there '(you)'
    press there y
    press here y
    wait_for here 's starts the game'
    press here s
    wait_for here 'Your hand' && wait_for there 'Your hand'
    kill "$(child_of server)"
    wait_for server 'status 0'
    expect 'a server that is gone leaves the table on the screen' here 'Your hand'
    expect 'and a word about it' here 'no connection'
    who=$([[ $(shown here) == *"$asks"* ]] && echo here || echo there)
    press $who d
    wait_not $who "$asks"
    close server
    serve server "$port"
    wait_not here 'no connection' && wait_not there 'no connection'
    expect 'what was typed meanwhile counts' $who 'You draw 1 card.'
    check 'and the game goes on' play_out here there
    close here

    person again 80 24 "$link --name Here"
    expect 'somebody else has no seat' again 'You watch'
    close again
    start here 80 24 "env XDG_STATE_HOME=$work/state-here $UNO play --connect $link --name Here"
    expect 'who comes back is at the own seat' here 'Here (you)'
    close here
    close there
}

# ---- line by line, and what cannot be ----

secure() {
    local port
    command -v openssl >/dev/null || return 0
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
        -keyout "$work/key.pem" -out "$work/cert.pem" 2>/dev/null
    start tls 150 12 "$UNO serve --data :memory: --port 0 --cert $work/cert.pem --key $work/key.pem"
    wait_for tls 'Ctrl-C stops'
    port=$(shown tls | grep -o 'https://localhost:[0-9]*' | head -n 1 | grep -o '[0-9]*$')
    refuse_with 1 'a certificate that nobody vouches for' 'certificate of localhost is not trusted' \
        "$UNO" play --connect "https://localhost:$port" official --plain
    person tls-any 80 24 "https://localhost:$port --insecure official"
    expect 'will do where that is said' tls-any "$room"
    start tls-good 80 24 "env SSL_CERT_FILE=$work/cert.pem XDG_STATE_HOME=$work/state-good $UNO play --connect https://localhost:$port official"
    expect 'and one that is known will always do' tls-good "$room"
    close tls-any
    close tls-good
    close tls
}

lines() {
    export XDG_STATE_HOME=$work/state-lines
    { printf 'ready\nbot easy\nstart\nsay hello\n' && yes 1 | head -n 400 && echo quit; } |
        "$UNO" play --connect "$url" official --players 2 --option target=0 --option cards_dealt=4 --name Lin --plain >"$work/lines" 2>&1
    check 'a game line by line' grep -q 'win' "$work/lines"
    check 'with what is said' grep -q 'Lin: hello' "$work/lines"
    check 'the deal is checked' grep -q 'Fair deal: checked' "$work/lines"
    check 'and how to come back' grep -q 'goes on at this table' "$work/lines"
    check 'the session is for its owner alone' test "$(stat -c %a "$XDG_STATE_HOME/uno/sessions")" = 600
    refuse 'a wrong address' 'is no address of a server' "$UNO" play --connect ftp://localhost
    refuse 'what has no place at a server' 'at a server there is no' "$UNO" play --connect "$url" --save x.uno
    refuse 'a code that is none' 'is no code of a table' "$UNO" play --connect "$url" --code 'x/y'
    refuse 'options of a server without one' 'go with --connect' "$UNO" play --quick
    refuse_with 1 'nobody there' 'No server answers' "$UNO" play --connect http://127.0.0.1:1 --quick
    refuse_with 1 'an unknown code' 'There is no table with that code' "$UNO" play --connect "$url" --code ZZZZZZZZ
    refuse_with 1 'an unknown ruleset' 'no ruleset of that name' "$UNO" play --connect "$url" nonsense
    refuse_with 1 'a name that is none' 'cannot be a name' "$UNO" play --connect "$url" --quick --name "$(printf 'a\001')"
}

serve server
games
rooms
table
lines
secure
restarts
finish
