# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# What can be known of the TPU without Python, and without opening it.
names_parents=1
say_holders

# Google's chips on the PCI bus; one may show several functions. Its network cards and disks are there,
# too; what is of neither kind counts as a chip of a type to come.
if [ -d /sys/bus/pci/devices ]; then
    say pci
    for device in /sys/bus/pci/devices/*; do
        read -r vendor <"$device/vendor" || continue
        [ "$vendor" = 0x1ae0 ] || continue
        read -r model <"$device/device" || continue
        case $model in
        0x0027 | 0x005e | 0x0062 | 0x0063 | 0x006f | 0x0076) ;;
        *)
            read -r class <"$device/class" || continue
            case $class in 0x01* | 0x02*) continue ;; esac
            ;;
        esac
        driver=none
        [ ! -e "$device/driver" ] || driver=$(readlink "$device/driver")
        name=${device##*/}
        say chip "${name%.*}" "$model" "${driver##*/}"
    done 2>/dev/null
fi

# libtpu, where it usually is: in the system, or in an environment of the person's who logged in.
home=${HOME-}
if [ -n "${SUDO_UID-}" ]; then
    entry=$(getent passwd "$SUDO_UID" 2>/dev/null) || entry=
    entry=${entry%:*}
    home=${entry##*:}
fi
for library in "${TPU_LIBRARY_PATH:-/usr/lib/libtpu.so}" /usr/lib/libtpu.so /lib/libtpu.so \
    /usr/local/lib/libtpu.so /usr/lib/*/libtpu.so /usr/lib/python3*/*-packages/libtpu*/libtpu.so \
    /usr/local/lib/python3*/*-packages/libtpu*/libtpu.so \
    "$home"/.local/lib/python3*/site-packages/libtpu*/libtpu.so \
    "$home"/venv/lib/python3*/site-packages/libtpu*/libtpu.so \
    "$home"/.venv*/lib/python3*/site-packages/libtpu*/libtpu.so \
    "$home"/*/.venv/lib/python3*/site-packages/libtpu*/libtpu.so \
    "$home"/*conda3/lib/python3*/site-packages/libtpu*/libtpu.so \
    "$home"/*conda3/envs/*/lib/python3*/site-packages/libtpu*/libtpu.so; do
    if [ -e "$library" ]; then
        say libtpu "$library"
        break
    fi
done

# ask PATH: of the metadata server, which no proxy reaches.
ask() {
    curl -sf -m 3 --noproxy '*' -H 'Metadata-Flavor: Google' \
        "http://${GCE_METADATA_HOST:-metadata.google.internal}/computeMetadata/v1/$1" 2>/dev/null
}
if ! have curl; then
    step metadata unknown "curl is missing there"
elif ! number=$(ask instance/attributes/agent-worker-number); then
    step metadata unknown "the metadata server did not answer"
else
    say metadata agent-worker-number "$number"
    say metadata instance-id "$(ask instance/attributes/instance-id)"
    say metadata accelerator-type "$(ask instance/attributes/accelerator-type)"
fi
