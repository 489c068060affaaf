// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/textfolder.h"

#include "core/base/files.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace podium::run {

namespace {

constexpr int TextPortion = 1024 * 1024;
constexpr auto LockLimit = std::chrono::seconds(5);

QString folderPrefix()
{
    return QStringLiteral("texts-");
}

/// Held while folders are made or removed: one that is not locked yet is nobody's otherwise.
Result<FileLock> lockFolders(const QString &parent)
{
    return FileLock::acquire(parent + QStringLiteral("/texts.lock"), LockLimit);
}

/// The folder, locked; -1 with errno where that cannot be.
int openLocked(const QString &path)
{
    const int fd = ::open(
        QFile::encodeName(path).constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && ::flock(fd, LOCK_EX | LOCK_NB) != 0) {
        const int problem = errno;
        ::close(fd);
        errno = problem;
        return -1;
    }
    return fd;
}

/// A new file; -1 with errno.
int openNew(const QString &path)
{
    return ::open(
        QFile::encodeName(path).constData(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
        0600);
}

Result<> writeLines(int fd, const QString &path, const OutputSnapshot &output)
{
    QByteArray waiting;
    const auto flush = [&]() -> Result<> {
        if (!writeAll(fd, std::exchange(waiting, {}))) {
            return failure(ioError(QStringLiteral("write"), path, errno));
        }
        return {};
    };
    const Result<> taken = output.forEachLine([&](const QString &line) -> Result<> {
        waiting += line.toUtf8();
        waiting += '\n';
        return waiting.size() < TextPortion ? Result<>() : flush();
    });
    return taken ? flush() : taken;
}

/// Of all programs, those that live too.
QStringList foldersIn(const QString &parent)
{
    QStringList paths;
    const QDir dir(parent);
    for (const QString &name :
         dir.entryList({folderPrefix() + QLatin1Char('*')}, QDir::Dirs | QDir::NoSymLinks)) {
        paths << dir.filePath(name);
    }
    return paths;
}

void removeDetached(const QString &parent)
{
    for (const QString &path : foldersIn(parent)) {
        if (const int fd = openLocked(path); fd >= 0) {
            QDir(path).removeRecursively();
            ::close(fd);
        }
    }
}

} // namespace

TextFolder::TextFolder(QString parent) : m_parent(std::move(parent)) {}

TextFolder::~TextFolder()
{
    if (m_fd >= 0) {
        QDir(m_path).removeRecursively();
        ::close(m_fd);
    }
}

Result<> TextFolder::make()
{
    if (m_fd >= 0) {
        return {};
    }
    if (auto made = makePrivateFolder(m_parent); !made) {
        return made;
    }
    const Result<FileLock> lock = lockFolders(m_parent);
    if (!lock) {
        return failure(lock.error());
    }
    removeDetached(m_parent);
    const QString path = m_parent + QLatin1Char('/') + folderPrefix() +
                         QString::number(QRandomGenerator::system()->generate64(), 16);
    if (auto made = makePrivateFolder(path); !made) {
        return made;
    }
    m_fd = openLocked(path);
    if (m_fd < 0) {
        return failure(ioError(QStringLiteral("lock"), path, errno));
    }
    m_path = path;
    return {};
}

Result<QString> TextFolder::write(const QString &name, const OutputSnapshot &output)
{
    const QMutexLocker locker(&m_mutex);
    if (const auto made = make(); !made) {
        return failure(made.error());
    }
    const QString stem = m_path + QLatin1Char('/') + name;
    QString path = stem + QStringLiteral(".txt");
    int fd = openNew(path);
    for (int number = 2; fd < 0 && errno == EEXIST; ++number) {
        path = QStringLiteral("%1-%2.txt").arg(stem, QString::number(number));
        fd = openNew(path);
    }
    if (fd < 0) {
        return failure(ioError(QStringLiteral("write"), path, errno));
    }
    Result<> written = writeLines(fd, path, output);
    if (::close(fd) != 0 && written) {
        written = failure(ioError(QStringLiteral("write"), path, errno));
    }
    if (!written) {
        QFile::remove(path);
        return failure(written.error());
    }
    return path;
}

void removeLeftTextFolders(const QString &parent)
{
    if (foldersIn(parent).isEmpty()) {
        return;
    }
    if (const Result<FileLock> lock = lockFolders(parent); lock) {
        removeDetached(parent);
    }
}

} // namespace podium::run
