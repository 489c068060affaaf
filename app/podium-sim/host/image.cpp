// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/image.h"

#include "app/podium-sim/embedded.h"
#include "app/podium-sim/host/accounts.h"
#include "app/podium-sim/host/mounts.h"
#include "app/podium-sim/host/system.h"

#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include <system_error>

namespace podium::sim {

namespace fs = std::filesystem;

constexpr int loginId = 1000;
constexpr const char *topFolders[] = {"bin", "sbin", "lib", "lib32", "lib64", "libx32"};

Image::Image(fs::path folder, const Login &login, bool userNamespace)
    : m_folder(std::move(folder))
    , m_base(m_folder / "base")
    , m_userNamespace(userNamespace)
{
    makeFolder(m_base);
    if (!userNamespace && machineRootWorks())
        m_kind = Kind::MachineRoot;
    else
        buildTemplate();
    addWhatTpuVmsHave(login);
    if (m_kind == Kind::Template)
        layUsr();
}

bool Image::machineRootWorks() const
{
    const fs::path root = m_folder / "probe-root";
    try {
        mountOverlay(m_base.string() + ":/", m_folder / "probe", root, false);
    } catch (const std::system_error &) {
        return false;
    }
    // A /usr on a file system of its own does not show through an overlay of the root.
    const bool complete = fs::exists(root / "usr/sbin/sshd");
    ::umount2(root.c_str(), MNT_DETACH);
    return complete;
}

void Image::buildTemplate()
{
    copyTopLinks();
    copyEtc();
    for (const char *name :
         {"usr", "var", "var/lib", "var/lib/dpkg", "var/log", "run", "proc", "sys", "dev"})
        makeFolder(m_base / name);
    copyPackages();
    fs::create_symlink("/run", m_base / "var/run");
}

void Image::copyTopLinks() const
{
    for (const char *name : topFolders) {
        const fs::path path = fs::path("/") / name;
        if (fs::is_symlink(path))
            fs::copy_symlink(path, m_base / name);
        else if (fs::is_directory(path))
            makeFolder(m_base / name);
    }
}

void Image::copyEtc() const
{
    // What this user may not read (shadow, keys) is left out: the worker gets its own.
    std::error_code unreadable;
    const auto skip = fs::directory_options::skip_permission_denied;
    for (fs::recursive_directory_iterator entry("/etc", skip), end; entry != end;
         entry.increment(unreadable)) {
        const fs::path target = m_base / entry->path().relative_path();
        if (entry->is_symlink(unreadable))
            fs::copy_symlink(entry->path(), target, unreadable);
        else if (entry->is_directory(unreadable))
            fs::create_directories(target, unreadable);
        else if (entry->is_regular_file(unreadable))
            fs::copy_file(entry->path(), target, unreadable);
    }
    for (const char *own : {"ssh", "sudoers.d", "profile.d", "shadow", "gshadow", "sudoers"})
        fs::remove_all(m_base / "etc" / own);
}

/// The worker's /usr is the machine's, and so are its packages.
void Image::copyPackages() const
{
    const fs::path status = "var/lib/dpkg/status";
    if (fs::exists("/" / status))
        fs::copy_file("/" / status, m_base / status);
}

/// Copies the programs whose set-uid bit must belong to the worker's own root, and sudo's plugins,
/// which sudo loads only from a root-owned file.
static void copyPrivileged(const fs::path &upper)
{
    std::error_code skipped;
    const auto copy = [&](const fs::path &file) {
        struct stat status
        {};
        if (::lstat(file.c_str(), &status) < 0 || !S_ISREG(status.st_mode))
            return;
        const fs::path target = upper / file.lexically_relative("/usr");
        fs::create_directories(target.parent_path(), skipped);
        fs::copy_file(file, target, skipped);
        ::chmod(target.c_str(), status.st_mode & 07777);
    };
    for (const char *folder : {"/usr/bin", "/usr/sbin"}) {
        for (const auto &entry : fs::directory_iterator(folder, skipped)) {
            if ((entry.status(skipped).permissions() & fs::perms::set_uid) != fs::perms::none)
                copy(entry.path());
        }
    }
    for (const char *folder : {"/usr/libexec/sudo", "/usr/lib/sudo"}) {
        for (const auto &entry : fs::recursive_directory_iterator(folder, skipped))
            copy(entry.path());
    }
}

void Image::layUsr() const
{
    const fs::path disk = m_folder / "usr-disk";
    const fs::path usr = m_folder / "usr";
    if (m_userNamespace)
        copyPrivileged(disk / "upper");
    // The module went into the template, which /usr will hide.
    fs::create_directories(disk / "upper");
    fs::copy(
        m_base / "usr", disk / "upper",
        fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    try {
        mountOverlay("/usr", disk, usr, m_userNamespace);
    } catch (const std::system_error &) {
        bindTree("/usr", usr);
    }
}

void Image::hide(const fs::path &folder) const
{
    makeFolder(m_base / folder);
    if (m_kind == Kind::MachineRoot)
        must(
            ::setxattr((m_base / folder).c_str(), "trusted.overlay.opaque", "y", 1, 0),
            "hide /" + folder.string());
}

void Image::addWhatTpuVmsHave(const Login &login) const
{
    // The machine's people, keys, logs and slow start files are no part of a worker.
    for (const char *name :
         {"home", "root", "tmp", "mnt", "media", "opt", "srv", "etc/ssh", "etc/sudoers.d",
          "etc/profile.d", "etc/update-motd.d", "var/log", "var/mail", "var/tmp", "var/spool/cron",
          "var/lib/google"})
        hide(name);
    makeFolder(m_base / "root", 0700, 0, 0);
    makeFolder(m_base / "tmp", 01777);
    makeFolder(m_base / "var/tmp", 01777);

    const fs::path etc = m_base / "etc";
    writeAccounts(etc, login.user);
    writeFile(etc / "ssh/sshd_config", embedded("sshd_config"));
    writeFile(etc / "nsswitch.conf", embedded("nsswitch.conf"));
    writeFile(etc / "pam.d/sshd", embedded("pam-sshd"));
    writeFile(etc / "pam.d/other", embedded("pam-other"));
    for (const char *name : {"sudo", "sudo-i"})
        writeFile(etc / "pam.d" / name, embedded("pam-sudo"));
    writeFile(etc / "profile", embedded("profile"));
    writeFile(etc / "bash.bashrc", embedded("bashrc"));
    writeFile(etc / "motd", "");
    writeFile(etc / "sudoers", embedded("sudoers"), 0440);
    writeFile(etc / "sudoers.d/google_sudoers", embedded("google_sudoers"), 0440);
    writeFile(m_base / "usr/lib/python3/dist-packages/jax/__init__.py", embedded("jax.py"));
    writeFile(m_base / "usr/lib/podium-sim/tensorflow/__init__.py", embedded("tensorflow.py"));
    writeFile(m_base / "usr/lib/python3/dist-packages/libtpu/libtpu.so", "");

    const fs::path home = m_base / "home" / login.user;
    makeFolder(home, 0755, loginId, loginId);
    makeFolder(home / ".ssh", 0700, loginId, loginId);
    writeFile(home / ".ssh/authorized_keys", login.publicKey + '\n', 0600, loginId, loginId);
}

fs::path Image::mountRoot(const fs::path &disk) const
{
    const fs::path root = disk / "root";
    if (m_kind == Kind::MachineRoot) {
        mountOverlay(m_base.string() + ":/", disk, root, false);
        return root;
    }
    try {
        mountOverlay(m_base.string(), disk, root, m_userNamespace);
    } catch (const std::system_error &) {
        if (!fs::exists(root / "etc"))
            fs::copy(m_base, root, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
        bindTree(root, root);
    }
    bindTree(m_folder / "usr", root / "usr");
    for (const char *name : topFolders) {
        if (!fs::is_symlink(root / name) && fs::is_directory(root / name))
            bindTree(fs::path("/") / name, root / name);
    }
    return root;
}

} // namespace podium::sim
