#: recipe huggingface-token-remove
#: purpose Takes your Hugging Face token away again
#: parameter folder path default ~/.cache/huggingface
#: about HF_HOME, where your workers have another one

#: step No token is there
#: check
# shellcheck disable=SC2088
case $R_folder in "~/"*) folder=$HOME/${R_folder#"~/"} ;; *) folder=$R_folder ;; esac
[ ! -e "$folder/token" ] && [ ! -e "$folder/token.podium-new" ] && [ ! -e "$folder/stored_tokens" ]
#: act
# shellcheck disable=SC2088
case $R_folder in "~/"*) folder=$HOME/${R_folder#"~/"} ;; *) folder=$R_folder ;; esac
rm -f "$folder/token" "$folder/token.podium-new" "$folder/stored_tokens"
