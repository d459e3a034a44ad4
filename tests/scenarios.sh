#!/bin/bash
# scenarios.sh UNO FILE... -- every scenario, one "ok" or "not ok" line each, and
# whether each rule has one that proves it.
set -o pipefail
uno=$1
shift
[ $# -gt 0 ] || { echo "not ok scenarios: there are none in tests/scenarios"; exit 1; }
"$uno" scenario --verbose --coverage "$@" | sed -e 's/^good  /ok /' -e 's/^FAIL  /not ok /'
