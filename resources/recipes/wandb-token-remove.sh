#: recipe wandb-token-remove
#: purpose Takes your Weights & Biases key away again; what else is in ~/.netrc stays

#: step No key is there
#: check
file=$HOME/.netrc
[ ! -e "$file.podium-new" ] || exit 1
[ -e "$file" ] || exit 0
[ -r "$file" ] || exit 1
# Also where it does not begin a line: that is not taken away, but it is there.
awk '$1 !~ /^#/ {
    for (i = 1; i <= NF; i++) {
        if (word == "machine" && $i == "api.wandb.ai") found = 1
        word = $i
    }
} END { exit found }' "$file"
#: act
umask 077
file=$HOME/.netrc
new=$HOME/.netrc.podium-new
# One that was broken off as it put the key there may have left it here.
rm -f "$new"
[ -e "$file" ] || exit 0
awk '$1 == "machine" || $1 == "default" { own = $2 == "api.wandb.ai" } !own' "$file" >"$new" &&
    mv -f "$new" "$file" && exit 0
rm -f "$new"
exit 1
