# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Runs the command $2 on a worker as its own login shell would. Tells by the token $1 on both streams when it begins
# and how it has ended, behind all that it has printed there, and outlives a TERM to its process group for that.
# clush takes a text apart at each \n and \r, holds back what has no end, and costs much for each line. So what is
# printed goes packed where there is perl: as it comes, in lines of up to 32 KB, with \n, \r and \\ for these three,
# and with each byte above 127 as if it were a letter of Latin-1, in UTF-8: newer clush replaces all that is none.
outlive() { trap : TERM HUP INT; }
tell() {
    printf '\001%s %s\n' "$@"
    printf '\001%s %s\n' "$@" >&2
}
run() {
    outlive
    "${SHELL:-/bin/sh}" -c "$2"
    tell "$1" "ended $?"
}
pack() {
    trap '' TERM HUP INT
    # shellcheck disable=SC2016 # they are perl's
    exec perl -e '
        my %escaped = ("\\" => "\\\\", "\n" => "\\n", "\r" => "\\r");
        while (sysread STDIN, my $text, 16384) {
            $text =~ s/([\\\n\r])/$escaped{$1}/g;
            utf8::encode($text);
            syswrite STDOUT, "$text\n" or exit;
        }'
}
outlive
# What these say could change how perl reads and writes; the second does where it is empty, too.
if [ -z "${PERL5OPT-}${PERL_UNICODE+set}" ] && command -v perl >/dev/null 2>&1; then
    tell "$1" "begun packed"
    {
        outlive
        run "$@" 2>&1 >&3 3>&- | pack >&2 3>&-
    } 3>&1 | pack
else
    tell "$1" begun
    run "$@"
fi
