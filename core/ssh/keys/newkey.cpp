// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/keys/newkey.h"

#include "core/base/files.h"
#include "core/base/killedwriters.h"
#include "core/ssh/keys/sshhandles.h"
#include "core/ssh/plaintext.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>

#include <cerrno>
#include <ctime>

#include <fcntl.h>
#include <openssl/crypto.h>
#include <sys/stat.h>
#include <unistd.h>

namespace podium::ssh {

namespace {

constexpr int LongestComment = 200;

QString draftsPrefix()
{
    return QStringLiteral(".podium-key-");
}

Error isThere(const QString &path)
{
    return {
        ErrorKind::AlreadyExists,
        QStringLiteral("%1 is there already.").arg(path),
        {},
        QStringLiteral("Podium does not write over a key; choose another name."),
        path};
}

Error notMade(const QString &path)
{
    return {ErrorKind::Io, QStringLiteral("The key %1 could not be made.").arg(path), {}, {}, path};
}

bool isTaken(const QString &path)
{
    struct stat info = {};
    return ::lstat(QFile::encodeName(path).constData(), &info) == 0;
}

/// What a program that was killed on the way has left: a private key that has no name yet, and that
/// nobody uses. A link to a folder is none of them, nor is anything that a younger one may be at.
void removeOldDrafts(const QString &folder)
{
    // As QTemporaryDir fills its X.
    static const QRegularExpression ours(
        QRegularExpression::anchoredPattern(draftsPrefix() + QStringLiteral("[A-Za-z0-9]{6}")));
    const std::time_t now = std::time(nullptr);
    const QDir in(folder);
    const QStringList names =
        in.entryList({draftsPrefix() + QLatin1Char('*')}, QDir::Dirs | QDir::Hidden);
    for (const QString &name : names) {
        const QString path = in.filePath(name);
        struct stat info = {};
        if (ours.match(name).hasMatch() &&
            ::lstat(QFile::encodeName(path).constData(), &info) == 0 && S_ISDIR(info.st_mode) &&
            info.st_uid == ::geteuid() && now - info.st_mtim.tv_sec > LongestWrite) {
            QDir(path).removeRecursively();
        }
    }
}

/// Gives a finished file its name; never instead of another one.
Result<> place(const QString &draft, const QString &path, mode_t mode, const MoveCalls &calls)
{
    const QByteArray from = QFile::encodeName(draft);
    const QByteArray to = QFile::encodeName(path);
    const int fd = ::open(from.constData(), O_RDONLY | O_CLOEXEC);
    const bool isReady = fd >= 0 && ::fchmod(fd, mode) == 0 && ::fsync(fd) == 0;
    const int error = errno;
    ::close(fd);
    if (!isReady) {
        return failure(ioError(QStringLiteral("write"), path, error));
    }
    if (!moveNew(AT_FDCWD, from.constData(), AT_FDCWD, to.constData(), calls)) {
        return failure(
            errno == EEXIST ? isThere(path) : ioError(QStringLiteral("write"), path, errno));
    }
    return {};
}

Result<> placeBoth(
    const QString &privateDraft, const QString &publicDraft, const QString &path,
    const MoveCalls &calls)
{
    if (auto placed = place(privateDraft, path, 0600, calls); !placed) {
        return placed;
    }
    if (auto placed = place(publicDraft, path + QStringLiteral(".pub"), 0644, calls); !placed) {
        ::unlink(QFile::encodeName(path).constData()); // ours, of a moment ago
        return placed;
    }
    return syncFolder(QFileInfo(path).path());
}

} // namespace

Result<NewKey> makeKeyPair(
    const QString &path, const QByteArray &passphrase, const QString &comment,
    const MoveCalls &calls)
{
    for (const QString &name : {path, QString(path + QStringLiteral(".pub"))}) {
        if (isTaken(name)) {
            return failure(isThere(name));
        }
    }
    const QString folder = QFileInfo(path).path();
    if (auto made = makePrivateFolder(folder); !made) {
        return failure(made.error());
    }
    removeOldDrafts(folder);
    // As in probeKeys(): a pool's thread may go later than the program.
    const auto freeThreadState = qScopeGuard([] { OPENSSL_thread_stop(); });
    const QString pattern = folder + QLatin1Char('/') + draftsPrefix() + QStringLiteral("XXXXXX");
    const QTemporaryDir drafts(pattern); // mode 0700
    ssh_key raw = nullptr;
    if (!drafts.isValid() || ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &raw) != SSH_OK) {
        return failure(
            drafts.isValid() ? notMade(path) : ioError(QStringLiteral("write"), path, errno));
    }
    const KeyHandle key(raw);
    const QString draft = drafts.filePath(QStringLiteral("key"));
    if (ssh_pki_export_privkey_file(
            key.get(), passphrase.isEmpty() ? nullptr : passphrase.constData(), nullptr, nullptr,
            QFile::encodeName(draft).constData()) != SSH_OK) {
        return failure(notMade(path));
    }
    const QByteArray line = "ssh-ed25519 " + publicBlob(key.get()).toBase64() + ' ' +
                            plainText(comment.toUtf8(), LongestComment).toUtf8();
    const QString publicDraft = drafts.filePath(QStringLiteral("pub"));
    if (auto written = writeFileAtomically(publicDraft, line + '\n', 0644); !written) {
        return failure(written.error());
    }
    if (auto placed = placeBoth(draft, publicDraft, path, calls); !placed) {
        return failure(placed.error());
    }
    return NewKey{path, line};
}

} // namespace podium::ssh
