#: recipe ld-preload
#: purpose LD_PRELOAD out of /etc/environment: it names a tcmalloc that new programs cannot load
#: as root

#: step No LD_PRELOAD for new logins
#: check
! grep -q '^LD_PRELOAD=' /etc/environment
#: act
# In one step: a login that reads it meanwhile sees the old file or the new one. On a full disk that would
# be cut short, and not every grep says so.
new=/etc/.environment.new
grep -v '^LD_PRELOAD=' /etc/environment >"$new"
if [ $? -gt 1 ] || ! grep -v '^LD_PRELOAD=' /etc/environment | cmp -s - "$new"; then
    rm -f "$new"
    echo "/etc/environment stays as it is: it cannot be read, or the disk is full."
    exit 1
fi
chmod 644 "$new" && mv -f "$new" /etc/environment
