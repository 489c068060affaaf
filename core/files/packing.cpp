// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/packing.h"

#include "core/base/descriptor.h"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

namespace podium::files {

namespace {

constexpr std::size_t MostFiles = 32;
constexpr qint64 SampleSize = 64 * 1024;
/// Packed to more than so many percent it does not pay.
constexpr qint64 WorthPercent = 95;

struct PackerCloser
{
    void operator()(archive *each) const { archive_write_free(each); }
};
struct PackedEntryCloser
{
    void operator()(archive_entry *each) const { archive_entry_free(each); }
};

la_ssize_t count(archive * /*self*/, void *total, const void * /*bytes*/, std::size_t size)
{
    *static_cast<qint64 *>(total) += qint64(size);
    return la_ssize_t(size);
}

/// Of some bytes by zstd, at the level that copies are sent with.
qint64 packedSize(const QByteArray &bytes)
{
    qint64 total = 0;
    const std::unique_ptr<archive, PackerCloser> packer(archive_write_new());
    archive_write_set_format_raw(packer.get());
    archive_write_add_filter_zstd(packer.get());
    archive_write_set_filter_option(packer.get(), "zstd", "compression-level", "1");
    archive_write_set_bytes_in_last_block(packer.get(), 1);
    const std::unique_ptr<archive_entry, PackedEntryCloser> entry(archive_entry_new());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    const bool isFine =
        archive_write_open(packer.get(), &total, nullptr, count, nullptr) == ARCHIVE_OK &&
        archive_write_header(packer.get(), entry.get()) == ARCHIVE_OK &&
        archive_write_data(packer.get(), bytes.constData(), std::size_t(bytes.size())) >= 0 &&
        archive_write_close(packer.get()) == ARCHIVE_OK;
    return isFine ? total : bytes.size();
}

/// From the middle: heads are of another kind than what they are before.
QByteArray pieceOf(const FileToPack &file)
{
    const Descriptor opened(
        ::open(file.localPath.constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    QByteArray piece(int(std::min(SampleSize, file.size)), '\0');
    const ssize_t got = opened.get() < 0
                            ? -1
                            : ::pread(
                                  opened.get(), piece.data(), std::size_t(piece.size()),
                                  (file.size - piece.size()) / 2);
    piece.truncate(int(std::max<ssize_t>(0, got)));
    return piece;
}

} // namespace

bool packingPays(std::vector<FileToPack> files)
{
    const std::size_t few = std::min(MostFiles, files.size());
    std::partial_sort(
        files.begin(), files.begin() + std::ptrdiff_t(few), files.end(),
        [](const FileToPack &a, const FileToPack &b) { return a.size > b.size; });
    double plain = 0;
    double packed = 0;
    for (std::size_t i = 0; i < few; ++i) {
        const QByteArray piece = pieceOf(files[i]);
        if (!piece.isEmpty()) {
            // Each stands for all of its file.
            const double share = double(files[i].size) / piece.size();
            plain += share * piece.size();
            packed += share * double(packedSize(piece));
        }
    }
    return packed * 100 < plain * WorthPercent;
}

} // namespace podium::files
