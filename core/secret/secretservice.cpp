// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/secret/secretservice.h"

#include "core/base/files.h"
#include "core/base/jobs.h"
#include "core/secret/secretjson.h"

#include <QFileInfo>

#include <chrono>
#include <utility>

namespace podium::secret {

namespace {

constexpr std::chrono::seconds LongestLock{10};
constexpr int OwnerOnly = 0600;
constexpr int LongestSecret = 32 * 1024;

/// A demo, or a Podium with another data folder, has secrets of its own under the same names.
QString keyOf(const SecretName &name, const QString &file)
{
    return QStringLiteral("secret/%1 (%2)").arg(name.text(), QFileInfo(file).absolutePath());
}

Result<SecretBook> readBook(const QString &file)
{
    const auto bytes = readFile(file, 64 * 1024 * 1024);
    if (!bytes && bytes.error().kind == ErrorKind::NotFound) {
        return SecretBook();
    }
    auto book = bytes ? bookFromJson(*bytes) : failure(bytes.error());
    if (!book) {
        Error error = book.error();
        error.subject = file;
        return failure(error);
    }
    return book;
}

Result<SecretBook>
changeBook(const QString &file, const std::function<SecretBook(SecretBook)> &change)
{
    if (const auto folder = makePrivateFolder(QFileInfo(file).path()); !folder) {
        return failure(folder.error());
    }
    const auto lock = FileLock::acquire(file + QStringLiteral(".lock"), LongestLock);
    const auto before = lock ? readBook(file) : failure(lock.error());
    if (!before) {
        return before;
    }
    SecretBook after = change(*before);
    if (after == *before) {
        return after;
    }
    const auto written = writeFileAtomically(file, bookToJson(after), OwnerOnly);
    return written ? Result<SecretBook>(std::move(after)) : failure(written.error());
}

Result<> withoutValue(const Result<SecretBook> &book)
{
    return book ? Result<>() : failure(book.error());
}

} // namespace

Result<> checkSecret(const QString &value)
{
    const bool isEmpty = value.trimmed().isEmpty();
    if (!isEmpty && !value.contains(QChar(0)) && value.toUtf8().size() <= LongestSecret) {
        return {};
    }
    return failure(
        {ErrorKind::InvalidArgument,
         isEmpty ? QStringLiteral("The secret is empty.")
                 : QStringLiteral("The secret is longer than 32 KiB, or no text.")});
}

SecretService::SecretService(Keyring &keyring, QString file, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_keyring(keyring)
    , m_file(std::move(file))
    , m_clock(clock)
{}

void SecretService::onBook(const Result<SecretBook> &book)
{
    if (book) {
        m_book = *book;
        emit changed();
    }
}

void SecretService::load(const Callback<Result<SecretBook>> &done)
{
    runJob(
        this, [file = m_file] { return readBook(file); },
        [this, done](const Result<SecretBook> &book) {
            onBook(book);
            done(book);
        });
}

void SecretService::change(Change change, const Callback<Result<>> &done)
{
    runJob(
        this, [file = m_file, change = std::move(change)] { return changeBook(file, change); },
        [this, done](const Result<SecretBook> &book) {
            onBook(book);
            done(withoutValue(book));
        });
}

void SecretService::set(
    const SecretName &name, const QString &value, WithoutKeyring otherwise,
    const Callback<Result<Kept>> &done)
{
    if (const auto good = checkSecret(value); !good) {
        done(failure(good.error()));
        return;
    }
    // A shell drops them from what it reads, too.
    QString text = value;
    while (text.endsWith(QLatin1Char('\n')) || text.endsWith(QLatin1Char('\r'))) {
        text.chop(1);
    }
    const auto writeName = [this, name, done](Kept kept) {
        change(
            [name, now = m_clock.now().toUTC()](SecretBook book) {
                return withEntry(std::move(book), name, now);
            },
            {this, [done, kept](const Result<> &written) {
                 done(written ? Result<Kept>(kept) : failure(written.error()));
             }});
    };
    m_keyring.write(
        keyOf(name, m_file), text,
        {this, [=, this](const Result<> &written) {
             if (written) {
                 m_memory.remove(name);
                 writeName(Kept::InKeyring);
                 return;
             }
             if (otherwise == WithoutKeyring::KeepInMemory &&
                 written.error().kind == ErrorKind::Unavailable) {
                 m_memory.insert(name, text);
                 writeName(Kept::InMemory);
                 return;
             }
             Error error = written.error();
             error.hint = QStringLiteral(
                 "Nothing was stored. Recipes ask for it where they are run in a terminal.");
             error.subject = name.text();
             done(failure(error));
         }});
}

void SecretService::read(const SecretName &name, const Callback<Result<QString>> &done)
{
    if (const auto kept = m_memory.constFind(name); kept != m_memory.constEnd()) {
        done(*kept);
        return;
    }
    m_keyring.read(
        keyOf(name, m_file),
        {this, [name, done](const Result<QString> &value) {
             if (value) {
                 done(value);
                 return;
             }
             Error error = value.error();
             error.subject = name.text();
             if (error.kind == ErrorKind::NotFound) {
                 error.summary = QStringLiteral("There is no secret \"%1\".").arg(name.text());
                 error.hint = QStringLiteral("Set it first.");
             }
             done(failure(error));
         }});
}

void SecretService::remove(const SecretName &name, const Callback<Result<Removed>> &done)
{
    const bool wasInMemory = m_memory.remove(name) > 0;
    const auto forgetName = [this, name, done](Removed what) {
        change(
            [name](SecretBook book) { return withoutEntry(std::move(book), name); },
            {this, [done, what](const Result<> &written) {
                 done(written ? Result<Removed>(what) : failure(written.error()));
             }});
    };
    m_keyring.remove(keyOf(name, m_file), {this, [=](const Result<> &removed) {
                                               if (removed) {
                                                   forgetName(Removed::Everywhere);
                                               } else if (wasInMemory) {
                                                   forgetName(Removed::FromMemory);
                                               } else {
                                                   done(failure(removed.error()));
                                               }
                                           }});
}

void SecretService::begin(const std::vector<Placement> &placements, const Callback<Result<>> &done)
{
    change(
        [placements](SecretBook book) { return withPlacements(std::move(book), placements); },
        done);
}

void SecretService::confirm(const std::vector<QByteArray> &ids, const Callback<Result<>> &done)
{
    change([ids](SecretBook book) { return withConfirmed(std::move(book), ids); }, done);
}

void SecretService::forgetPlacements(
    const std::vector<QByteArray> &ids, const Callback<Result<>> &done)
{
    change([ids](SecretBook book) { return withoutPlacements(std::move(book), ids); }, done);
}

} // namespace podium::secret
