#: recipe login-shell
#: purpose The shell that you get when you log in
#: as root
#: parameter shell choices bash,zsh,fish,sh default bash
#: about It has to be installed, see base-packages

#: step The shell is installed
#: check
command -v "$R_shell" >/dev/null || exit 1
#: act
echo "$R_shell is not installed; the recipe base-packages does that"
exit 1

#: step It is yours
#: check
user=${SUDO_USER:-$(id -un)}
test "$(getent passwd "$user" | cut -d: -f7)" = "/bin/$R_shell"
#: act
usermod -s "/bin/$R_shell" "${SUDO_USER:-$(id -un)}"
