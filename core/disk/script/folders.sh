# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Folders that disks are mounted at, and their lines in fstab.
fstab=/etc/fstab
fstab_begin='# BEGIN Podium (what stands between these lines is kept by Podium)'
fstab_end='# END Podium'
# What stands above this folder is not looked at by is_safe_way.
top=

# is_folder TEXT: a whole path in which there is nothing that a shell, a pattern or fstab reads otherwise.
is_folder() {
    case $1 in
    '' | / | [!/]* | *[!A-Za-z0-9_/.-]* | */ | *//* | */./* | */../* | */. | */..) return 1 ;;
    esac
}

# is_mounted DEVICE FOLDER
is_mounted() { [ "$(findmnt -n -o SOURCE --mountpoint "$2" 2>/dev/null)" = "$1" ]; }

# folder_state FOLDER: prints missing, empty, full, link, or other.
folder_state() {
    if [ -L "$1" ]; then
        echo link
    elif [ ! -e "$1" ]; then
        echo missing
    elif [ ! -d "$1" ]; then
        echo other
    elif [ -n "$(ls -A "$1" 2>&1)" ]; then
        echo full
    else
        echo empty
    fi
}

# is_roots FOLDER: only root, or who runs this, can put something else into it.
is_roots() {
    # shellcheck disable=SC2046
    set -- $(ls -ldn "$1" 2>/dev/null)
    [ $# -ge 4 ] || return 1
    case $1 in
    d???????w* | d????w????+*) return 1 ;; # +: to whom else, a list says
    d????w*) [ "$3" = "$4" ] || return 1 ;; # the owner's own group
    d*) ;;
    *) return 1 ;;
    esac
    [ "$3" = 0 ] || [ "$3" = "$podium_uid" ]
}

# is_safe_way FOLDER: false, with $why, where somebody else could lead root to another place: by a link, or
# by what they put where one of the folders above it stood.
is_safe_way() {
    way=${1%/*}
    while :; do
        if [ -L "$way" ]; then
            why="$way is a link"
            return 1
        elif [ -e "${way:-/}" ] && ! is_roots "${way:-/}"; then
            why="not only root can change what is in ${way:-/}"
            return 1
        fi
        [ -n "$way" ] && [ "$way" != "$top" ] || return 0
        way=${way%/*}
    done
}

# Lines of fstab, and whether they are Podium's.
say_fstab() {
    inside=no
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        "$fstab_begin") inside=yes ;;
        "$fstab_end") inside=no ;;
        '' | '#'*) ;;
        *) say fstab "$inside" "$line" ;;
        esac
    done <"$fstab"
}

# is_taken LINE UUID FOLDER: LINE, which is not Podium's, has one of them for something else; with $why. Where
# it has both there is no need for $wanted.
is_taken() {
    taken_uuid=$2
    taken_folder=$3
    set -f
    # shellcheck disable=SC2086
    set -- $1
    set +f
    case ${1-} in '' | '#'*) return 1 ;; esac
    if [ "$1" = "UUID=$taken_uuid" ] && [ "${2-}" = "$taken_folder" ]; then
        wanted=
        return 1
    fi
    why="$fstab has a line of its own: $1 at ${2-}"
    [ "$1" = "UUID=$taken_uuid" ] || [ "${2-}" = "$taken_folder" ]
}

# put_fstab TEXT: beside it and then in its place: a boot finds the old one or the new one, whole. False,
# with $why.
put_fstab() {
    if ! cp -p "$fstab" "$fstab.podium-new" || ! printf %s "$1" >"$fstab.podium-new" ||
        [ "$(cat "$fstab.podium-new" && printf .)" != "$1." ]; then
        rm -f "$fstab.podium-new"
        return 1
    fi
    if findmnt --verify --tab-file "$fstab" >/dev/null 2>&1 &&
        ! findmnt --verify --tab-file "$fstab.podium-new"; then
        rm -f "$fstab.podium-new"
        why="findmnt --verify does not take the new $fstab"
        return 1
    fi
    ! have sync || sync "$fstab.podium-new" || :
    if [ "$(cat "$fstab" && printf .)" != "$fstab_was" ]; then
        rm -f "$fstab.podium-new"
        why="somebody else writes to $fstab"
        return 1
    fi
    if ! mv -f "$fstab.podium-new" "$fstab"; then
        rm -f "$fstab.podium-new"
        return 1
    fi
    ! have systemctl || systemctl daemon-reload || :
}

# edit_fstab UUID FOLDER LINE: Podium's part gets LINE, unless that is empty, instead of those of this
# UUID and those for this folder; the rest stays. False, with $why. Sets $edited.
edit_fstab() {
    edited=no
    why="$fstab cannot be written"
    [ -r "$fstab" ] && [ ! -L "$fstab" ] || return 1
    fstab_was=$(cat "$fstab" && printf .) || return 1 # the dot keeps line ends at its end
    wanted=$3
    kept=
    ours=
    inside=no
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        "$fstab_begin") inside=yes ;;
        "$fstab_end") inside=no ;;
        *)
            if [ "$inside" = no ]; then
                [ -z "$3" ] || ! is_taken "$line" "$1" "$2" || return 1
                kept=$kept$line$newline
            else
                case $line in
                "UUID=$1 "* | "UUID="*" $2 "*) ;;
                *) ours=$ours$line$newline ;;
                esac
            fi
            ;;
        esac
    done <"$fstab"
    why="$fstab cannot be written"
    if [ "$inside" = yes ]; then
        why="the line that ends Podium's part of $fstab is missing"
        return 1
    fi
    [ -z "$wanted" ] || ours=$ours$wanted$newline
    [ -z "$ours" ] || kept=$kept$fstab_begin$newline$ours$fstab_end$newline
    case $fstab_was in "$kept." | "${kept%"$newline"}.") return 0 ;; esac
    put_fstab "$kept" || return 1
    edited=yes
}

# Takes the last edit_fstab back: all that stood there is there again.
undo_fstab() {
    [ "$edited" = yes ] || return 0
    before=${fstab_was%.}
    fstab_was=$kept.
    put_fstab "$before"
}
