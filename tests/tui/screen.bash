# screen.bash -- for the tests of the full screen: programs in a tmux of our own, keys
# into them, what they show out of them. Nothing is timed: every wait polls for what is
# expected, and $limit seconds only bound a failure.
#
#   start NAME COLUMNS ROWS COMMAND   a program in a terminal of its own; "status N" is shown when it has ended
#   press NAME KEY...                 keys, as tmux names them
#   shown NAME, settled NAME          the text on the screen, at once or when it stays
#   wait_for NAME TEXT                until it is shown
#   wait_not NAME TEXT                until it is gone
#   expect TEST NAME TEXT             a test: it is shown, sooner or later
. "$(dirname "${BASH_SOURCE[0]}")/../cli/lib.bash"

limit=${LIMIT:-40}
export LC_ALL=C.UTF-8
unset NO_COLOR TMUX
cat >"$work/tmux.conf" <<'END'
set -g status off
set -g default-terminal tmux-256color
set -g escape-time 0
set -g history-limit 0
END

terminal() { tmux -u -S "$work/tmux" -f "$work/tmux.conf" "$@"; }
# A program that is hung up in the middle of its leak check never ends: it is killed before its terminal goes. It is asked
# to end first: only then does one that counts its lines write them.
kill_programs() { # tmux options that choose the panes
    local pane tries
    for pane in $(terminal list-panes "$@" -F '#{pane_pid}' 2>/dev/null); do
        pkill -TERM -P "$pane" || continue
        for tries in $(seq 50); do pgrep -P "$pane" >/dev/null && sleep 0.02 || break; done
        pkill -KILL -P "$pane"
    done
}
trap 'kill_programs -a; terminal kill-server 2>/dev/null; rm -rf "$work"' EXIT

if ! terminal new-session -d -s none 'exec sleep 3600'; then
    fail 'tmux has no terminal to give: is /dev/pts mounted?'
    exit 1
fi

start() { terminal new-session -d -s "$1" -x "$2" -y "$3" "$4; echo status \$?; exec sleep 3600"; }
press() {
    local name=$1
    shift
    terminal send-keys -t "=$name:" "$@"
}
shown() { terminal capture-pane -p -t "=$1:"; }
painted() { terminal capture-pane -e -p -t "=$1:"; }
close() {
    kill_programs -s -t "=$1"
    terminal kill-session -t "=$1"
}
resize() { terminal resize-window -t "=$1:" -x "$2" -y "$3"; }

wait_for() { # NAME TEXT
    local until=$((SECONDS + limit))
    while [ $SECONDS -lt $until ]; do
        shown "$1" | grep -qF -- "$2" && return 0
        sleep 0.02
    done
    return 1
}

wait_not() { # NAME TEXT: until it is gone
    local until=$((SECONDS + limit))
    while [ $SECONDS -lt $until ]; do
        shown "$1" | grep -qF -- "$2" || return 0
        sleep 0.02
    done
    return 1
}

# What is shown once it stays: a look may fall into the middle of a frame.
settled() { # NAME
    local last='' now
    for _ in $(seq $((limit * 20))); do
        now=$(shown "$1")
        [ "$now" = "$last" ] && break
        last=$now
        sleep 0.05
    done
    echo "$now"
}

expect() { # TEST NAME TEXT
    if wait_for "$2" "$3"; then
        pass "$1"
    else
        echo "'$3' was expected; the screen shows:"
        shown "$2"
        fail "$1"
    fi
}

# Where a text begins on the screen, as "column row" from 0; nothing where it is not.
place_of() { # NAME TEXT
    shown "$1" | awk -v text="$2" '{ at = index($0, text); if (at) { print at - 1, NR - 1; exit } }'
}

# A button pressed and let go, in the old coding of terminals: three bytes each.
mouse() { # NAME BUTTON COLUMN ROW
    local column row
    column=$(printf %x $((33 + $3)))
    row=$(printf %x $((33 + $4)))
    terminal send-keys -t "=$1:" -H 1b 5b 4d "$(printf %x $((32 + $2)))" "$column" "$row" 1b 5b 4d 23 "$column" "$row"
}

# The program that runs in a terminal now: the last of a chain of shells.
child_of() { # NAME
    local child next
    child=$(terminal display -p -t "=$1:" '#{pane_pid}')
    while [ "$(ps -o comm= -p "$child")" != uno ] && next=$(pgrep -P "$child"); do child=$next; done
    echo "$child"
}
