#: recipe secret-file
#: purpose A secret in a file that only you can read: a deploy key, or lines for a program to source
#: parameter secret secret
#: about Its text; a secret that you keep in Podium is @NAME
#: placed file $R_path
#: parameter path path
#: about Where to, as ~/.ssh/deploy_key

#: step It is there, for you only
#: check
# shellcheck disable=SC2088
case $R_path in "~/"*) file=$HOME/${R_path#"~/"} ;; /*) file=$R_path ;; *) file=$HOME/$R_path ;; esac
test "$(stat -c %a "$file" 2>/dev/null)" = 600 || exit 1
[ "$(cat "$file")" = "$R_secret" ]
#: act
# shellcheck disable=SC2088
case $R_path in "~/"*) file=$HOME/${R_path#"~/"} ;; /*) file=$R_path ;; *) file=$HOME/$R_path ;; esac
umask 077
mkdir -p "${file%/*}" || exit 1
# It would lie in there, under a name that nobody looks for.
if [ -d "$file" ]; then
    echo "$file is a folder: the path of the file itself is needed."
    exit 1
fi
# Made anew: in a folder of several people somebody may have put one there, who could read what is written to it.
rm -f "$file.podium-new"
set -C
printf '%s\n' "$R_secret" >"$file.podium-new" && chmod 600 "$file.podium-new" &&
    mv -f "$file.podium-new" "$file" && exit 0
rm -f "$file.podium-new"
exit 1
