// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/mounts.h"

#include "app/podium-sim/host/system.h"

#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace podium::sim {

namespace fs = std::filesystem;

void mountTmpfs(const fs::path &target, const std::string &options)
{
    fs::create_directories(target);
    must(
        ::mount("tmpfs", target.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, options.c_str()),
        "mount a tmpfs on " + target.string());
}

void bindTree(const fs::path &source, const fs::path &target)
{
    must(
        ::mount(source.c_str(), target.c_str(), nullptr, MS_BIND | MS_REC, nullptr),
        "bind " + source.string() + " to " + target.string());
}

void mountOverlay(
    const std::string &lower, const fs::path &disk, const fs::path &target, bool userNamespace)
{
    for (const fs::path &folder : {disk / "upper", disk / "work", target})
        fs::create_directories(folder);
    std::string options = "lowerdir=" + lower + ",upperdir=" + (disk / "upper").string() +
                          ",workdir=" + (disk / "work").string();
    if (userNamespace)
        options += ",userxattr";
    must(
        ::mount("overlay", target.c_str(), "overlay", 0, options.c_str()),
        "mount an overlay of " + lower);
}

void mountDevices(const fs::path &root)
{
    const fs::path dev = root / "dev";
    fs::create_directories(dev);
    must(::mount("tmpfs", dev.c_str(), "tmpfs", MS_NOSUID, "mode=0755,size=16m"), "mount /dev");
    for (const char *name : {"null", "zero", "full", "random", "urandom", "tty"}) {
        writeFile(dev / name, "", 0666);
        bindTree(fs::path("/dev") / name, dev / name);
    }
    fs::create_directories(dev / "pts");
    must(
        ::mount(
            "devpts", (dev / "pts").c_str(), "devpts", MS_NOSUID | MS_NOEXEC,
            "newinstance,ptmxmode=0666,mode=0620,gid=5"),
        "mount /dev/pts");
    mountTmpfs(dev / "shm", "mode=1777,size=25%");
    fs::create_symlink("pts/ptmx", dev / "ptmx");
    fs::create_symlink("/proc/self/fd", dev / "fd");
    fs::create_symlink("/proc/self/fd/0", dev / "stdin");
    fs::create_symlink("/proc/self/fd/1", dev / "stdout");
    fs::create_symlink("/proc/self/fd/2", dev / "stderr");
}

void mountProc(const fs::path &root)
{
    const fs::path proc = root / "proc";
    fs::create_directories(proc);
    if (::mount("proc", proc.c_str(), "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) < 0)
        bindTree("/proc", proc);
    const fs::path sys = proc / "sys";
    if (::mount(sys.c_str(), sys.c_str(), nullptr, MS_BIND, nullptr) == 0)
        ::mount(nullptr, sys.c_str(), nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY, nullptr);
}

void pivotInto(const fs::path &root)
{
    must(::chdir(root.c_str()), "enter " + root.string());
    must(static_cast<int>(::syscall(SYS_pivot_root, ".", ".")), "pivot_root");
    must(::umount2(".", MNT_DETACH), "leave the machine's root");
    must(::chdir("/"), "enter the new root");
}

} // namespace podium::sim
