#: recipe huggingface-token
#: purpose Your Hugging Face token in ~/.cache/huggingface/token
#: parameter token secret
#: about From huggingface.co, Settings, Access Tokens
#: placed file $R_folder/token
#: parameter folder path default ~/.cache/huggingface
#: about HF_HOME, where your workers have another one

#: step The token is there, for you only
#: check
# shellcheck disable=SC2088
case $R_folder in "~/"*) folder=$HOME/${R_folder#"~/"} ;; *) folder=$R_folder ;; esac
test "$(stat -c %a "$folder/token" 2>/dev/null)" = 600 || exit 1
read -r known <"$folder/token"
[ "$known" = "$R_token" ]
#: act
# shellcheck disable=SC2088
case $R_folder in "~/"*) folder=$HOME/${R_folder#"~/"} ;; *) folder=$R_folder ;; esac
umask 077
mkdir -p "$folder" || exit 1
# It would lie in there, under a name that nobody looks for.
if [ -d "$folder/token" ]; then
    echo "$folder/token is a folder."
    exit 1
fi
# Made anew: in a folder of several people somebody may have put one there, who could read what is written to it.
rm -f "$folder/token.podium-new"
set -C
printf '%s\n' "$R_token" >"$folder/token.podium-new" && chmod 600 "$folder/token.podium-new" &&
    mv -f "$folder/token.podium-new" "$folder/token" && exit 0
rm -f "$folder/token.podium-new"
exit 1
