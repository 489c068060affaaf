// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/io/runtimefolder.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace podium::ssh {

namespace {

const QString Prefix = QStringLiteral("/podium-ssh-");
const QString Varying = QStringLiteral("??????");
constexpr int MostTries = 10;

/// Locked where nobody else has it so; a negative one otherwise.
Descriptor lockedFolder(const QByteArray &path)
{
    Descriptor folder(::open(path.constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    const bool isLocked = folder.get() >= 0 && ::flock(folder.get(), LOCK_EX | LOCK_NB) == 0;
    struct stat found = {};
    const bool isOurs =
        isLocked && ::fstat(folder.get(), &found) == 0 && found.st_uid == ::geteuid();
    return isOurs ? std::move(folder) : Descriptor(-1);
}

bool isStillThere(const Descriptor &folder, const QByteArray &path)
{
    struct stat opened = {};
    struct stat named = {};
    return ::fstat(folder.get(), &opened) == 0 && ::lstat(path.constData(), &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

} // namespace

QString RuntimeFolder::usualParent()
{
    // Of the name of a socket only 108 bytes count, and `ssh` adds some of its own.
    constexpr int Longest = 50;
    static const QRegularExpression plain(QStringLiteral(R"(\A/[A-Za-z0-9/._-]+\z)"));
    const QString given = qEnvironmentVariable("XDG_RUNTIME_DIR");
    const bool isFit = given.size() <= Longest && plain.match(given).hasMatch();
    return isFit ? given : QStringLiteral("/tmp");
}

RuntimeFolder::RuntimeFolder(QString parent) : m_parent(std::move(parent)) {}

RuntimeFolder::~RuntimeFolder()
{
    if (!m_path.isEmpty()) {
        QDir(m_path).removeRecursively();
    }
}

QString RuntimeFolder::path()
{
    std::call_once(m_isAsked, [this] {
        removeDetached();
        make();
    });
    return m_path;
}

void RuntimeFolder::make()
{
    // Another process may take it for one that was left, before it is locked: then there is a next.
    for (int i = 0; i < MostTries && m_path.isEmpty(); ++i) {
        QByteArray path = QFile::encodeName(m_parent + Prefix) + "XXXXXX";
        if (::mkdtemp(path.data()) == nullptr) {
            return;
        }
        m_lock = lockedFolder(path);
        if (m_lock.get() >= 0 && isStillThere(m_lock, path)) {
            m_path = QFile::decodeName(path);
        }
    }
}

void RuntimeFolder::removeDetached() const
{
    const QStringList names = QDir(m_parent).entryList(
        {Prefix.mid(1) + Varying}, QDir::Dirs | QDir::NoSymLinks | QDir::Hidden);
    for (const QString &name : names) {
        const QString path = m_parent + QLatin1Char('/') + name;
        if (const Descriptor left = lockedFolder(QFile::encodeName(path)); left.get() >= 0) {
            QDir(path).removeRecursively();
        }
    }
}

} // namespace podium::ssh
