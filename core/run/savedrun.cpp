// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/savedrun.h"

#include "core/base/files.h"
#include "core/run/summaryjson.h"

#include <QFile>
#include <QHash>
#include <QSet>

#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace podium::run {

namespace {

constexpr int MaxName = 200; // of the 255 bytes that Linux allows, for suffixes

/// Letters, digits, '.', '_', '-' as they are, all else as %XX; never hidden, never an option.
QString safeName(const QString &text)
{
    QByteArray name = text.toUtf8().toPercentEncoding({}, "~");
    if (name.startsWith('.') || name.startsWith('-')) {
        name.replace(0, 1, '%' + QByteArray(1, name.at(0)).toHex().toUpper());
    }
    return QString::fromLatin1(name);
}

/// What a worker is called in 0: short, 1: with its zone, 2: with its project, too.
QString nameAt(const WorkerRef &worker, int width)
{
    QString name = safeName(worker.node.name.text());
    if (width >= 1) {
        name = safeName(worker.node.zone.text()) + QLatin1Char('.') + name;
    }
    if (width >= 2) {
        name = safeName(worker.node.project.text()) + QLatin1Char('.') + name;
    }
    return name + QLatin1Char('-') + QString::number(worker.index);
}

Result<> writeFile(const QString &path, const SavedRun::File &file)
{
    const int fd = ::open(
        QFile::encodeName(path).constData(),
        O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600);
    if (fd < 0) {
        return failure(ioError(QStringLiteral("write"), path, errno));
    }
    const auto put = [fd, &path](const QByteArray &bytes) -> Result<> {
        if (!writeAll(fd, bytes)) {
            return failure(ioError(QStringLiteral("write"), path, errno));
        }
        return {};
    };
    Result<> written = put(file.bytes);
    if (written) {
        written = file.more.forEach(put);
    }
    if (::close(fd) != 0 && written) {
        return failure(ioError(QStringLiteral("write"), path, errno));
    }
    return written;
}

/// What a worker sent over one stream; what is on disk is read when it is written.
SavedRun::File outputFile(const Run &run, int slot, ssh::OutputStream stream, const QString &name)
{
    return {name, {}, run.output().content(slot, stream)};
}

/// Hands on a worker's files, one after the other.
template <typename Take>
Result<> takeOutputFiles(const Run &run, int slot, const QString &name, const Take &take)
{
    Result<> taken =
        take(outputFile(run, slot, ssh::OutputStream::Out, name + QLatin1String(".out")));
    SavedRun::File errors =
        outputFile(run, slot, ssh::OutputStream::Err, name + QLatin1String(".err"));
    if (taken && (!errors.bytes.isEmpty() || errors.more.size() > 0)) {
        taken = take(std::move(errors));
    }
    return taken;
}

QByteArray lines(const QStringList &words)
{
    QByteArray text;
    for (const QString &word : words) {
        text += word.toUtf8();
        text += '\n';
    }
    return text;
}

/// What is said of all workers; the last one completes a saved run.
std::vector<SavedRun::File> closingFiles(const Run &run, const QStringList &names)
{
    QStringList succeeded;
    QStringList failed;
    for (const WorkerState &worker : run.state().workers()) {
        if (worker.ending) {
            (worker.hasFailed() ? failed : succeeded) << worker.worker.text();
        }
    }
    return {
        {QStringLiteral("succeeded"), lines(succeeded)},
        {QStringLiteral("failed"), lines(failed)},
        {QStringLiteral("summary.json"), summaryJson(run, names)}};
}

/// The last file of a saved run is there whole or not at all.
Result<> writeInto(const QString &folder, const SavedRun::File &file, bool isLast)
{
    const QString path = folder + QLatin1Char('/') + file.name;
    return isLast ? writeFileAtomically(path, file.bytes, 0600) : writeFile(path, file);
}

} // namespace

QStringList workerFileNames(const std::vector<WorkerRef> &workers)
{
    QStringList names;
    QSet<QString> taken;
    std::array<QHash<QString, int>, 3> counts;
    for (const WorkerRef &worker : workers) {
        for (int width = 0; width < 3; ++width) {
            ++counts.at(std::size_t(width))[nameAt(worker, width)];
        }
    }
    for (const WorkerRef &worker : workers) {
        int width = 0;
        while (width < 2 && counts.at(std::size_t(width)).value(nameAt(worker, width)) > 1) {
            ++width;
        }
        QString name = nameAt(worker, width);
        if (name.size() > MaxName || taken.contains(name)) {
            name = QStringLiteral("worker.%1").arg(names.size());
        }
        taken.insert(name);
        names << name;
    }
    return names;
}

SavedRun savedRun(const Run &run)
{
    SavedRun saved;
    const QStringList names = workerFileNames(run.spec().workers);
    const auto keep = [&saved](SavedRun::File file) -> Result<> {
        saved.files.push_back(std::move(file));
        return {};
    };
    for (int slot = 0; slot < names.size(); ++slot) {
        (void)takeOutputFiles(run, slot, names.at(slot), keep); // keep cannot fail
    }
    for (SavedRun::File &file : closingFiles(run, names)) {
        saved.files.push_back(std::move(file));
    }
    return saved;
}

Result<> writeSavedRun(const SavedRun &saved, const QString &folder)
{
    Result<> written = makePrivateFolder(folder);
    for (std::size_t i = 0; written && i < saved.files.size(); ++i) {
        written = writeInto(folder, saved.files[i], i + 1 == saved.files.size());
    }
    return written;
}

Result<> saveRun(const Run &run, const QString &folder)
{
    const QStringList names = workerFileNames(run.spec().workers);
    Result<> written = makePrivateFolder(folder);
    const auto write = [&folder](const SavedRun::File &file) {
        return writeInto(folder, file, false);
    };
    for (int slot = 0; written && slot < names.size(); ++slot) {
        written = takeOutputFiles(run, slot, names.at(slot), write);
    }
    const std::vector<SavedRun::File> closing = closingFiles(run, names);
    for (std::size_t i = 0; written && i < closing.size(); ++i) {
        written = writeInto(folder, closing[i], i + 1 == closing.size());
    }
    return written;
}

} // namespace podium::run
