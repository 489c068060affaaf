#: recipe git-identity
#: purpose Your name and address for git commits made on the workers
#: parameter name
#: about As it stands in commits
#: parameter email
#: about As it stands in commits

#: step git knows who you are
#: check
test "$(git config --global user.name)" = "$R_name" || exit 1
test "$(git config --global user.email)" = "$R_email"
#: act
git config --global user.name "$R_name" && git config --global user.email "$R_email"
