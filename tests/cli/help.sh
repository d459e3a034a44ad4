# Help is everywhere, on stdout, and the commands say what they promise.
. "$(dirname "$0")/lib.bash"
says() { # NAME TEXT COMMAND...
    local name=$1 text=$2
    shift 2
    if "$@" >"$work/out" 2>"$work/err" && [ ! -s "$work/err" ] && grep -qF -- "$text" "$work/out"; then pass "$name"; else fail "$name"; fi
}
says 'no arguments' 'Commands:' "$UNO"
says '--help' 'Commands:' "$UNO" --help
says 'help' 'Commands:' "$UNO" help
says '--version' 'uno ' "$UNO" --version
for command in play serve admin rules scenario replay verify arbiter tournament arena stats lab review puzzle bot bench; do
    says "help $command" "uno $command" "$UNO" help $command
    says "$command --help" '--help' "$UNO" $command --help
    says "$command -h" 'Options:' "$UNO" $command -h
done
for ruleset in $rulesets; do
    says "rules list has $ruleset" "$ruleset" "$UNO" rules list
    says "rules show $ruleset" '[ruleset]' "$UNO" rules show "$ruleset"
    says "rules show --all $ruleset" 'teams' "$UNO" rules show "$ruleset" --all
    says "rules show --all --language de $ruleset" 'Spieler' "$UNO" rules show "$ruleset" --all --language de
    for all in '' --all '--all --language de'; do
        "$UNO" rules show "$ruleset" $all >"$work/$ruleset.ini"
        says "what is shown of $ruleset $all is a ruleset" "hash $("$UNO" rules check "$ruleset" | sed 's/.*hash //')" "$UNO" rules check "$work/$ruleset.ini"
        "$UNO" rules show "$work/$ruleset.ini" $all | cmp -s - "$work/$ruleset.ini" || [ -n "$(sed -n 's/^# extends//p' "$work/$ruleset.ini")" ] || fail "and shown again it is the same: $ruleset $all"
    done
    says "rules book $ruleset" ' ' "$UNO" rules book "$ruleset"
    says "rules book --markdown $ruleset" '# ' "$UNO" rules book "$ruleset" --markdown
    says "rules book --language de $ruleset" 'Das Ziel' "$UNO" rules book "$ruleset" --language de
    says "rules book --short $ruleset" 'For example' "$UNO" rules book "$ruleset" --short
    says "rules book --short --language de $ruleset" 'Kurz gefasst' "$UNO" rules book "$ruleset" --short --language de
done
for command in '' play serve admin rules scenario replay verify arbiter tournament arena stats lab review puzzle bot bench; do
    check "help $command fits a terminal" test "$("$UNO" help $command | awk 'length > 80')" = ''
done
says 'the reference of options is named' 'uno rules show official --all' "$UNO" help rules
says 'rules diff' 'colour' "$UNO" rules diff official mattel
says 'rules diff of the same' 'same rules' "$UNO" rules diff official official
says 'what is shown can be read' 'is good' bash -c "'$UNO' rules show ultimate-next >'$work/shown.ini' && '$UNO' rules check '$work/shown.ini'"

"$UNO" bench official split-duel --json --seconds 0.05 >"$work/bench.json"
if command -v python3 >/dev/null; then
    check 'bench --json' python3 -c "
import json
rows = json.load(open('$work/bench.json'))
assert [row['ruleset'] for row in rows] == ['official', 'split-duel']
assert all(row[key] > 0 for row in rows for key in 'players actions_per_s games_per_s deals_per_s ns_per_action game_bytes copy_ns'.split())
"
fi
says 'bench --actions' official "$UNO" bench official --actions 1000
finish
