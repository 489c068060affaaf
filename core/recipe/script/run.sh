# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Carries out the steps of a recipe. Data lines are
#   file NAME BASE64     comes along: below $R_FILES, a folder that is gone once this has ended
#   value NAME TEXT      a parameter: $R_NAME in the steps, a variable of this shell and no more, so
#                        that it is in nobody's arguments or environment
#   step TITLE CHECK ACT
# A step whose check holds is left alone; after the first that fails the rest is not begun.

# holds TEXT: sets $status. What is so already has nothing to say, and this is asked of each step.
holds() {
    (
        set +u
        exec 3>&-
        eval "$1"
    ) >/dev/null 2>&1 </dev/null
    status=$?
}

# attempt TEXT: sets $output, the end of what it printed, and $status.
attempt() {
    output=$({
        (
            set +u
            exec 3>&-
            eval "$1"
        ) 2>&1 </dev/null
        printf '\n%s' "$?"
    } | tail -c 2000)
    status=${output##*"$newline"}
    output=${output%"$newline"*}
    case $status in '' | *[!0-9]*) status=255 ;; esac
}

# put_file NAME BASE64: sets $missing to a tool that it would need.
put_file() {
    for missing in base64 mktemp rm; do
        have "$missing" || return 1
    done
    missing=
    if [ -z "$R_FILES" ]; then
        R_FILES=$(mktemp -d "${TMPDIR:-/tmp}/podium-recipe.XXXXXX") || return 1
        trap 'rm -rf -- "$R_FILES"' EXIT
        trap 'exit 143' HUP INT TERM
    fi
    printf %s "$2" | base64 -d >"$R_FILES/$1"
}

R_FILES=
failed=
number=0
if ! have tail; then
    step recipe unknown "tail is missing there"
    podium_data=
fi
while next_record; do
    next_field || break
    case $field in
    file)
        next_field || break
        name=$field
        case $name in '' | .* | *[!A-Za-z0-9._-]*) break ;; esac
        next_field || break
        if ! put_file "$name" "$field"; then
            case $missing in
            '') step files failed "its files cannot be put into ${TMPDIR:-/tmp} there" ;;
            *) step files unknown "$missing is missing there" ;;
            esac
            break
        fi
        ;;
    value)
        next_field || break
        name=$field
        case $name in '' | *[!a-z0-9_]*) break ;; esac
        # An empty word is the end of the line.
        next_field || { step "$name" unknown "base64 is missing there"; break; }
        # shellcheck disable=SC2163
        eval "R_$name=\$field"
        ;;
    step)
        number=$((number + 1))
        title=
        check=
        act=
        next_field && title=$field
        next_field && check=$field
        next_field && act=$field
        if [ -z "$act" ]; then
            step "$number" unknown "base64 is missing there"
            break
        fi
        if [ -n "$failed" ]; then
            step "$title" skipped
            continue
        fi
        holds "$check"
        if [ "$status" = 0 ]; then
            step "$title" ok
            continue
        fi
        attempt "$act"
        if [ "$status" != 0 ]; then
            failed=1
            step "$title" failed "exit status $status: $output"
            continue
        fi
        attempt "$check"
        case $status in
        0) step "$title" changed "${output:+its check says: $output}" ;;
        126 | 127)
            failed=1
            step "$title" unknown "its check cannot be run there: $output"
            ;;
        *)
            failed=1
            step "$title" failed "it was done, but its check still says no (exit status $status): $output"
            ;;
        esac
        ;;
    esac
done
