# The arbiter's log on a real disk: ended at any moment, a full disk, two at one file, and
# files that are no log. KILLS: how often it is ended.
. "$(dirname "$0")/../cli/lib.bash"
python3 "$(dirname "$0")/arbiter.py" "$UNO" "$work" "${KILLS:-40}" || failures=$((failures + 1))
game='game split-v3 players Ada Ben decks 68 32 lead Ada rules split'

# kept NAME TEXT FILE [OPTION]...: FILE is refused with TEXT, and stays as it is
kept() {
    local name=$1 text=$2 file=$3
    shift 3
    cp -r "$file" "$work/copy"
    refuse "$name" "$text" "$UNO" arbiter --file "$file" "$@"
    check "$name: untouched" diff -r "$file" "$work/copy"
    rm -rf "$work/copy"
}

# ---- files that are no log ----

mkdir "$work/folder"
printf '\377\330\377\340\000\020JFIF\000\001\002' >"$work/picture.jpg"
printf 'arbiter 2\n%s\n' "$game" >"$work/newer.log"
printf 'arbiter 1\n%s\nAda 5 Ben 4\nAda 5 Ben 44\nAda 5 Ben 3\n' "$game" >"$work/bad.log"
printf 'arbiter 1\r\n%s\r\n' "$game" >"$work/windows.log"
printf 'arbiter 1\n%s\nAda 5 Ben 4\0\n' "$game" >"$work/zero.log"
printf 'arbiter 1\n%s\n%05000d\n' "$game" 7 >"$work/long.log"
{ printf 'arbiter 1\n'; head -c 9000000 /dev/zero | tr '\0' '\n'; } >"$work/huge.log"
printf 'Dear diary' >"$work/diary.txt"
for more in '' '--export=csv'; do
    kept "a folder $more" 'folder' "$work/folder" $more
    kept "a picture $more" "not the log of an arbiter: its first line would be 'arbiter 1'" "$work/picture.jpg" $more
    kept "a text $more" 'not the log of an arbiter' "$work/diary.txt" $more
    kept "a newer log $more" 'written by another version' "$work/newer.log" $more
    kept "a bad line $more" 'bad.log, line 4: 44 is not on a number card' "$work/bad.log" $more
    kept "what to do about it $more" 'The lines before it are good' "$work/bad.log" $more
    kept "line ends of Windows $more" 'the line ends of Windows' "$work/windows.log" $more
    kept "a zero in a line $more" 'line 3: The line is not text' "$work/zero.log" $more
    kept "an endless line $more" 'line 3: The line is too long' "$work/long.log" $more
    kept "a huge file $more" 'too large to be the log' "$work/huge.log" $more
    refuse "a device $more" 'not a file that can be kept as a log' "$UNO" arbiter --file /dev/full $more
done
refuse 'a folder that is not there' 'No such file' "$UNO" arbiter split-v3 --file "$work/none/game.log"
head -n 3 "$work/bad.log" >"$work/good.log"
check 'the lines before a bad one are good' "$UNO" arbiter --file "$work/good.log" </dev/null >/dev/null

# Who may do anything does not notice; nobody does.
as_nobody() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi; }
chmod 755 "$work"
chmod 444 "$work/good.log"
if as_nobody "$UNO" --version >/dev/null 2>&1; then
    cp "$work/good.log" "$work/copy"
    refuse 'a file that is read-only' 'Permission denied' as_nobody "$UNO" arbiter --file "$work/good.log"
    check 'can be exported' as_nobody "$UNO" arbiter --file "$work/good.log" --export json >/dev/null
    check 'and is untouched' cmp "$work/good.log" "$work/copy"
fi
chmod 644 "$work/good.log"

# ---- files that are a log in the making ----

: >"$work/empty.log"
"$UNO" arbiter split-v3 --file "$work/empty.log" </dev/null >/dev/null
check 'an empty file becomes a log' grep -q '^game split-v3 players A B decks 68 32 lead A rules split' "$work/empty.log"
printf 'arbiter 1\n%s\nAda 5 Ben 4\nAda 5 Be' "$game" >"$work/cut.log"
cp "$work/cut.log" "$work/copy"
"$UNO" arbiter --file "$work/cut.log" --export text >/dev/null 2>"$work/err"
check 'an export leaves half a line alone' cmp "$work/cut.log" "$work/copy"
echo 'Ada 6 Ben 3' | "$UNO" arbiter --file "$work/cut.log" >/dev/null 2>"$work/err"
check 'half a line is told of' grep -q 'the last line of .*cut.log was cut off and is not counted' "$work/err"
check 'and what follows takes its place' cmp "$work/cut.log" <(printf 'arbiter 1\n%s\nAda 5 Ben 4\nAda 6 Ben 3\n' "$game")

# ---- two at one file ----

mkfifo "$work/pipe"
"$UNO" arbiter --file "$work/good.log" <"$work/pipe" >"$work/first" 2>&1 &
first=$!
exec 9>"$work/pipe"
echo 'Ada 3 Ben 6' >&9
for _ in {1..500}; do grep -q 'step 3$' "$work/first" && break; sleep 0.02; done
kept 'two at one file' 'is open in another arbiter: go on there, or close it first' "$work/good.log"
check 'but it can be exported' grep -q 'Ada 3 Ben 6' <("$UNO" arbiter --file "$work/good.log" --export text)
echo 'Ada 7 Ben 2' >&9
exec 9>&-
wait $first
check 'the first goes on' test $? = 0
check 'and keeps it' grep -qx 'Ada 7 Ben 2' "$work/good.log"
"$UNO" arbiter --file "$work/good.log" </dev/null >/dev/null
check 'afterwards it is free' test $? = 0
finish
