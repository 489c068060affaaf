// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/treesender.h"

#include "core/base/descriptor.h"
#include "core/files/manifest.h"

#include <QStringBuilder>

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <map>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace podium::files {

namespace {

constexpr std::size_t PieceSize = 256 * 1024;
constexpr mode_t OwnersAll = 0700;

struct ArchiveCloser
{
    void operator()(archive *each) const { archive_write_free(each); }
};
struct EntryCloser
{
    void operator()(archive_entry *each) const { archive_entry_free(each); }
};
using EntryPointer = std::unique_ptr<archive_entry, EntryCloser>;

/// Takes a piece; false: nobody wants it any more.
using Sink = std::function<bool(const QByteArray &)>;

la_ssize_t pushTo(archive *self, void *sink, const void *bytes, std::size_t size)
{
    const QByteArray piece(static_cast<const char *>(bytes), int(size));
    if (!(*static_cast<const Sink *>(sink))(piece)) {
        archive_set_error(self, ECANCELED, "nobody wants it any more");
        return -1;
    }
    return la_ssize_t(size);
}

class Sender final
{
public:
    enum class Files { Sent, LeftOut };
    Sender(const TreeToSend &what, Sink to, Files files = Files::Sent)
        : m_what(what)
        , m_to(std::move(to))
        , m_files(files)
        , m_archive(archive_write_new())
        , m_piece(PieceSize)
    {
        // Pax headers where they are needed: names that no plain one holds, fractions of a second.
        archive_write_set_format_pax(m_archive.get());
        archive_write_set_options(m_archive.get(), "hdrcharset=BINARY");
        if (what.isCompressed && files == Files::Sent) {
            archive_write_add_filter_zstd(m_archive.get());
            archive_write_set_filter_option(m_archive.get(), "zstd", "compression-level", "1");
        }
        archive_write_set_bytes_per_block(m_archive.get(), int(PieceSize));
        archive_write_set_bytes_in_last_block(m_archive.get(), 1);
        m_isFine =
            archive_write_open(m_archive.get(), &m_to, nullptr, pushTo, nullptr) == ARCHIVE_OK;
    }

    [[nodiscard]] std::vector<FileProblem> sendAll()
    {
        QByteArray want;
        QByteArray heads;
        std::map<mode_t, QByteArray> modes;
        for (const std::size_t place : m_what.places) {
            describe(place, want, modes);
            if (m_what.heads.contains(place)) {
                heads += wantedLine(place);
            }
        }
        addText("want", want);
        if (!heads.isEmpty()) {
            addText("heads", heads);
        }
        for (const auto &[mode, folders] : modes) {
            addText("modes-" + QByteArray::number(mode, 8).rightJustified(3, '0'), folders);
        }
        if (!m_what.deletes.isEmpty() || m_files == Files::LeftOut) {
            addText("delete", listedNames(m_what.deletes));
        }
        for (const std::size_t place : m_what.places) {
            if (!m_isFine) {
                break;
            }
            add(m_what.tree->entries[place], m_what.heads.value(place));
        }
        addText("complete", {});
        archive_write_close(m_archive.get());
        return std::move(m_problems);
    }

private:
    /// Of a file or link.
    [[nodiscard]] QByteArray wantedLine(std::size_t place) const
    {
        const FileEntry &entry = m_what.tree->entries[place].entry;
        const QByteArray end = QByteArrayLiteral("  ./") + entry.path + '\0';
        if (entry.kind == EntryKind::Link) {
            return "link " + entry.linkTarget + end;
        }
        return m_what.sums->value(place, QByteArrayLiteral("unread")) + end;
    }
    void describe(std::size_t place, QByteArray &want, std::map<mode_t, QByteArray> &modes) const
    {
        const FileEntry &entry = m_what.tree->entries[place].entry;
        if (entry.kind != EntryKind::Folder) {
            want += wantedLine(place);
        } else {
            modes[entry.mode] += "./" + entry.path + '\0';
        }
    }
    [[nodiscard]] static EntryPointer
    headerOf(const QByteArray &name, unsigned type, mode_t mode, qint64 size)
    {
        EntryPointer header(archive_entry_new());
        archive_entry_set_pathname(header.get(), name.constData());
        archive_entry_set_filetype(header.get(), type);
        archive_entry_set_perm(header.get(), mode);
        archive_entry_set_size(header.get(), size);
        return header;
    }
    void write(archive_entry *header)
    {
        m_isFine = m_isFine && archive_write_header(m_archive.get(), header) >= ARCHIVE_WARN;
    }
    void addText(const QByteArray &name, const QByteArray &text)
    {
        write(headerOf(name, AE_IFREG, 0600, text.size()).get());
        writeBytes(text.constData(), text.size());
    }
    void writeBytes(const char *bytes, qint64 size)
    {
        m_isFine = m_isFine && archive_write_data(m_archive.get(), bytes, std::size_t(size)) >= 0;
    }
    /// `head`: so many bytes of a file are there already.
    void add(const LocalEntry &local, qint64 head)
    {
        const FileEntry &entry = local.entry;
        if (entry.kind == EntryKind::File && m_files == Files::LeftOut) {
            return;
        }
        const QByteArray name = "tree/" + entry.path;
        const unsigned type = entry.kind == EntryKind::Folder ? AE_IFDIR
                              : entry.kind == EntryKind::Link ? AE_IFLNK
                                                              : AE_IFREG;
        // A folder that its owner may not write to gets its mode when all is in it.
        const mode_t mode = entry.kind == EntryKind::Folder ? entry.mode | OwnersAll : entry.mode;
        const EntryPointer header = headerOf(name, type, mode, entry.size - head);
        const timespec changed = toTime(entry.mtimeNs);
        archive_entry_set_mtime(header.get(), changed.tv_sec, changed.tv_nsec);
        if (entry.kind == EntryKind::Link) {
            archive_entry_set_symlink(header.get(), entry.linkTarget.constData());
        }
        if (entry.kind != EntryKind::File) {
            write(header.get());
            return;
        }
        addFile(local, head, header.get());
    }
    void addFile(const LocalEntry &local, qint64 head, archive_entry *header)
    {
        const Descriptor file(
            ::open(local.localPath.constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
        if (file.get() < 0) {
            // Nothing of that name arrives, so that the worker says that it is missing.
            m_problems.push_back({local.entry.path, QString::fromLocal8Bit(std::strerror(errno))});
            return;
        }
        if (head == 0) {
            noteHoles(file.get(), header, local.entry.size);
        }
        ::lseek(file.get(), head, SEEK_SET); // looking for holes moves it
        write(header);
        // No more and no less than was announced, whatever the file is now.
        qint64 left = local.entry.size - head;
        bool isShort = false;
        while (left > 0 && m_isFine) {
            const auto wanted = std::min<qint64>(left, qint64(m_piece.size()));
            const ssize_t got =
                isShort ? 0 : ::read(file.get(), m_piece.data(), std::size_t(wanted));
            isShort = got <= 0;
            if (isShort) {
                std::fill_n(m_piece.begin(), wanted, '\0');
            }
            const qint64 size = isShort ? wanted : got;
            writeBytes(m_piece.data(), size);
            left -= size;
            if (m_what.done) {
                *m_what.done += size;
            }
        }
        struct stat status
        {};
        const bool isChanged = ::fstat(file.get(), &status) != 0 ||
                               status.st_size != local.entry.size ||
                               toNs(status.st_mtim) != local.entry.mtimeNs;
        if (isShort || isChanged) {
            m_problems.push_back(
                {local.entry.path, QStringLiteral("it changed while it was copied")});
        }
    }
    /// The parts of a sparse file that hold something, so that its holes cost nothing.
    static void noteHoles(int file, archive_entry *header, qint64 size)
    {
        if (size == 0 || ::lseek(file, 0, SEEK_HOLE) >= size) {
            return;
        }
        for (off_t at = ::lseek(file, 0, SEEK_DATA); at >= 0 && at < size;
             at = ::lseek(file, at, SEEK_DATA)) {
            const off_t end = std::min<off_t>(::lseek(file, at, SEEK_HOLE), size);
            if (end <= at) {
                break;
            }
            archive_entry_sparse_add_entry(header, at, end - at);
            at = end;
        }
        if (archive_entry_sparse_count(header) == 0) {
            archive_entry_sparse_add_entry(header, size, 0); // all of it is a hole
        }
    }

    const TreeToSend &m_what;
    Sink m_to;
    const Files m_files;
    std::unique_ptr<archive, ArchiveCloser> m_archive;
    std::vector<char> m_piece;
    std::vector<FileProblem> m_problems;
    bool m_isFine = true;
};

} // namespace

std::vector<FileProblem> sendTree(const TreeToSend &what, BytePipe &to)
{
    auto problems =
        Sender(what, [&to](const QByteArray &piece) { return to.push(piece); }).sendAll();
    to.close();
    return problems;
}

QByteArray controlOf(const TreeToSend &what)
{
    QByteArray control;
    const Sink append = [&control](const QByteArray &piece) {
        control += piece;
        return true;
    };
    // Nothing is read, so there are no problems.
    static_cast<void>(Sender(what, append, Sender::Files::LeftOut).sendAll());
    return control;
}

} // namespace podium::files
