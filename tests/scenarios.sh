#!/bin/bash
# scenarios.sh UNO FILE... -- every scenario, one "ok" or "not ok" line each, and
# whether each rule has one that proves it.
set -o pipefail
uno=$1
shift
"$uno" scenario --verbose --coverage "$@" | sed -e 's/^good  /ok /' -e 's/^FAIL  /not ok /'
