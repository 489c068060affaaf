// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/files/copylines.h"

#include "core/files/fileentry.h"
#include "core/ssh/shellquote.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace podium::models {

namespace {

struct CopyLineWords
{
    Q_DECLARE_TR_FUNCTIONS(CopyLines)
};

constexpr unsigned char FirstPrintable = 0x20;
constexpr unsigned char Delete = 0x7f;

/// Not every text that is valid is harmless: C1 controls and direction marks are valid UTF-8.
bool isPlain(const QByteArray &text)
{
    const QString read = QString::fromUtf8(text);
    return read.toUtf8() == text &&
           std::all_of(read.begin(), read.end(), [](QChar each) { return each.isPrint(); });
}

QByteArray withoutSlashes(QByteArray path)
{
    while (path.size() > 1 && path.endsWith('/')) {
        path.chop(1);
    }
    return path;
}

/// Its content is meant, not the folder.
bool isContent(const QByteArray &source)
{
    return source == "." || source.endsWith("/.");
}

/// So that it is neither an option nor the name of a host.
QByteArray asPath(const QByteArray &source)
{
    const QByteArray path = withoutSlashes(source);
    return path.startsWith('/') || path.startsWith("./") || path.startsWith("../") || path == "." ||
                   path == ".."
               ? path
               : "./" + path;
}

Error wordError(const QString &summary, const QString &detail, const QString &hint)
{
    return {ErrorKind::InvalidArgument, summary, detail, hint};
}

/// `cp -r ..` places its content, too.
Result<> checkForRsync(const files::CopyRequest &request)
{
    for (const QByteArray &source : request.sources) {
        const QByteArray path = withoutSlashes(source);
        if (request.deletesExtras && (isContent(path) || path == ".." || path.endsWith("/.."))) {
            return failure(wordError(
                CopyLineWords::tr("rsync would delete more than Podium for \"%1\".")
                    .arg(files::shownPath(source)),
                CopyLineWords::tr("Of a folder whose content alone is copied it takes the folder "
                                  "there for the same one, and deletes all else in it."),
                CopyLineWords::tr("Name the folder itself, or delete nothing.")));
        }
    }
    return {};
}

/// Lines without them would do another thing, and nobody would see it in time.
Result<> checkOptionsForBucket(const files::CopyRequest &request)
{
    const QString hint = CopyLineWords::tr("Copy without that, or with Podium or rsync.");
    if (request.local.honoursGitignore) {
        return failure(wordError(
            CopyLineWords::tr("gcloud storage does not leave out what git ignores."),
            CopyLineWords::tr("All of it would go to the bucket."), hint));
    }
    if (request.deletesExtras) {
        return failure(wordError(
            CopyLineWords::tr("gcloud storage would delete more than Podium."),
            CopyLineWords::tr("It deletes in all of the folder there, not only in what is copied."),
            hint));
    }
    return {};
}

Result<> checkForBucket(const QByteArray &path)
{
    if (isPlain(path) && !QRegularExpression(QStringLiteral(R"([][*?])"))
                              .match(QString::fromUtf8(path))
                              .hasMatch()) {
        return {};
    }
    return failure(wordError(
        CopyLineWords::tr("gcloud storage cannot be given \"%1\".").arg(files::shownPath(path)),
        CopyLineWords::tr("It reads *, ? and [ as patterns, and takes one line of UTF-8 only."),
        CopyLineWords::tr("Rename it, or copy with Podium or rsync.")));
}

} // namespace

QByteArray lineWord(const QByteArray &text)
{
    if (isPlain(text)) {
        static const QRegularExpression plain(QStringLiteral(R"(\A[A-Za-z0-9_./:=@%+,-]+\z)"));
        return plain.match(QString::fromUtf8(text)).hasMatch() ? text : ssh::shellQuote(text);
    }
    QByteArray word = "$'";
    for (const char each : text) {
        const auto byte = static_cast<unsigned char>(each);
        if (byte < FirstPrintable || byte >= Delete) {
            word += '\\' + QByteArray::number(byte, 8).rightJustified(3, '0');
        } else {
            word += each == '\'' || each == '\\' ? QByteArray("\\") + each : QByteArray(1, each);
        }
    }
    return word + '\'';
}

Result<QByteArray> rsyncLine(const files::CopyRequest &request, const QString &alias)
{
    if (const auto checked = checkForRsync(request); !checked) {
        return failure(checked.error());
    }
    // -s: the names go to the other side as they are, past its shell. Neither owner nor group, as
    // Podium does it.
    QByteArrayList words{"rsync", "-rlpts"};
    if (request.compresses) {
        words << "-z";
    }
    if (request.deletesExtras) {
        words << "--delete";
    }
    if (request.local.honoursGitignore) {
        words << lineWord("--filter=:- .gitignore") << "--exclude=.git";
    }
    const QByteArray folder = files::workerFolder(request.folder);
    if (folder != ".") {
        // rsync itself makes but the last of several folders, before 3.2.3.
        words << lineWord("--rsync-path=mkdir -p -- " + ssh::shellQuote(folder) + " && rsync");
    }
    words << "--";
    for (const QByteArray &source : request.sources) {
        words << lineWord(asPath(source));
    }
    words << lineWord(alias.toUtf8() + ':' + withoutSlashes(folder) + '/');
    return words.join(' ');
}

Result<BucketLines> bucketLines(const files::CopyRequest &request, const QString &bucket)
{
    static const QRegularExpression form(
        QStringLiteral(R"(\Ags://[a-z0-9][a-z0-9._-]*(/[^/]+)+/?\z)"));
    const QByteArray place = withoutSlashes(bucket.toUtf8());
    if (!form.match(bucket).hasMatch()) {
        return failure(wordError(
            CopyLineWords::tr("\"%1\" is no folder of a bucket.").arg(bucket), {},
            CopyLineWords::tr("Say gs://BUCKET/FOLDER: all that is in it goes to the workers.")));
    }
    if (const auto checked = checkOptionsForBucket(request); !checked) {
        return failure(checked.error());
    }
    for (const QByteArray &path : request.sources + QByteArrayList{place, request.folder}) {
        if (const auto checked = path.isEmpty() ? Result<>() : checkForBucket(path); !checked) {
            return failure(checked.error());
        }
    }
    BucketLines lines;
    for (const QByteArray &source : request.sources) {
        const QByteArray path = lineWord(asPath(source));
        if (isContent(source)) {
            lines.upload << "gcloud storage rsync --recursive " + path + ' ' + lineWord(place);
        } else {
            lines.upload << "gcloud storage cp --recursive " + path + ' ' + lineWord(place + '/');
        }
    }
    const QByteArray folder = lineWord(files::workerFolder(request.folder));
    lines.download = "mkdir -p -- " + folder + " && gcloud storage rsync --recursive " +
                     lineWord(place) + ' ' + folder;
    return lines;
}

} // namespace podium::models
