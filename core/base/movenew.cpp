// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/movenew.h"

#include "core/base/descriptor.h"

#include <cerrno>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

namespace podium {

namespace {

bool cannotDoThat(int number)
{
    return number == EINVAL || number == ENOSYS || number == EOPNOTSUPP || number == EPERM;
}

/// It is that file, and nobody has written to it.
bool isStill(const Descriptor &taken, int folder, const char *name)
{
    struct stat own
    {};
    struct stat there
    {};
    return ::fstat(taken.get(), &own) == 0 &&
           ::fstatat(folder, name, &there, AT_SYMLINK_NOFOLLOW) == 0 &&
           own.st_dev == there.st_dev && own.st_ino == there.st_ino && there.st_size == 0;
}

bool moveOntoTaken(int from, const char *name, int to, const char *newName)
{
    const Descriptor taken(
        ::openat(to, newName, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (taken.get() < 0) {
        return false;
    }
    if (!isStill(taken, to, newName)) {
        errno = EEXIST;
        return false;
    }
    if (::renameat(from, name, to, newName) == 0) {
        return true;
    }
    const int number = errno;
    if (isStill(taken, to, newName)) {
        ::unlinkat(to, newName, 0);
    }
    errno = number;
    return false;
}

} // namespace

MoveCalls MoveCalls::ofSystem()
{
    return {
        [](int from, const char *name, int to, const char *newName) {
            return ::renameat2(from, name, to, newName, RENAME_NOREPLACE);
        },
        [](int from, const char *name, int to, const char *newName) {
            return ::linkat(from, name, to, newName, 0);
        }};
}

bool moveNew(int from, const char *name, int to, const char *newName, const MoveCalls &calls)
{
    if (calls.renameNew(from, name, to, newName) == 0) {
        return true;
    }
    if (errno != EINVAL && errno != ENOSYS) {
        return false;
    }
    if (calls.link(from, name, to, newName) == 0) {
        return ::unlinkat(from, name, 0) == 0;
    }
    return cannotDoThat(errno) && moveOntoTaken(from, name, to, newName);
}

} // namespace podium
