# The program in docs/notation.md, which knows nothing of ours, deals the same cards.
. "$(dirname "$0")/../cli/lib.bash"
command -v python3 >/dev/null || {
    echo 'ok without python3 there is nothing to compare'
    exit 0
}
awk '/^```python/ { on = 1; next } /^```/ { on = 0 } on' "$(dirname "$0")/../../docs/notation.md" >"$work/check.py"
for game in official:2 official:5 ultimate:3 ultimate:10; do
    "$UNO" play ${game%:*} --players ${game#*:} --seed deal --auto --save "$work/$game.uno" >/dev/null
    python3 "$work/check.py" "$work/$game.uno" >"$work/theirs" || fail "$game: the program runs"
    "$UNO" replay "$work/$game.uno" --at 0 --seat all |
        sed -n -e 's/^  \([A-J]\) [^ ]*: \(.*\)/\1 \2/p' | sed 's/  */ /g' >"$work/ours"
    grep -v opening "$work/theirs" >"$work/hands"
    check "$game: the hands" diff "$work/ours" "$work/hands"
done
finish
