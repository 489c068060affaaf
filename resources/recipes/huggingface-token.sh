#: recipe huggingface-token
#: purpose Your Hugging Face token in ~/.cache/huggingface/token
#: parameter token secret
#: about From huggingface.co, Settings, Access Tokens

#: step The token is there, for you only
#: check
file=${HF_HOME:-$HOME/.cache/huggingface}/token
test "$(stat -c %a "$file" 2>/dev/null)" = 600 || exit 1
read -r known <"$file"
[ "$known" = "$R_token" ]
#: act
folder=${HF_HOME:-$HOME/.cache/huggingface}
umask 077
mkdir -p "$folder" || exit 1
printf '%s\n' "$R_token" >"$folder/.token.new" && chmod 600 "$folder/.token.new" &&
    mv -f "$folder/.token.new" "$folder/token"
