#!/bin/bash
# golden.sh UNO FILE... -- finished games of the past, which must still come out
# as they did; one "ok" or "not ok" line each.
uno=$1
shift
status=0
for file; do
    if message=$("$uno" verify "$file" 2>&1); then
        echo "ok golden $file"
    else
        echo "not ok golden $file: $message"
        status=1
    fi
done
exit $status
