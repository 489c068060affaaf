#: recipe limits
#: purpose Enough open files and locked memory for data loaders and libtpu
#: as root
#: parameter files number 1024.. default 1048576
#: about Open files of a process

#: step The limits are set for new logins
#: check
test -r /etc/security/limits.d/90-podium.conf || exit 1
grep -qxF "* - nofile $R_files" /etc/security/limits.d/90-podium.conf || exit 1
grep -qxF '* - memlock unlimited' /etc/security/limits.d/90-podium.conf
#: act
case $R_files in '' | *[!0-9]*) echo "not a number: $R_files"; exit 1 ;; esac
mkdir -p /etc/security/limits.d || exit 1
printf '%s\n' "* - nofile $R_files" '* - memlock unlimited' >/etc/security/limits.d/90-podium.conf &&
    chmod 644 /etc/security/limits.d/90-podium.conf
