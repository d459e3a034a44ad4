#!/bin/bash
# golden-write.sh UNO [GAMES [RULESET...]] -- plays the games that tests/golden/ keeps: for
# every ruleset, over all numbers of players, and for tables with house rules; or for the rulesets named alone.
# The records are meant to outlive the program that wrote them: write new ones
# only where the rules themselves have changed.
set -eu
uno=$1
games=${2:-200}
only=("${@:3}")
out=tests/golden
record=build/golden-record.uno
mkdir -p $out

play() { # file seed arguments...: appends a record; fails where such a table cannot be
    local file=$1 seed=$2
    shift 2
    rm -f $record
    "$uno" play "$@" --auto --seed "golden $seed" --save $record >/dev/null 2>&1 || return 1
    cat $record >>"$file"
}

tables() { # arguments...: the numbers of players that can sit there
    local players
    for players in 2 3 4 5 6 7 8 9 10; do
        play /dev/null 0 "$@" --players $players && echo $players
    done
}

write() { # name arguments...
    local name=$1 players done=0
    shift
    : >"$out/$name.txt"
    mapfile -t players < <(tables "$@")
    while [ $done -lt "$games" ]; do
        play "$out/$name.txt" $done "$@" --players "${players[done % ${#players[@]}]}"
        done=$((done + 1))
    done
    echo "$name: $done games, ${players[*]} players"
}

for ruleset in rulesets/*.ini; do
    ruleset=$(basename "$ruleset" .ini)
    [ ${#only[@]} = 0 ] || [[ " ${only[*]} " == *" $ruleset "* ]] || continue
    case $ruleset in
    official | mattel) write "$ruleset" "$ruleset" --option target=0 ;; # a match is twenty such deals
    *) write "$ruleset" "$ruleset" ;;
    esac
done
[ ${#only[@]} = 0 ] || exit 0
house() { write "house-$1" official --option target=0 "${@:2}"; }
house table --option jump_in=on --option multi_play=on --option seven_swap=on --option zero_rotate=on --option stack_draws=any
house strict --option must_play=on --option force_play=on --option bluffing=off --option challenge=off \
    --option finish_on_action=off --option finish_on_wild=off --option hand_limit=15
house last-one --option elimination=on --option scoring=off --option uno_penalty=4 --option false_catch=1 --option misplay_penalty=1
house partners --option teams=2 --option min_players=4 --option max_players=4 --option decks=2 --option double_points=on
games=10
write match official
