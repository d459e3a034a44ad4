#!/bin/bash
# golden.sh UNO FILE... -- finished games of the past, which must still come out
# as they did. A file holds many records one after another; one "ok" line for
# each file, one "not ok" line for each record that no longer holds.
uno=$1
shift
[ $# -gt 0 ] || { echo "not ok golden: there are no records in tests/golden"; exit 1; }
work=$(mktemp -d build/golden.XXXXXX) || exit 2
trap 'rm -rf "$work"' EXIT
status=0
for file; do
    rm -f "$work"/*
    awk -v work="$work" '/^uno-record /{ close(out); out = sprintf("%s/%04d.uno", work, ++n) } { print > out }' "$file"
    records=("$work"/*.uno)
    if [ -e "${records[0]}" ] && "$uno" verify --quiet "${records[@]}" >/dev/null 2>&1; then
        echo "ok golden $file: ${#records[@]} games"
        continue
    fi
    status=1
    for record in "${records[@]}"; do
        message=$("$uno" verify --quiet "$record" 2>&1) || echo "not ok golden $file, record $(basename "$record" .uno): $message"
    done
done
exit $status
