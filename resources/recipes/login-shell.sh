#: recipe login-shell
#: purpose The shell that you get when you log in
#: as root
#: parameter shell choices bash,zsh,fish,sh default bash
#: about It has to be installed, see base-packages

#: step The shell is installed
#: check
# There and nowhere else: with a login shell that is not, sshd refuses each login.
[ -x "/bin/$R_shell" ]
#: act
echo "there is no /bin/$R_shell; the recipe base-packages can install it"
exit 1

#: step It is yours
#: check
user=${SUDO_USER:-$(id -un)}
test "$(getent passwd "$user" | cut -d: -f7)" = "/bin/$R_shell"
#: act
usermod -s "/bin/$R_shell" "${SUDO_USER:-$(id -un)}"
