# What the completion for bash offers.
. "$(dirname "$0")/lib.bash"
. "$(dirname "$0")/../../completions/uno.bash"
offers() { # EXPECTED WORD...: the words after `uno`, the last one being completed
    local expected=$1
    shift
    COMP_WORDS=("$UNO" "$@") COMP_CWORD=$#
    _uno
    if [ "${COMPREPLY[*]}" = "$expected" ]; then
        pass "uno $*"
    else
        fail "uno $*: expected '$expected', got '${COMPREPLY[*]}'"
    fi
}
cd "$work" || exit 2
touch game.uno mine.ini
offers '--help --version admin arbiter arena bench bot help lab play puzzle replay review rules scenario serve stats tournament verify' ''
offers 'play' pl
offers 'share shift show' tournament sh
offers 'game.uno' tournament show g
offers 'swiss' tournament new game.uno sw
offers 'svg' tournament export game.uno --as sv
offers '--auto --bots --code --connect --help --insecure --name --names --no-undo --option --pause --people --plain --players --quick --resume --save --seat --seed' play --
offers 'ultimate ultimate-magic ultimate-next' play u
offers 'mine.ini' play mi
offers '' play g
offers "$("$UNO" arena --list | sed 's/ .*//' | sort | paste -sd ' ')" play --bots ''
offers 'expert' play ultimate --bots exp
offers 'easy,expert' play --bots easy,exp
offers './game.uno' play --bots ./g
for option in players option names people seed seat connect name code; do offers '' play --$option ''; done
for option in worlds think; do offers '' bot --$option ''; done
offers 'random' bot ran
offers 'random' arena greedy ran
offers 'ultimate ultimate-magic ultimate-next' arena greedy random --rules u
offers 'game.uno mine.ini' arena greedy random --json ''
for option in games threads players; do offers '' arena --$option ''; done
offers 'game.uno mine.ini' play --save ''
offers 'game.uno' play --resume g
offers '--csv --help --html --json --player --rules' stats --
offers 'game.uno' stats g
offers '' stats --player ''
offers 'book check diff list show' rules ''
offers 'game.uno mine.ini' rules check ''
offers 'official' rules diff official o
offers '' rules list ''
offers 'error info warn' serve --log-level ''
for option in port listen url sockets; do offers '' serve --$option ''; done
offers 'game.uno mine.ini' serve --data ''
offers 'backup ban bans close migrate quarantine restore stats tables unban' admin ''
offers 'address user' admin ban ''
offers 'game.uno mine.ini' admin restore ''
for command in replay verify scenario; do offers 'game.uno mine.ini' $command ''; done
finish
