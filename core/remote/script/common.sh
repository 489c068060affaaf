# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# What every script on a worker begins with. Nothing is ever put into this text: data comes behind
# it, answers go out as records whose fields have their length before them, so that no text found on
# the worker can pass for one of ours.
set -u
PATH=${PATH:-/usr/bin}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
LC_ALL=C
export PATH LC_ALL
unset TZ CDPATH IFS podium_status
newline='
'
podium_tab='	'
# What was read: this text, the mark at its end, the data. Cut at line ends, not by ${all#*...}: for
# that some shells compare each beginning of the text with the pattern, a quarter of a second for one
# of this length. The mark is in two pieces here, for the reader cuts at the first whole one.
podium_data=
# shellcheck disable=SC2154
case $all in
*"#end of"" script$newline#end of data") ;; # none: nothing has to be cut
*)
    set -f
    IFS=$newline
    # shellcheck disable=SC2086
    set -- $all
    while [ $# -gt 0 ] && [ "$1" != "#end of"" script" ]; do shift; done
    [ $# = 0 ] || shift
    podium_data=$*
    podium_data=${podium_data%"#end of data"}
    unset IFS
    set +f
    ;;
esac
unset all
set --
# Whatever the tools below print goes to stderr: only say() writes answers.
exec 3>&1 1>&2 </dev/null

# say KIND FIELD…: one record. A line's end after it, for those who read it by eye. Each goes at once; a
# script of which only the whole counts sets podium_gathers, for each write wakes all programs on its way.
podium_gathers=
podium_said=
say() {
    podium_record="$1 $(($# - 1)) "
    shift
    for podium_field; do
        podium_record="$podium_record${#podium_field}:$podium_field,"
    done
    podium_said=$podium_said$podium_record$newline
    [ -n "$podium_gathers" ] || podium_send
    [ "${#podium_said}" -lt 4000 ] || podium_send
}
podium_send() {
    printf %s "$podium_said" >&3
    podium_said=
}
# step NAME ok|changed|failed|skipped|unknown DETAIL
step() { say step "$1" "$2" "${3-}"; }
have() { command -v "$1" >/dev/null 2>&1; }

# Data are lines of words; a word that could be misread is ~ and base64, or, where it is plain text,
# ! and that with \n for a line's end, \t for a tab, \s for a space, \h for # and \b for a backslash.
# next_record: takes the next line into $record; false at the end.
next_record() {
    [ -n "$podium_data" ] || return 1
    set -f
    IFS=$newline
    # shellcheck disable=SC2086
    set -- $podium_data
    record=$1
    shift
    podium_data=$*
    unset IFS
    set +f
}
# unescape TEXT: into $field, without a program.
unescape() {
    podium_left=$1
    field=
    while :; do
        case $podium_left in *\\*) ;; *) break ;; esac
        field=$field${podium_left%%\\*}
        podium_left=${podium_left#*\\}
        case $podium_left in
        n*) field=$field$newline ;;
        t*) field=$field$podium_tab ;;
        s*) field="$field " ;;
        h*) field="$field#" ;;
        b*) field=$field\\ ;;
        *) return 1 ;;
        esac
        podium_left=${podium_left#?}
    done
    field=$field$podium_left
}
# next_field: takes the next word of $record into $field; false at the end, or where it cannot be
# read for want of base64.
next_field() {
    [ -n "$record" ] || return 1
    set -f
    IFS=" "
    # shellcheck disable=SC2086
    set -- $record
    field=$1
    shift
    record=$*
    unset IFS
    set +f
    case $field in
    "!"*) unescape "${field#"!"}" ;;
    "~"*)
        # The dot keeps line ends at its end.
        field=$(printf %s "${field#"~"}" | base64 -d && printf .) || return 1
        field=${field%.}
        ;;
    esac
}
# next_value: takes the next line, which is a name and a value, and the value into $field; false where
# there is none.
next_value() { next_record && next_field && next_field; }

# Who runs this, from the kernel where it tells: a program takes longer than the rest of this text.
# And what the login's own files are made with: $podium_umask, nothing where that is not told.
podium_uid=
podium_umask=
while read -r podium_name podium_real podium_uid podium_rest; do
    [ "$podium_name" != Umask: ] || podium_umask=$podium_real
    [ "$podium_name" != Uid: ] || break
    podium_uid=
done 2>/dev/null </proc/self/status
[ -n "$podium_uid" ] || podium_uid=$(id -u)
umask 077
say podium-remote 1 "$podium_uid"
