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
        sudo -n -- "$@" 2>/dev/null || sudo -- "$@"
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
    free=$(df -Pm -- "$1" | awk 'NR == 2 { print $4 }')
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
    if ! { as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q &&
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
            -o Dpkg::Options::=--force-confold "${missing[@]}"; } >"$log" 2>&1; then
        tail -n 5 "$log" >&2
        die "apt could not install the packages; is the network there, and may you use sudo? (whole log: $log)"
    fi
    rm -f "$log"
}

configure_and_build() { # PRESET BUILDDIR TARGET…
    local preset=$1 dir=$2 log
    shift 2
    need_space "$PWD" 1000
    mkdir -p build || die "cannot write to $PWD/build."
    log=build/$preset.log
    # An older build may have been configured for other tests or another compiler.
    if [ ! -e "$dir/build.ninja" ] || [ CMakePresets.json -nt "$dir/build.ninja" ]; then
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
}
