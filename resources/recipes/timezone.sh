#: recipe timezone
#: purpose The worker's clock in your time zone, so that its logs are easier to read
#: as root
#: parameter zone default Etc/UTC
#: about As in /usr/share/zoneinfo, Europe/Berlin

#: step The time zone is known
#: check
case $R_zone in /* | *..*) exit 1 ;; esac
test -f "/usr/share/zoneinfo/$R_zone"
#: act
echo "there is no time zone $R_zone on this worker"
exit 1

#: step It is set
#: check
test "$(readlink /etc/localtime)" = "/usr/share/zoneinfo/$R_zone" || exit 1
# Debian has its name there, too: Java goes by that one, and older tzlocals of Python fail where they differ.
[ ! -e /etc/timezone ] || [ "$(cat /etc/timezone)" = "$R_zone" ]
#: act
if [ -e /etc/timezone ]; then
    new=/etc/.timezone.new
    if ! { printf '%s\n' "$R_zone" >"$new" && chmod 644 "$new" && mv -f "$new" /etc/timezone; }; then
        rm -f "$new"
        exit 1
    fi
fi
ln -sf "/usr/share/zoneinfo/$R_zone" /etc/.localtime.new && mv -fT /etc/.localtime.new /etc/localtime
