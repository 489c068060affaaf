# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Completion of podiumctl for bash: it says itself what may stand where, from its own tables and what
# this machine knows; the cloud is never asked.

_podiumctl() {
    local cur words cword line
    _get_comp_words_by_ref -n =: cur words cword || return
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
        :file)
            compopt -o filenames
            mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$cur")
            ;;
        :variable) mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -v -- "$cur") ;;
        :command) mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -c -- "$cur") ;;
        *) COMPREPLY+=("${line%%$'\t'*}") ;;
        esac
    done < <("$1" complete -- "${words[@]:1:cword-1}" "$cur" 2>/dev/null)
    __ltrim_colon_completions "$cur"
}
complete -F _podiumctl podiumctl
