# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Completion of podiumctl for fish: it says itself what may stand where, from its own tables and what
# this machine knows; the cloud is never asked.

function __podiumctl_words
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    for line in (podiumctl complete -- $before[2..-1] "$current" 2>/dev/null)
        switch $line
            case :file
                __fish_complete_path "$current"
            case :variable
                set -nx
            case :command
                complete -C "$current"
            case '*'
                echo $line
        end
    end
end
complete -c podiumctl -f -a '(__podiumctl_words)'
