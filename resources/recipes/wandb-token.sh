#: recipe wandb-token
#: purpose Your Weights & Biases key in ~/.netrc, beside what else is there
#: parameter key secret
#: about From wandb.ai/authorize
#: placed netrc api.wandb.ai

#: step The key is there, for you only
#: check
file=$HOME/.netrc
test "$(stat -c %a "$file" 2>/dev/null)" = 600 || exit 1
known=$(awk '$1 == "machine" { own = $2 == "api.wandb.ai" } own && $1 == "password" { print $2; exit }' "$file")
[ "$known" = "$R_key" ]
#: act
umask 077
file=$HOME/.netrc
new=$HOME/.netrc.podium-new
if [ -f "$file" ]; then
    # All entries but the one that is replaced; of a file that cannot be read nothing is lost.
    awk '$1 == "machine" || $1 == "default" { own = $2 == "api.wandb.ai" } !own' "$file" >"$new"
else
    : >"$new"
fi &&
    printf 'machine api.wandb.ai\n  login user\n  password %s\n' "$R_key" >>"$new" &&
    mv -f "$new" "$file" && exit 0
rm -f "$new"
exit 1
