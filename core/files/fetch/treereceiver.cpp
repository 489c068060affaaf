// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/fetch/treereceiver.h"

#include "core/base/descriptor.h"
#include "core/files/digest.h"
#include "core/files/manifest.h"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <unistd.h>
#include <utility>
#include <vector>

namespace podium::files {

namespace {

constexpr qint64 Mebibyte = 1024 * 1024;

struct ReadCloser
{
    void operator()(archive *each) const { archive_read_free(each); }
};

Error localError(int number)
{
    const bool isFull = number == ENOSPC || number == EDQUOT;
    return {
        ErrorKind::Io,
        isFull ? QStringLiteral("The disk of this machine is full.")
               : QStringLiteral("It cannot be written on this machine."),
        QString::fromLocal8Bit(std::strerror(number)),
        isFull ? QStringLiteral("Make room, and run it again: what is here is not fetched again.")
               : QString()};
}

Error cutError(const QString &detail)
{
    return {
        ErrorKind::Network, QStringLiteral("What the worker sent was cut off."), detail,
        QStringLiteral("Run it again: what is here is not fetched again.")};
}

/// The stream as it comes; asks for more as it is read.
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

/// The same, unpacked.
class UnpackedSource final
{
public:
    UnpackedSource(BytePipe &from, BytePipe &wanted, bool isPacked)
        : m_source(from, wanted)
        , m_archive(archive_read_new())
    {
        if (isPacked) {
            archive_read_support_filter_zstd(m_archive.get());
        }
        archive_read_support_format_raw(m_archive.get());
    }

    static la_ssize_t read(archive * /*self*/, void *source, const void **bytes)
    {
        constexpr std::size_t AsManyAsThereAre = SIZE_MAX;
        return static_cast<UnpackedSource *>(source)->next(bytes, AsManyAsThereAre);
    }
    /// The next bytes, at most so many; 0: nothing more comes; below: it is broken.
    [[nodiscard]] la_ssize_t next(const void **bytes, std::size_t most)
    {
        if (!m_hasBegun && !begin()) {
            return 0;
        }
        while (m_left == 0) {
            const void *block = nullptr;
            la_int64_t offset = 0;
            const int state = archive_read_data_block(m_archive.get(), &block, &m_left, &offset);
            if (state == ARCHIVE_EOF || state < ARCHIVE_WARN) {
                m_left = 0;
                return state == ARCHIVE_EOF ? 0 : -1;
            }
            m_block = static_cast<const char *>(block);
        }
        const std::size_t size = std::min(m_left, most);
        *bytes = m_block;
        m_block += size;
        m_left -= size;
        return la_ssize_t(size);
    }
    [[nodiscard]] QString error() const
    {
        return QString::fromLocal8Bit(archive_error_string(m_archive.get()));
    }

private:
    [[nodiscard]] bool begin()
    {
        archive_entry *all = nullptr;
        m_hasBegun =
            archive_read_open(m_archive.get(), &m_source, nullptr, &PipeSource::read, nullptr) ==
                ARCHIVE_OK &&
            archive_read_next_header(m_archive.get(), &all) == ARCHIVE_OK;
        return m_hasBegun;
    }

    PipeSource m_source;
    std::unique_ptr<archive, ReadCloser> m_archive;
    const char *m_block = nullptr; ///< unpacked, of which this is left
    std::size_t m_left = 0;
    bool m_hasBegun = false;
};

class Receiver final
{
public:
    Receiver(FilesToReceive what, BytePipe &from)
        : m_what(std::move(what))
        , m_source(from, *m_what.wanted, m_what.isPacked)
        , m_archive(archive_read_new())
    {
        for (const std::size_t place : m_what.places) {
            const FileEntry &entry = m_what.tree->entries[place].entry;
            if (entry.kind == EntryKind::File && !m_what.heads.contains(place)) {
                m_awaited.insert("./" + entry.path, place);
            }
        }
        archive_read_support_format_tar(m_archive.get());
    }

    [[nodiscard]] ReceivedFiles receiveAll()
    {
        for (const std::size_t place : m_what.places) {
            if (m_what.heads.contains(place) && !takeRest(place)) {
                return std::move(m_received);
            }
        }
        if (!m_awaited.isEmpty()) {
            takeOthers();
        }
        return std::move(m_received);
    }

private:
    /// Behind what is here of it.
    [[nodiscard]] bool takeRest(std::size_t place)
    {
        const FileEntry &entry = m_what.tree->entries[place].entry;
        qint64 at = m_what.heads.value(place);
        const Descriptor file = m_what.folder->openPart(entry, place, at);
        if (file.get() < 0) {
            m_received.error = localError(errno);
            return false;
        }
        Digest digest;
        if (!addHead(digest, file.get(), at)) {
            return false;
        }
        while (at < entry.size) {
            const void *bytes = nullptr;
            const la_ssize_t length = m_source.next(&bytes, std::size_t(entry.size - at));
            if (length <= 0) {
                m_received.error = cutError(m_source.error());
                return false;
            }
            digest.add(static_cast<const char *>(bytes), std::size_t(length));
            if (!writeAll(file.get(), static_cast<const char *>(bytes), std::size_t(length), at)) {
                return false;
            }
            at += length;
            *m_what.done += length;
        }
        m_received.sums.insert(place, digest.result());
        return true;
    }
    [[nodiscard]] bool addHead(Digest &digest, int file, qint64 size)
    {
        std::vector<char> piece(Mebibyte);
        for (qint64 at = 0; at < size;) {
            const auto wanted = std::size_t(std::min(size - at, Mebibyte));
            const ssize_t got = ::pread(file, piece.data(), wanted, at);
            if (got <= 0 || *m_what.isStopped) {
                m_received.error = got < 0 ? localError(errno) : cutError({});
                return false;
            }
            digest.add(piece.data(), std::size_t(got));
            at += got;
        }
        return true;
    }
    void takeOthers()
    {
        int state =
            archive_read_open(m_archive.get(), &m_source, nullptr, &UnpackedSource::read, nullptr);
        while (state >= ARCHIVE_WARN && state != ARCHIVE_EOF && !m_received.error) {
            archive_entry *header = nullptr;
            state = archive_read_next_header(m_archive.get(), &header);
            if (state >= ARCHIVE_WARN && state != ARCHIVE_EOF) {
                state = take(header);
            }
        }
        if (state != ARCHIVE_EOF && !m_received.error) {
            const QString detail = QString::fromLocal8Bit(archive_error_string(m_archive.get()));
            m_received.error = cutError(detail.isEmpty() ? m_source.error() : detail);
        }
    }
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
        const FileEntry &entry = m_what.tree->entries[place].entry;
        if (archive_entry_size(header) != entry.size) {
            return ARCHIVE_OK; // it has changed: it is missed at the end
        }
        const Descriptor file = m_what.folder->create(entry, place);
        if (file.get() < 0) {
            m_received.error = localError(errno);
            return ARCHIVE_FATAL;
        }
        return write(file.get(), place, entry.size);
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

    const FilesToReceive m_what;
    UnpackedSource m_source;
    std::unique_ptr<archive, ReadCloser> m_archive;
    QHash<QByteArray, std::size_t> m_awaited;
    ReceivedFiles m_received;
};

} // namespace

ListToSend listToSend(const FilesToReceive &what)
{
    ListToSend list;
    for (const std::size_t place : what.places) {
        const FileEntry &entry = what.tree->entries[place].entry;
        const qint64 head = what.heads.value(place);
        if (entry.kind != EntryKind::File || (head > 0 && head == entry.size)) {
            continue;
        }
        if (head > 0) {
            list.rests += QByteArray::number(head) + ' ' + QByteArray::number(entry.size - head) +
                          ' ' + listedNames({entry.path});
        } else {
            list.names += listedNames({entry.path});
        }
    }
    return list;
}

ReceivedFiles receiveFiles(FilesToReceive what, BytePipe &from)
{
    const std::shared_ptr<BytePipe> wanted = what.wanted;
    ReceivedFiles received = Receiver(std::move(what), from).receiveAll();
    from.abandon();
    wanted->close();
    return received;
}

} // namespace podium::files
