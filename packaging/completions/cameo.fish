# Completion of the command cameo in fish. Commands and options are those that the command itself tells.
function __cameo_commands
    cameo --help 2>/dev/null | string match -r '^  [a-z]+ .*' | string replace -r '^  ([a-z]+) +' '$1\t'
end
function __cameo_options
    set -l words (commandline -opc)
    cameo help $words[2] 2>/dev/null | string match -ra -e -- '--[a-z][a-z0-9-]*' | string match -ra -- '--[a-z][a-z0-9-]*'
    echo --help
end
complete -c cameo -n '__fish_is_first_token' -f -a '(__cameo_commands)'
complete -c cameo -n 'not __fish_is_first_token; and string match -q -- "-*" (commandline -ct)' -f -a '(__cameo_options)'
