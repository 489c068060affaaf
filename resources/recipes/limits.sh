#: recipe limits
#: purpose Enough open files and locked memory for data loaders and libtpu
#: as root
#: parameter files number 1024.. default 1048576
#: about Open files of a process; no more than the worker's kernel allows one, mostly 1048576

#: step The limits are set for new logins
#: check
test -r /etc/security/limits.d/90-podium.conf || exit 1
grep -qxF "* - nofile $R_files" /etc/security/limits.d/90-podium.conf || exit 1
grep -qxF '* - memlock unlimited' /etc/security/limits.d/90-podium.conf
#: act
case $R_files in '' | *[!0-9]*) echo "not a number: $R_files"; exit 1 ;; esac
# With more than the kernel allows each login is refused, sudo's too.
most=$(cat /proc/sys/fs/nr_open) || most=1048576
if ! [ "$R_files" -le "$most" ]; then
    echo "The kernel allows a process $most open files (fs.nr_open); with $R_files nobody could log in any more."
    exit 1
fi
mkdir -p /etc/security/limits.d || exit 1
printf '%s\n' "* - nofile $R_files" '* - memlock unlimited' >/etc/security/limits.d/90-podium.conf &&
    chmod 644 /etc/security/limits.d/90-podium.conf
