#compdef cameo
# Completion of the command cameo in zsh. Commands and options are those that the command itself tells.
local cameo=$words[1]
local -a list
if (( CURRENT == 2 )); then
    list=(${(f)"$($cameo --help 2> /dev/null | sed -n 's/^  \([a-z]*\) *\(.*\)/\1:\2/p')"})
    _describe command list
elif [[ $words[CURRENT] == -* ]]; then
    list=(${(f)"$($cameo help $words[2] 2> /dev/null | grep -Eo -e '--[a-z][a-z0-9-]*' | sort -u)"} --help)
    compadd -a list
else
    _files
fi
