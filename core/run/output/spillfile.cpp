// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/spillfile.h"

#include "core/base/files.h"

#include <QFile>
#include <QLocale>
#include <QRandomGenerator>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace podium::run {

namespace {

constexpr qint64 Portion = 1024 * 1024;

Error limitError(qint64 limit, const QString &folder)
{
    return {
        ErrorKind::QuotaExceeded, QStringLiteral("The output of this run is too much to keep."),
        QStringLiteral("The %1 that a run may use on disk are full.")
            .arg(QLocale::c().formattedDataSize(limit)),
        QStringLiteral("Raise the limit in the settings."), folder};
}

} // namespace

SpillFile::SpillFile(QString folder, qint64 limit) : m_folder(std::move(folder)), m_limit(limit) {}

SpillFile::~SpillFile()
{
    if (m_fd >= 0) {
        ::close(m_fd);
    }
}

Result<> SpillFile::open()
{
    if (m_fd >= 0) {
        return {};
    }
    if (auto made = makePrivateFolder(m_folder); !made) {
        return made;
    }
    // A file size limit of the shell is an error like a full disk, not the end of the program.
    std::signal(SIGXFSZ, SIG_IGN);
    const QString path = m_folder + QStringLiteral("/output-") +
                         QString::number(QRandomGenerator::system()->generate64(), 16);
    const QByteArray name = QFile::encodeName(path);
    m_fd = ::open(name.constData(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (m_fd < 0) {
        return failure(ioError(QStringLiteral("write"), path, errno));
    }
    ::unlink(name.constData());
    return {};
}

Result<qint64> SpillFile::append(const QByteArray &bytes)
{
    if (m_size + bytes.size() > m_limit) {
        return failure(limitError(m_limit, m_folder));
    }
    if (const auto opened = open(); !opened) {
        return failure(opened.error());
    }
    qint64 done = 0;
    while (done < bytes.size()) {
        const ssize_t n = ::pwrite(
            m_fd, bytes.constData() + done, std::size_t(bytes.size() - done), m_size + done);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return failure(ioError(QStringLiteral("write in"), m_folder, n < 0 ? errno : ENOSPC));
        }
        done += n;
    }
    return std::exchange(m_size, m_size + bytes.size());
}

Result<QByteArray> SpillFile::read(qint64 offset, qint64 size) const
{
    QByteArray bytes(int(size), Qt::Uninitialized);
    qint64 done = 0;
    while (done < size) {
        const ssize_t n =
            ::pread(m_fd, bytes.data() + done, std::size_t(size - done), offset + done);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return failure(ioError(QStringLiteral("read in"), m_folder, n < 0 ? errno : EIO));
        }
        done += n;
    }
    return bytes;
}

qint64 OutputContent::size() const
{
    qint64 sum = 0;
    for (const Piece &piece : pieces) {
        sum += piece.size;
    }
    return sum;
}

Result<> OutputContent::forEach(const std::function<Result<>(const QByteArray &)> &take) const
{
    for (const Piece &piece : pieces) {
        if (piece.offset < 0) {
            if (auto taken = take(piece.bytes); !taken) {
                return taken;
            }
            continue;
        }
        for (qint64 at = 0; at < piece.size; at += Portion) {
            const auto bytes = file->read(piece.offset + at, std::min(Portion, piece.size - at));
            if (!bytes) {
                return failure(bytes.error());
            }
            if (auto taken = take(*bytes); !taken) {
                return taken;
            }
        }
    }
    return {};
}

} // namespace podium::run
