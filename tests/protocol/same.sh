# A built-in bot plays the same game behind the protocol as inside the program.
. "$(dirname "$0")/../cli/lib.bash"
cd "$(dirname "$0")/../.." || exit 2

same() { # BOT RULESET [OPTION]...: all that is counted is the same, by name and time apart
    local bot=$1 rules=$2 place
    shift 2
    for place in "$bot" "$UNO bot $bot"; do
        "$UNO" arena "$place" random --rules "$rules" --worlds 6 --json - "$@" >"$work/result" || return 1
        python3 - "$work/result" <<'END'
import json, sys
result = json.load(open(sys.argv[1]))
for bot in result["bots"]: del bot["name"], bot["time"]
print(json.dumps(result))
END
    done >"$work/both"
    [ "$(wc -l <"$work/both")" = 2 ] && [ "$(uniq "$work/both" | wc -l)" = 1 ] && grep -q '"forfeits": \[\]' "$work/both"
}

for bot in $("$UNO" arena --list | sed 's/ .*//'); do
    for rules in official ultimate split-v3 split-duel; do
        "$UNO" arena "$bot" random --rules $rules --games 1 --worlds 1 >/dev/null 2>&1 || continue # not its family
        case $rules in
        official) check "$bot plays $rules the same" same "$bot" $rules --games 4 --players 4 --option target=0 --option jump_in=on ;;
        ultimate) check "$bot plays $rules the same" same "$bot" $rules --games 4 --players 4 ;;
        *) check "$bot plays $rules the same" same "$bot" $rules --games 4 ;;
        esac
    done
done
finish
