# Bad input: a clear message on stderr, status 2, nothing written.
. "$(dirname "$0")/lib.bash"
"$UNO" play --auto --seed 1 --option target=0 --save "$work/game.uno" >/dev/null || fail "a game to work with"
printf '[ruleset]\nextends = official\n[rules]\njump_inn = on\n' >"$work/slip.ini"

refuse 'unknown command' "did you mean 'play'" "$UNO" plya
refuse 'unknown command, none near' 'there is no command' "$UNO" xyzzy
refuse 'unknown option of uno' 'there is no option --foo' "$UNO" --foo
refuse 'unknown option' 'did you mean --players' "$UNO" play --playrs 3
refuse 'unknown letter' 'there is no option -z' "$UNO" verify -z
refuse 'missing value' '--players needs a value' "$UNO" play --players
refuse 'value where none goes' '--auto takes no value' "$UNO" play --auto=1
refuse 'unknown ruleset' 'official' "$UNO" play offical
refuse 'two rulesets' 'one ruleset at a time' "$UNO" play official mattel
refuse 'one player' 'from 2 to 10' "$UNO" play --players 1
refuse 'eleven players' 'from 2 to 10' "$UNO" play --players 11
refuse 'players that are no number' 'from 2 to 10' "$UNO" play --players 3x
refuse 'three at a duel' 'exactly 2' "$UNO" play split-duel --players 3
refuse 'too few for teams' 'split-team' "$UNO" bench split-team --players 3
refuse 'unknown rule' 'jump_in' "$UNO" play --option jump_inn=on
refuse 'wrong value' 'on or off' "$UNO" play --option jump_in=maybe
refuse 'no value' 'option=value' "$UNO" play --option jump_in
refuse 'number out of range' 'from 1 to 4' "$UNO" play --option decks=9
refuse 'deck that does not go round' 'decks' "$UNO" play --option cards_dealt=20
refuse 'no such seat' 'from A to B' "$UNO" play --seat C
refuse 'too many names' 'more than 2' "$UNO" play --names a,b,c
refuse 'a name twice' 'both be called' "$UNO" play --names Eva,Eva
refuse 'empty name' 'name 1' "$UNO" play --names ,b
refuse 'name that would paint the terminal' 'name 1' "$UNO" play --names "$(printf 'a\033[31m')"
refuse 'file that exists' 'exists already' "$UNO" play --save "$work/game.uno"
refuse 'folder that does not exist' 'cannot write' "$UNO" play --save "$work/none/game.uno"
refuse 'bad option beside --save' 'jump_in' "$UNO" play --save "$work/new.uno" --option jump_inn=on
refuse 'people who are no number' 'from 1 to 10' "$UNO" play --people 0
refuse 'more people than a table' 'from 1 to 10' "$UNO" play --people 11
refuse 'more people than seats' 'the table has 2 seats' "$UNO" play --people 3 --players 2
refuse 'people and nobody' '--auto leaves no seat' "$UNO" play --people 2 --auto
refuse 'a seat and nobody' '--auto leaves no seat' "$UNO" play --seat B --auto
refuse 'names twice' 'give them once' "$UNO" play --people Ada,Ben --names Eve,Dan
refuse 'people of one name' 'both be called' "$UNO" play --people Ada,ada
refuse 'a person without a name' 'name 2' "$UNO" play --people Ada,
refuse 'fewer seats than people' 'a seat for each' "$UNO" play --people 2 --seat A --players 3
refuse 'a seat twice' 'from A to C' "$UNO" play --people 2 --seat A,A --players 3
refuse 'too many bots' 'one for each' "$UNO" play --players 3 --bots easy,hard,hard
refuse 'too few bots' 'one for each' "$UNO" play --players 4 --bots easy,hard
refuse 'bots for nobody' 'no bot to choose' "$UNO" play --people 2 --bots easy
refuse 'a bot without a name' 'each must have' "$UNO" play --players 3 --bots easy,
refuse 'a budget for who does not search' 'has no budget' "$UNO" play --bots medium:20
refuse 'a budget that is none' 'number of worlds' "$UNO" play --bots search:many
refuse 'no such program' 'none' "$UNO" play --bots "$work/none"
refuse 'a program that is not said to be one' 'did you mean ./game.uno' env -C "$work" "$UNO" play --bots game.uno
"$UNO" play --seed 1 --option target=0 --save "$work/open.uno" </dev/null >/dev/null
refuse 'no file to resume' 'cannot open' "$UNO" play --resume "$work/none.uno"
refuse 'a folder to resume' 'cannot read' "$UNO" play --resume "$work"
refuse 'resuming a finished game' 'uno replay' "$UNO" play --resume "$work/game.uno"
refuse 'resuming what is no record' 'not a record' "$UNO" play --resume "$work/slip.ini"
refuse 'resuming nothing' 'empty' "$UNO" play --resume /dev/null
refuse 'resuming from the keyboard' 'needs a file' "$UNO" play --resume -
for more in --save=x --seed=1 --players=2 --names=a,b --option=target=0 official; do
    refuse "resuming with $more" '--resume' "$UNO" play --resume "$work/open.uno" $more
done
sed 's/^players 2/players 3/' "$work/open.uno" >"$work/more.uno"
sed '/^| stalemate/d' "$work/open.uno" >"$work/changed.uno"
{ cat "$work/open.uno"; echo '1. A challenge'; } >"$work/illegal.uno"
head -c 100 "$work/open.uno" >"$work/cut.uno"
refuse 'resuming by changed rules' 'hash' "$UNO" play --resume "$work/changed.uno"
refuse 'resuming what the rules refuse' 'against the rules' "$UNO" play --resume "$work/illegal.uno"
refuse 'resuming half a file' 'cut.uno' "$UNO" play --resume "$work/cut.uno"
check 'a game that cannot go on is left alone' cmp -s "$work/illegal.uno" <(cat "$work/open.uno"; echo '1. A challenge')

check 'nothing was written' test ! -e "$work/new.uno"
check 'the file that exists is untouched' "$UNO" verify -q "$work/game.uno"

refuse 'unknown request' "did you mean 'uno rules list'" "$UNO" rules lst
refuse 'too few words' 'uno rules diff RULESET RULESET' "$UNO" rules diff official
refuse 'too many words' 'uno rules list' "$UNO" rules list more
refuse 'ruleset file with a slip' "$work/slip.ini:4" "$UNO" rules check "$work/slip.ini"
refuse 'the slip is named' 'jump_in' "$UNO" rules check "$work/slip.ini"
printf '[ruleset]\nextends = official\n[rules]\njump_inn = on\n[card Skip]\neffects = skp\n[rule R]\nwhen trn = nothing\n' >"$work/slips.ini"
refuse 'of several slips the first' "$work/slips.ini:4:1" "$UNO" rules check "$work/slips.ini"
refuse 'and a step that is none, with its column' "slips.ini:6:11: a step" "$UNO" rules check "$work/slips.ini"
refuse 'and a moment that is none' "slips.ini:8:1: there is no moment" "$UNO" rules check "$work/slips.ini"
# A file with thirteen slips: each is told, with its place.
places='6:1 7:15 11:1 15:1 16:1 19:1 20:15 26:21 29:17 36:12 38:1 39:1 41:1'
"$UNO" rules check tests/cli/slips.ini >"$work/out" 2>"$work/err"
found=$(sed -n 's/^uno rules: [^:]*:\([0-9:]*\): .*/\1/p' "$work/err" | sort -t: -k1n | tr '\n' ' ')
check 'every slip of a file at its place' test "$found" = "$places "
check 'and its deck as a whole' grep -q 'slips.ini:15:1: deck Magic: it is too small' "$work/err"
printf '[ruleset]\nfamily = classic\n[rules]\nuno_call = off\nuno_penalty = 4\nopening_number = on\nopening_wild = any_wild\n[card Skip]\neffects = if cards of me is 3: take 1, win, take 3 by next\n[counter luck]\nmost = 3\n[rule Never]\nwhen turn = if luck of me at least 4: win\n[rule Always]\nwhen turn = if luck of me at most 3: gain 1 luck, take 0, take die\n[rule Same]\nwhen turn = if doer is doer: take 1\n[card 7]\neffects = again, if cards of me is 1: skip 2\n' >"$work/idle.ini"
"$UNO" rules check "$work/idle.ini" >"$work/out" 2>"$work/err"
check 'a ruleset with idle options is good' grep -q 'is good' "$work/out"
for idle in 'uno_penalty = 4 has no effect' 'opening_wild = any_wild has no effect' "Skip: what stands behind 'win' never happens" \
    'Never: a test never holds' 'Always: a test always holds' "Always: 'take 0' does nothing" "Always: nothing is rolled before 'die'" \
    'Same: a test compares doer with doer' "card 7: nobody is skipped beside 'again'"; do
    check "a warning: $idle" grep -qF "$idle" "$work/err"
done
refuse 'no ruleset file' 'none.ini' "$UNO" rules check "$work/none.ini"

refuse 'replay without a file' 'expected the file' "$UNO" replay
refuse 'replay of no file' 'cannot open' "$UNO" replay "$work/none.uno"
refuse 'replay of a folder' 'cannot read' "$UNO" replay "$work"
refuse 'replay beyond the end' 'has only' "$UNO" replay "$work/game.uno" --at 99999
refuse 'replay for no seat' 'from A to B' "$UNO" replay "$work/game.uno" --seat Q
refuse 'verify of another file' 'not a record' "$UNO" verify "$work/slip.ini"
refuse 'verify of nothing' 'empty' "$UNO" verify /dev/null
refuse 'bench of no ruleset' 'ruleset' "$UNO" bench nosuch
refuse 'bench of no time' '0.01' "$UNO" bench --seconds 0
refuse 'scenario without a file' 'expected at least one' "$UNO" scenario
refuse 'scenario of no file' 'cannot open' "$UNO" scenario "$work/none.txt"
refuse 'help for nothing' 'there is no command' "$UNO" help xyzzy
finish
