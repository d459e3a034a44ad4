# Completion of `uno` for bash. Commands, options, rulesets and bots are asked of the
# program itself, so that there is nothing here to keep up to date.

_uno_words() { # PATTERN ARGUMENT...: what sed's PATTERN finds in what `uno ARGUMENT...` prints
    local pattern=$1
    shift
    "${COMP_WORDS[0]}" "$@" 2>/dev/null | sed -n "$pattern"
}

_uno_commands() { _uno_words '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p'; }
_uno_options() { _uno_words '/^Options:/,/^$/s/^ [ a-zA-Z,-]*\(--[a-z-]*\).*/\1/p' "$1" --help; }
_uno_rulesets() { _uno_words '/^$/q; 1!s/^\([a-z][a-z0-9-]*\) .*/\1/p' rules list; }
_uno_bots() { _uno_words 's/^\([a-z][a-z0-9-]*\) .*/\1/p' arena --list; }

_uno() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]:-}
    local request=${COMP_WORDS[2]:-} choices='' files=''
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        choices="$(_uno_commands) help --help --version"
    elif [[ $before == --@(save|resume|data|cert|key|html) || $command:$before == arena:--json || $command:$before == @(lab|review):--@(json|csv|report) ]]; then
        files='*'
    elif [[ $before == --@(player|players|people|option|seed|seat|name|names|connect|code|pause|seconds|actions|at|worlds|think|move-time|games|threads|vary|precision|shard|goal|date) ]]; then
        return
    elif [[ $command == serve && $before == --log-level ]]; then
        choices='error warn info'
    elif [[ $command == serve && $before == --* && $before != --@(metrics-open|push|unlimited) ]]; then
        return
    elif [[ $before == --why ]]; then
        return
    elif [[ $command == tournament && $before == --as ]]; then
        choices='text csv json svg html log'
    elif [[ $command == tournament && $before == --bot ]]; then
        choices=$(_uno_bots)
    elif [[ $command == tournament && $before == --seen ]]; then
        return
    elif [[ $before == --bots ]]; then # one, or several with commas between them
        choices=$(_uno_bots | sed "s/^/${word%"${word##*,}"}/")
        [[ $word == */* ]] && choices='' files='*'
    elif [[ $before == --language ]]; then
        choices='en de'
    elif [[ $before == --@(rules|against) ]]; then
        choices=$(_uno_rulesets) files='!*.ini'
    elif [[ $word == -* ]]; then
        choices=$(_uno_options "$command")
    else
        case $command in
        help) choices=$(_uno_commands) ;;
        replay | verify | scenario | stats | review) files='*' ;;
        lab)
            if [ "$request" = merge ]; then files='*'; else choices="$(_uno_rulesets) compare balance merge" files='!*.ini'; fi
            ;;
        bot) choices=$(_uno_bots) ;;
        admin)
            if [ "$COMP_CWORD" = 2 ]; then
                choices='tables stats bans quarantine close ban unban backup restore migrate'
            elif [[ $request == @(ban|unban) && $COMP_CWORD == 3 ]]; then
                choices='user address'
            elif [[ $request == @(backup|restore|migrate) ]]; then
                files='*'
            fi
            ;;
        tournament)
            if [ "$COMP_CWORD" = 2 ]; then
                choices='forms new enter start next round represent open result noshow correct shift share withdraw pause back rename finish undo play show export simulate'
            elif [ "$COMP_CWORD" = 3 ]; then
                files='*'
            elif [[ $request == new && $COMP_CWORD == 4 ]]; then
                choices='split single double page robin swiss league partners arena'
            fi
            ;;
        arena) choices=$(_uno_bots) files='*' ;;
        play | bench) choices=$(_uno_rulesets) files='!*.ini' ;;
        rules)
            if [ "$COMP_CWORD" = 2 ]; then
                choices='list show check diff book'
            elif [ "$request" = check ]; then
                files='*'
            elif [[ $request == @(show|diff|book) ]]; then
                choices=$(_uno_rulesets) files='!*.ini'
            fi
            ;;
        esac
    fi
    mapfile -t COMPREPLY < <(
        {
            if [ -n "$choices" ] && compgen -W "$choices" -- "$word"; then files=; fi
            case $files in
            '*') compgen -f -- "$word" ;;
            '!*.ini') # a ruleset's own file, or a folder on the way to it
                compgen -f -X "$files" -- "$word"
                compgen -d -- "$word"
                ;;
            esac
        } | sort -u
    )
}
complete -o filenames -F _uno uno
