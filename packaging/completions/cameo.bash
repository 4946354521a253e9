# cameo.bash — completion of the command cameo in bash. Commands and options are those that the command itself tells.
_cameo() {
    local cameo=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} words=
    if [ "$COMP_CWORD" = 1 ]; then
        words="$("$cameo" --help 2> /dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p') --help --version"
    elif [ "${word#-}" != "$word" ]; then
        words=$("$cameo" help "${COMP_WORDS[1]}" 2> /dev/null | grep -Eo -e '--[a-z][a-z0-9-]*')
        words="$words --help"
    fi
    # shellcheck disable=SC2207
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}
# Where none of its words fits: names of files.
complete -o default -F _cameo cameo
