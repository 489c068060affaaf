# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Sourced by ./run, ./test and ./package: what a fresh Debian 12 needs, and how it gets there.

RUN_PACKAGES=(g++ cmake ninja-build pkgconf qtbase5-dev libqt5svg5-dev libqt5sql5-sqlite
    libssh-dev nlohmann-json3-dev libspdlog-dev libexpected-dev libcli11-dev libcpp-httplib-dev
    libdtl-dev libssl-dev libvterm-dev libqwt-qt5-dev libnghttp2-dev libprotobuf-dev protobuf-compiler libarchive-dev
    qtkeychain-qt5-dev openssh-client openssh-server sudo uidmap)
# Only to play the tour where there is no display.
TOUR_PACKAGES=(xvfb at-spi2-core dbus python3 python3-pyatspi gir1.2-atspi-2.0 scrot xdotool
    x11-utils fonts-dejavu-core)
PICTURE_PACKAGES=(python3-pil)
TEST_PACKAGES=(clang libclang-rt-dev llvm clang-format clang-tidy ccache mold appstream
    desktop-file-utils iproute2 gnome-keyring libsecret-tools less vim-tiny procps pdsh clustershell
    zsh fish tcsh csh ksh mksh busybox jq shellcheck qttools5-dev-tools bash-completion man-db mandoc git tmux
    curl python3 zstd rsync)
# To build the .deb files, and to check them.
PACKAGE_PACKAGES=(build-essential debhelper)
CHECK_PACKAGES=(autopkgtest blhc debootstrap lintian python3 xz-utils)

say() { printf '%s\n' "$*"; }
die() { # one clear sentence, then the end
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo -- "$@"
    fi
}

missing_packages() { # NAME… -> the names that are not installed, a line each
    local name
    for name in "$@"; do
        dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null | grep -qx installed || say "$name"
    done
}

need_space() { # DIR MEGABYTES
    local free
    free=$(df -m --output=avail -- "$1" | tail -n 1) # a shared folder's device may have blanks in its name
    free=${free//[!0-9]/}
    [ "${free:-0}" -ge "$2" ] ||
        die "there are only ${free:-0} MB free in $1; the build needs about $2 MB."
}

# The demo's workers need the sshd program; this machine is not to become a server by that.
keep_sshd_off() {
    [ -d /etc/systemd/system ] || as_root mkdir -p /etc/systemd/system
    local unit
    for unit in ssh.service ssh.socket; do
        [ -e "/etc/systemd/system/$unit" ] || as_root ln -s /dev/null "/etc/systemd/system/$unit"
    done
    say "openssh-server is installed for its program only: ssh.service and ssh.socket are masked." \
        "(To run a server of your own: systemctl unmask ssh.service ssh.socket)"
}

install_packages() { # NAME…
    local missing=()
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    command -v apt-get >/dev/null ||
        die "apt-get is missing; Podium sets itself up on Debian 12 and its relatives only. Install by hand: ${missing[*]}"
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null ||
            die "these packages are missing and only root may install them: ${missing[*]}"
    fi
    say "Installing with apt: ${missing[*]}"
    need_space /var 1500
    case " ${missing[*]} " in *" openssh-server "*) keep_sshd_off ;; esac
    local log
    log=$(mktemp)
    # One source that does not answer, or another apt that looks too, keeps nobody from what the lists have.
    as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q >"$log" 2>&1 || true
    # A fresh machine is often still at its upgrades.
    if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        -o DPkg::Lock::Timeout=600 -o Dpkg::Options::=--force-confold "${missing[@]}" >>"$log" 2>&1; then
        grep '^E: ' "$log" >&2 || tail -n 5 "$log" >&2
        die "apt could not install the packages; is the network there, and may you use sudo? (whole log: $log)"
    fi
    rm -f "$log"
}

# From here to others_may this is the only one of its kind in this tree: two would write over each other's files.
alone() { # NAME
    { mkdir -p build && exec 9>>"build/$1.lock"; } 2>/dev/null || die "cannot write to $PWD/build."
    local held=0
    flock -n 9 || held=$?
    [ $held != 1 ] || { # else it cannot be locked on this disk
        say "Another one is at that (build/$1.lock): waiting for it..."
        flock 9
    }
}
others_may() { exec 9>&-; }

# Whether what was configured there is of this folder, and not of one that was copied or moved here.
is_of_here() { # BUILDDIR
    [ -e "$1/build.ninja" ] && grep -sqxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$1/CMakeCache.txt"
}

configure_and_build() { # PRESET BUILDDIR TARGET…
    local preset=$1 dir=$2 log
    shift 2
    need_space "$PWD" 1000
    alone "$preset"
    log=build/$preset.log
    # An older build may have been configured for other tests or another compiler.
    if ! is_of_here "$dir" || [ CMakePresets.json -nt "$dir/build.ninja" ]; then
        cmake --fresh --preset "$preset" >"$log" 2>&1 || {
            tail -n 20 "$log" >&2
            die "cmake could not configure the build (whole log: $log)"
        }
    fi
    # A compiler's memory in large pages: an eighth less time.
    GLIBC_TUNABLES=glibc.malloc.hugetlb=1 cmake --build "$dir" --target "$@" >"$log" 2>&1 || {
        grep -E 'error:|undefined reference' -A3 "$log" | tail -n 30 >&2 || tail -n 20 "$log" >&2
        die "the build failed (whole log: $log)"
    }
    others_may
}
