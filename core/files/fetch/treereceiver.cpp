// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/fetch/treereceiver.h"

#include "core/base/descriptor.h"
#include "core/files/digest.h"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace podium::files {

namespace {

constexpr qint64 Mebibyte = 1024 * 1024;

struct ReadCloser
{
    void operator()(archive *each) const { archive_read_free(each); }
};

Error localError(int number)
{
    return {
        ErrorKind::Io,
        number == ENOSPC || number == EDQUOT
            ? QStringLiteral("The disk of this machine is full.")
            : QStringLiteral("It cannot be written on this machine."),
        QString::fromLocal8Bit(std::strerror(number)),
        {},
        {}};
}

/// The stream as libarchive reads it; asks for more as it is read.
class PipeSource final
{
public:
    PipeSource(BytePipe &from, BytePipe &wanted) : m_from(from), m_wanted(wanted) {}

    static la_ssize_t read(archive * /*self*/, void *source, const void **bytes)
    {
        return static_cast<PipeSource *>(source)->next(bytes);
    }

private:
    la_ssize_t next(const void **bytes)
    {
        m_piece = m_from.take();
        for (m_taken += m_piece.size(); m_taken >= Mebibyte; m_taken -= Mebibyte) {
            m_wanted.pushNow(QByteArrayLiteral("\n"));
        }
        *bytes = m_piece.constData();
        return m_piece.size();
    }

    BytePipe &m_from;
    BytePipe &m_wanted;
    QByteArray m_piece; ///< stays until the next one is asked for
    qint64 m_taken = 0; ///< since more was asked for last
};

class Receiver final
{
public:
    Receiver(const FilesToReceive &what, BytePipe &from)
        : m_what(what)
        , m_source(from, *what.wanted)
        , m_archive(archive_read_new())
    {
        for (const std::size_t place : what.places) {
            m_awaited.insert("./" + what.tree->entries[place].entry.path, place);
        }
        archive_read_support_filter_zstd(m_archive.get());
        archive_read_support_format_tar(m_archive.get());
    }

    [[nodiscard]] ReceivedFiles receiveAll()
    {
        int state =
            archive_read_open(m_archive.get(), &m_source, nullptr, &PipeSource::read, nullptr);
        while (state >= ARCHIVE_WARN && state != ARCHIVE_EOF && !m_received.error) {
            archive_entry *header = nullptr;
            state = archive_read_next_header(m_archive.get(), &header);
            if (state >= ARCHIVE_WARN && state != ARCHIVE_EOF) {
                state = take(header);
            }
        }
        if (state != ARCHIVE_EOF && !m_received.error) {
            m_received.error = Error{
                ErrorKind::Network,
                QStringLiteral("What the worker sent was cut off."),
                QString::fromLocal8Bit(archive_error_string(m_archive.get())),
                QStringLiteral("Run it again: what is here is not fetched again."),
                {}};
        }
        return std::move(m_received);
    }

private:
    [[nodiscard]] int take(archive_entry *header)
    {
        const QByteArray name(archive_entry_pathname(header));
        const auto found = m_awaited.find(name);
        if (found == m_awaited.end() || archive_entry_filetype(header) != AE_IFREG ||
            archive_entry_hardlink(header) != nullptr) {
            return ARCHIVE_OK; // not asked for, or not what was asked for
        }
        const std::size_t place = found.value();
        m_awaited.erase(found);
        const qint64 size = m_what.tree->entries[place].entry.size;
        if (archive_entry_size(header) != size) {
            return ARCHIVE_OK; // it has changed: it is missed at the end
        }
        const Descriptor file(::openat(
            m_what.folder, QByteArray::number(qulonglong(place)).constData(),
            O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
        if (file.get() < 0) {
            m_received.error = localError(errno);
            return ARCHIVE_FATAL;
        }
        return write(file.get(), place, size);
    }

    [[nodiscard]] int write(int file, std::size_t place, qint64 size)
    {
        Digest digest;
        qint64 at = 0;
        for (;;) {
            const void *bytes = nullptr;
            std::size_t length = 0;
            la_int64_t offset = 0;
            const int state = archive_read_data_block(m_archive.get(), &bytes, &length, &offset);
            if (state == ARCHIVE_EOF) {
                break;
            }
            if (state < ARCHIVE_WARN || offset < at || offset + qint64(length) > size) {
                return ARCHIVE_FATAL;
            }
            addHole(digest, offset - at);
            digest.add(static_cast<const char *>(bytes), length);
            at = offset + qint64(length);
            if (!writeAll(file, static_cast<const char *>(bytes), length, offset)) {
                return ARCHIVE_FATAL;
            }
            *m_what.done += qint64(length);
        }
        addHole(digest, size - at);
        if (::ftruncate(file, size) != 0) {
            m_received.error = localError(errno);
            return ARCHIVE_FATAL;
        }
        m_received.sums.insert(place, digest.result());
        return ARCHIVE_OK;
    }
    static void addHole(Digest &digest, qint64 size)
    {
        static constexpr std::array<char, 64 * 1024> zeros{};
        for (; size > 0; size -= qint64(zeros.size())) {
            digest.add(zeros.data(), std::min(std::size_t(size), zeros.size()));
        }
    }
    [[nodiscard]] bool writeAll(int file, const char *bytes, std::size_t length, off_t at)
    {
        while (length > 0) {
            const ssize_t written = ::pwrite(file, bytes, length, at);
            if (written < 0 && errno != EINTR) {
                m_received.error = localError(errno);
                return false;
            }
            const auto step = std::size_t(std::max<ssize_t>(0, written));
            bytes += step;
            length -= step;
            at += off_t(step);
        }
        return true;
    }

    const FilesToReceive &m_what;
    PipeSource m_source;
    std::unique_ptr<archive, ReadCloser> m_archive;
    QHash<QByteArray, std::size_t> m_awaited;
    ReceivedFiles m_received;
};

} // namespace

ReceivedFiles receiveFiles(const FilesToReceive &what, BytePipe &from)
{
    ReceivedFiles received = Receiver(what, from).receiveAll();
    from.abandon();
    what.wanted->close();
    return received;
}

} // namespace podium::files
