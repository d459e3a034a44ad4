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
# Games at a server: all revealed, one did not, and as it was before seats committed.
for game in committed unrevealed open; do
    record=$(dirname "$0")/$game.uno
    python3 "$work/check.py" "$record" | grep -v opening >"$work/theirs" || fail "$game: the program runs"
    "$UNO" replay "$record" --at 0 --seat all |
        sed -n -e 's/^  \([A-J]\) [^:]*: \(.*\)/\1 \2/p' | sed 's/  */ /g' >"$work/ours"
    check "$game: the hands" diff "$work/ours" "$work/theirs"
done
sed 's/^contribution A ../contribution A 00/' "$(dirname "$0")/committed.uno" >"$work/forged.uno"
python3 "$work/check.py" "$work/forged.uno" >/dev/null 2>"$work/err"
check 'the program notices another seed' grep -q 'not the seed committed to' "$work/err"
finish
