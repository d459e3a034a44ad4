# The examples play every kind of game to its end, and not badly.
. "$(dirname "$0")/../cli/lib.bash"
cd "$(dirname "$0")/../.." || exit 2

plays() { # BOT RULESET [OPTION]...: finishes without a forfeit, and between two wins more than random play
    local bot=$1 rules=$2
    shift 2
    "$UNO" arena "$bot" random --rules "$rules" --games 40 --threads 2 --json - "$@" >"$work/result" || return 1
    python3 - "$work/result" <<'END'
import json, sys
result = json.load(open(sys.argv[1]))
assert result["games"] >= 40 and not result["forfeits"] and not result["undecided"], result
assert result["players"] > 2 or result["bots"][0]["win_rate"] > 0.5, result["bots"]
END
}

for bot in examples/bot.py ./examples/bot.js; do
    check "$bot is short" test "$(wc -l <"$bot")" -lt 40
    check "$bot plays official" plays $bot official --option target=0
    check "$bot plays a table of six" plays $bot official --option target=0 --players 6 --option jump_in=on
    check "$bot plays ultimate" plays $bot ultimate
    check "$bot plays ultimate with four" plays $bot ultimate --players 4
    check "$bot plays split-v3" plays $bot split-v3
    check "$bot plays split-team" plays $bot split-team --players 4
    check "$bot plays split-duel" plays $bot split-duel
done
finish
