# `uno serve` and `uno admin`: starting, being asked, refusing, stopping.
. "$(dirname "$0")/lib.bash"
cd "$work" || exit 2
unset UNO_PORT UNO_DATA UNO_LISTEN UNO_URL

servers=()
trap 'kill "${servers[@]}" 2>/dev/null; wait; rm -rf "$work"' EXIT

start() { # OPTION...: a server on a free port of this machine; sets server and address
    "$UNO" serve --listen 127.0.0.1 --port 0 "$@" >started 2>log &
    server=$!
    servers+=($server)
    for _ in $(seq 200); do
        address=$(sed -n 's/^Open //p' started)
        [ -n "$address" ] && grep -q Ctrl-C started && return
        kill -0 $server 2>/dev/null || break
        sleep 0.05
    done
    cat started log
    return 1
}

stop() { # SIGNAL: sets status
    kill -"$1" "$server"
    wait "$server"
    status=$?
}

get() { # PATH: status line, headers and body
    python3 - "$address" "$1" <<'END'
import http.client, sys, urllib.parse
connection = http.client.HTTPConnection(urllib.parse.urlparse(sys.argv[1]).netloc, timeout=20)
connection.request("GET", sys.argv[2])
answer = connection.getresponse()
print(answer.status)
print(answer.headers)
print(answer.read().decode(errors="replace"))
END
}

has() { # NAME TEXT PATH
    if get "$3" >got && grep -qF -- "$2" got; then pass "$1"; else cat got; fail "$1"; fi
}

check 'it starts' start --data uno.db
has 'the page' '<!doctype html>' /
has 'a path of the page' '<!doctype html>' /t/K7QD2M4P
has 'a file that is not there' 404 /missing.js
has 'nothing foreign runs in the page' "Content-Security-Policy: default-src 'self'" /
has 'links are secrets' 'Referrer-Policy: no-referrer' /
has 'how it is' 200 /healthz
has 'numbers for a monitor' uno_commit_seconds_count /metrics
port=${address##*:}
refuse_with 4 'the port is taken' "port $port" "$UNO" serve --listen 127.0.0.1 --port "$port" --data other.db
refuse_with 5 'the database is taken' 'another server' "$UNO" serve --listen 127.0.0.1 --port 0 --data uno.db
check 'the operator asks' grep -q '^tables: 0' <("$UNO" admin stats --data uno.db)
check 'as JSON' grep -q '^{"tables":\[\]}' <("$UNO" admin tables --data uno.db --json)
check 'the socket is the operator'"'"'s alone' test "$(stat -c %a uno.db.sock)" = 600
refuse 'a table that is not there' 'no table' "$UNO" admin close NOSUCH --data uno.db
check 'a backup of a running server' "$UNO" admin backup copy.db --data uno.db
refuse_with 1 'no restoring under a running server' 'uno.db' "$UNO" admin restore copy.db --data uno.db
stop TERM
check 'it stops when it is told' test $status = 0
check 'every line of the log is JSON' python3 -c 'import json, sys; [json.loads(line) for line in open("log")]'
check 'and says that everything is written' grep -q '"event":"stopped","written":true' log
check 'the socket is gone' test ! -e uno.db.sock
check 'restored' "$UNO" admin restore copy.db --data uno.db
refuse_with 1 'nobody answers' 'no server answers' "$UNO" admin stats --data uno.db

export UNO_DATA=:memory:
check 'and keeps nothing' start
check 'which it says' grep -q 'Nothing is kept' started
stop INT
check 'Ctrl-C' test $status = 0
unset UNO_DATA

export XDG_STATE_HOME=$work/state
check 'its place by default' start
check 'is in the state folder' test -e state/uno/uno.db
stop TERM

refuse 'a port that is none' 'from 0 to 65535' "$UNO" serve --port 65536
UNO_PORT=many refuse 'neither in the environment' UNO_PORT "$UNO" serve
refuse 'a key without a certificate' 'give both' "$UNO" serve --key key.pem
refuse 'a certificate that is not there' 'cannot read none.pem' "$UNO" serve --cert none.pem --key none.pem --data x.db
echo nothing >bad.pem
refuse 'a certificate that is none' 'not a certificate' "$UNO" serve --cert bad.pem --key bad.pem --data x.db
refuse_with 4 'an address of somebody else' 'does not have that address' "$UNO" serve --listen 192.0.2.1 --port 0 --data x.db
refuse 'a URL that is none' 'https://' "$UNO" serve --url uno.example.org
refuse 'a level of the log' 'error, warn or info' "$UNO" serve --log-level loud
refuse 'nothing to do' 'what should be done' "$UNO" admin
finish
