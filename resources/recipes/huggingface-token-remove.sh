#: recipe huggingface-token-remove
#: purpose Takes your Hugging Face token away again

#: step No token is there
#: check
folder=${HF_HOME:-$HOME/.cache/huggingface}
[ ! -e "$folder/token" ] && [ ! -e "$folder/token.podium-new" ] && [ ! -e "$folder/stored_tokens" ]
#: act
folder=${HF_HOME:-$HOME/.cache/huggingface}
rm -f "$folder/token" "$folder/token.podium-new" "$folder/stored_tokens"
