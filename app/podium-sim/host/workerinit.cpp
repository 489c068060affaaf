// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/workerinit.h"

#include "app/podium-sim/embedded.h"
#include "app/podium-sim/host/initloop.h"
#include "app/podium-sim/host/mounts.h"
#include "app/podium-sim/host/system.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdio>
#include <exception>

namespace podium::sim {

namespace fs = std::filesystem;

/// What a worker's root could do to the machine rather than to the worker.
constexpr int withheld[] = {CAP_SYS_MODULE,   CAP_SYS_RAWIO,  CAP_SYS_TIME,     CAP_SYS_BOOT,
                            CAP_NET_ADMIN,    CAP_SYSLOG,     CAP_MKNOD,        CAP_MAC_ADMIN,
                            CAP_MAC_OVERRIDE, CAP_WAKE_ALARM, CAP_BLOCK_SUSPEND};

static void addAccelerators(const fs::path &root, const WorkerSpec &spec)
{
    const bool isVfio = spec.device == "vfio";
    if (isVfio)
        writeFile(root / "dev/vfio/vfio", "", 0666);
    for (int chip = 0; chip < spec.tpu.value("chips", 1); ++chip)
        writeFile(root / "dev" / ((isVfio ? "vfio/" : "accel") + std::to_string(chip)), "", 0666);
}

/// A device of Google's as sysfs shows it.
static void addPciDevice(
    const fs::path &root, const std::string &address, const std::string &id,
    const std::string &deviceClass, const std::string &driver)
{
    const fs::path pci = root / "sys/bus/pci";
    const fs::path device = pci / "devices" / address;
    writeFile(device / "vendor", "0x1ae0\n");
    writeFile(device / "device", id + '\n');
    writeFile(device / "class", deviceClass + '\n');
    fs::create_directories(pci / "drivers" / driver);
    fs::remove(device / "driver");
    fs::create_symlink("../../drivers/" + driver, device / "driver");
}

static void addBus(const fs::path &root, const WorkerSpec &spec)
{
    addPciDevice(root, "0000:00:05.0", "0x0042", "0x020000", "gvnic");
    for (int chip = 0; chip < spec.tpu.value("chips", 1); ++chip)
        addPciDevice(
            root, "0000:00:1" + std::to_string(chip) + ".0", spec.tpu.value("pciDevice", "0x005e"),
            "0x088000", spec.device == "vfio" ? "vfio-pci" : "tpu");
}

/// A boot disk, and what stands for the tools that look at disks: see image/disk-tools.sh. Not
/// below /usr, which may be the machine's own.
static void addDisks(const fs::path &root)
{
    const fs::path etc = root / "etc";
    const fs::path own = etc / "podium-sim";
    writeFile(own / "disk-tools", embedded("disk-tools.sh"), 0755);
    fs::remove(own / "disk");
    fs::create_symlink("disk-tools", own / "disk");
    fs::create_directories(own / "tools");
    for (const char *tool :
         {"blkid", "dumpe2fs", "findmnt", "lsblk", "mkfs.ext4", "mount", "resize2fs", "umount",
          "wipefs"}) {
        fs::remove(own / "tools" / tool);
        fs::create_symlink("../disk-tools", own / "tools" / tool);
    }
    // What there is stays through a stop and a start.
    if (fs::exists(own / "disks"))
        return;
    const std::string uuid = "5ac0ffee-0000-4000-8000-000000000001";
    writeFile(
        own / "disks", "sda 107374182400 0 persistent-disk-0 ext4 " + uuid + " 107374182400 /\n");
    writeFile(etc / "fstab", "UUID=" + uuid + " / ext4 defaults 0 1\n");
}

static void addIdentity(const fs::path &root, const WorkerSpec &spec)
{
    const fs::path etc = root / "etc";
    writeFile(etc / "hostname", spec.hostname + '\n');
    writeFile(etc / "hosts", spec.address + " localhost\n127.0.1.1 " + spec.hostname + '\n');
    writeFile(etc / "environment", spec.environment);
    writeFile(etc / "podium-sim/tpu.json", spec.tpu.dump());
    writeFile(etc / "podium-sim/guest-agent", embedded("guest-agent.sh"), 0755);
    writeFile(etc / "ssh/ssh_host_ed25519_key", spec.hostKey, 0600);
    writeFile(etc / "podium-sim/tpu-holder", embedded("tpu-holder.sh"), 0755);
    writeFile(etc / "podium-sim/tpu-container", embedded("tpu-container.sh"), 0755);
    writeFile(etc / "podium-sim/tpu-metrics", embedded("tpu-metrics.py"), 0755);
    writeFile(etc / "podium-sim/jupyter-lab", embedded("jupyter-lab.py"), 0755);
    writeFile(etc / "podium-sim/tensorboard", embedded("tensorboard.py"), 0755);
    writeFile(etc / "podium-sim/tools/apt-get", embedded("apt-get.sh"), 0755);
    writeFile(etc / "podium-sim/fill-disk", embedded("fill-disk.sh"), 0755);
    writeFile(etc / "podium-sim/host-load", embedded("host-load.sh"), 0755);
}

static void layOut(const Image &image, const WorkerSpec &spec, const fs::path &disk)
{
    must(::sethostname(spec.hostname.c_str(), spec.hostname.size()), "name the worker");
    const fs::path root = image.mountRoot(disk);
    mountDevices(root);
    addAccelerators(root, spec);
    addBus(root, spec);
    addDisks(root);
    mountProc(root);
    mountTmpfs(root / "run", "mode=0755,size=25%");
    for (const char *name : {"sshd", "user"})
        makeFolder(root / "run" / name);
    makeFolder(root / "run/lock", 01777);
    addIdentity(root, spec);
    pivotInto(root);
    for (const int capability : withheld)
        ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
}

void runWorkerInit(const Image &image, const WorkerSpec &spec, const fs::path &disk, int channel)
{
    try {
        constexpr int kept = STDERR_FILENO + 1;
        if (channel != kept)
            must(::dup3(channel, kept, O_CLOEXEC), "keep the worker's channel");
        channel = kept;
        ::close_range(static_cast<unsigned>(channel) + 1, ~0U, 0);
        // A child's end only has to wake ppoll; the handler does nothing.
        struct sigaction wake
        {};
        wake.sa_handler = [](int) {};
        ::sigaction(SIGCHLD, &wake, nullptr);
        sigset_t children;
        sigemptyset(&children);
        sigaddset(&children, SIGCHLD);
        ::sigprocmask(SIG_BLOCK, &children, nullptr);
        layOut(image, spec, disk);
        InitLoop loop(channel);
        if (!spec.sshKeys.empty() || fs::exists("/var/lib/google/google_users"))
            loop.takeKeys(memoryFile(spec.sshKeys));
        loop.run();
    } catch (const std::exception &error) {
        std::fprintf(stderr, "podium-sim: %s: %s\n", spec.id.c_str(), error.what());
    }
    ::_exit(1);
}

} // namespace podium::sim
