# Completion of `uno` for bash. Commands, options and rulesets are asked of the
# program itself, so that there is nothing here to keep up to date.

_uno_column() { # what `uno ARGUMENTS` prints as the first word of each indented line
    "${COMP_WORDS[0]}" "$@" 2>/dev/null | sed -n "$_uno_pattern"
}

_uno() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]:-} _uno_pattern choices
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        _uno_pattern='/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p'
        choices="$(_uno_column) --help --version"
    elif [[ $word == -* ]]; then
        _uno_pattern='s/^ .* \(--[a-z-]*\).*/\1/p'
        choices=$(_uno_column "$command" --help)
    elif [ "$command" = rules ] && [ "$COMP_CWORD" = 2 ]; then
        choices='list show check diff book'
    elif [ "$command" = help ]; then
        _uno_pattern='/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p'
        choices=$(_uno_column)
    else
        case $command:$before in
        *:--players | *:--seed | *:--seconds | *:--actions | *:--at | *:--seat) return ;;
        play:* | bench:* | rules:show | rules:diff | rules:book | rules:?*)
            _uno_pattern='s/^ *\([a-z][a-z0-9-]*\)  *.*/\1/p'
            choices=$(_uno_column rules list)
            ;;
        esac
    fi
    if [ -n "${choices:-}" ]; then mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word"); fi
    [ ${#COMPREPLY[@]} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "$word")
}
complete -o filenames -F _uno uno
