#: recipe ld-preload
#: purpose LD_PRELOAD out of /etc/environment: it names a tcmalloc that new programs cannot load
#: as root

#: step No LD_PRELOAD for new logins
#: check
! grep -q '^LD_PRELOAD=' /etc/environment
#: act
# In one step: a login that reads it meanwhile sees the old file or the new one.
grep -v '^LD_PRELOAD=' /etc/environment >/etc/.environment.new
chmod 644 /etc/.environment.new && mv -f /etc/.environment.new /etc/environment
