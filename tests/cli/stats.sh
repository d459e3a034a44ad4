# `uno stats`: counts that can be checked by hand, every form, bad records, exit statuses.
. "$(dirname "$0")/lib.bash"

mkdir -p "$work/games/inner"
for seed in 1 2 3 4 5 6; do
    "$UNO" play official --option target=0 --auto --players 2 --names Ada,Ben --bots greedy,random --seed "$seed" \
        --save "$work/games/$seed.uno" >/dev/null || fail "game $seed"
done
sed '/^bot /d' "$work/games/1.uno" >"$work/games/inner/people.txt" # the same game, played by people
echo 'not a record' >"$work/games/readme.txt"

# json TEXT FILTER COMMAND...: Python's expression over the answer `d` is true
json() {
    local name=$1 test=$2
    shift 2
    if "$UNO" stats --json "$@" >"$work/out" 2>"$work/err" &&
        python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); p = {x["name"]: x for x in d["players"]}; sys.exit(not eval(sys.argv[2]))' "$work/out" "$test"; then
        pass "$name"
    else
        cat "$work/out" "$work/err" | head -50
        fail "$name"
    fi
}

json 'a folder and its folders' 'd["games"] == 7 and sorted(p) == ["Ada", "Ben", "greedy", "random"]' "$work/games"
json 'bots are known by their kind' 'p["greedy"]["bot"] and not p["Ada"]["bot"]' "$work/games"
json 'wins add up' 'sum(x["wins"] for x in d["players"]) == 7 and p["greedy"]["games"] == 6' "$work/games"
json 'chance gives a half in a duel' 'p["greedy"]["expected"] == 3' "$work/games"
json 'a duel has a rating of its own' 'p["greedy"]["ratings"]["classic"]["duel"]["games"] == 6' "$work/games"
json 'few games are provisional' 'p["greedy"]["ratings"]["classic"]["provisional"]' "$work/games"
json 'a history has a point for each game' 'len(p["greedy"]["history"]["classic"]) == 6' "$work/games"
json 'the same game twice counts once' 'd["games"] == 1' "$work/games/1.uno" "$work/games/1.uno"
json 'one player' 'list(p) == ["Ada"]' --player Ada "$work/games"
json 'one ruleset' 'd["games"] == 7' --rules official "$work/games"
cat "$work/games/1.uno" "$work/games/2.uno" >"$work/two.uno"
json 'many records in a file' 'd["games"] == 2' "$work/two.uno"
"$UNO" stats --json - <"$work/two.uno" >"$work/stdin" && "$UNO" stats --json "$work/two.uno" | cmp -s - "$work/stdin" &&
    pass 'the standard input' || fail 'the standard input'

"$UNO" stats --json "$work/games/"{1,2,3,4,5,6}.uno >"$work/forward"
"$UNO" stats --json "$work/games/"{6,2,5,1,4,3}.uno >"$work/mixed"
normal() { python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); d["players"].sort(key=lambda x: x["name"]); [x[k].sort(key=lambda y: y["name"]) for x in d["players"] for k in ("opponents", "partners")]; print(json.dumps(d, sort_keys=True))' "$1"; }
[ "$(normal "$work/forward")" = "$(normal "$work/mixed")" ] && pass 'the order of the files does not matter' || fail 'the order of the files does not matter'

# ---- forms ----

"$UNO" stats "$work/games" >"$work/out" && grep -q '^bot greedy .*6' "$work/out" && pass 'a table' || fail 'a table'
"$UNO" stats --player greedy "$work/games" >"$work/out" && grep -q 'rating over time, classic' "$work/out" && grep -q '^bot random' "$work/out" &&
    pass 'one player in full' || fail 'one player in full'
"$UNO" stats --csv "$work/games" >"$work/out" && [ "$(awk -F, '{ print NF }' "$work/out" | sort -u | wc -l)" = 1 ] && [ "$(wc -l <"$work/out")" = 5 ] &&
    pass 'as many fields in every row' || fail 'as many fields in every row'
sed -i 's/^seat A .*/seat A <b>"\&=1/' "$work/games/inner/people.txt"
"$UNO" stats --html "$work/page.html" "$work/games" && python3 - "$work/page.html" <<'P' && pass 'a page that holds together' || fail 'a page that holds together'
import html.parser, sys
text = open(sys.argv[1]).read()
void = {'meta', 'br', 'line', 'rect', 'polyline'}
class Page(html.parser.HTMLParser):
    stack = []
    def handle_starttag(self, tag, attributes):
        if tag not in void: self.stack.append(tag)
    def handle_endtag(self, tag):
        if tag not in void: assert self.stack.pop() == tag, tag
Page().feed(text)
assert not Page.stack and '<b>"' not in text and '&lt;b&gt;&quot;&amp;=1' in text and '<svg' in text and 'http' not in text
P
refuse 'a page is not written over' 'cannot write' "$UNO" stats --html "$work/page.html" "$work/games"

# ---- what is wrong ----

refuse 'nothing to read' 'expected records' "$UNO" stats
refuse 'a file that is not there' 'nowhere.uno' "$UNO" stats "$work/nowhere.uno"
refuse 'nobody of that name' "nobody called 'Eve'" "$UNO" stats --player Eve "$work/games"
refuse 'no game by those rules' 'no finished games by ultimate' "$UNO" stats --rules ultimate "$work/games"
refuse 'two forms' 'choose one' "$UNO" stats --json --csv "$work/games"
refuse 'no record at all' 'no finished games' "$UNO" stats "$work/games/readme.txt"
sed 's/^scores A [0-9]*/scores A 4711/' "$work/games/2.uno" >"$work/games/wrong.uno"
sed '/^winners/,$d' "$work/games/3.uno" >"$work/games/open.uno"
"$UNO" stats "$work/games" >"$work/out" 2>"$work/err"
status=$?
[ $status = 1 ] && grep -q '^7 games' "$work/out" && grep -q 'wrong.uno:[0-9]*:0: the actions give A .*left out' "$work/err" &&
    grep -q 'open.uno.*the game is not over; left out' "$work/err" && grep -q '2 records were left out' "$work/err" &&
    pass 'bad records are named and left out' || { cat "$work/err"; fail 'bad records are named and left out'; }
finish
