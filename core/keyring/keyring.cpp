// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/keyring/keyring.h"

#include <qt5keychain/keychain.h>

#include <utility>

namespace podium {

namespace {

QString program()
{
    return QStringLiteral("Podium");
}

Error noKeyring(const QString &detail)
{
    return {ErrorKind::Unavailable, QStringLiteral("No keyring runs in this session."), detail};
}

Error keyringError(const QKeychain::Job &job)
{
    const QString detail = job.errorString().simplified();
    switch (job.error()) {
    case QKeychain::EntryNotFound:
        return {ErrorKind::NotFound, QStringLiteral("The keyring does not have it.")};
    case QKeychain::AccessDeniedByUser:
    case QKeychain::AccessDenied:
        return {ErrorKind::Refused, QStringLiteral("The keyring was not unlocked."), detail};
    default:
        return noKeyring(detail);
    }
}

} // namespace

void DesktopKeyring::read(const QString &key, Callback<Result<QString>> done)
{
    auto *job = new QKeychain::ReadPasswordJob(program());
    job->setInsecureFallback(false);
    job->setKey(key);
    QObject::connect(job, &QKeychain::Job::finished, job, [job, done = std::move(done)] {
        if (job->error() == QKeychain::NoError) {
            done(job->textData());
        } else {
            done(failure(keyringError(*job)));
        }
    });
    job->start(); // deletes itself
}

void DesktopKeyring::write(const QString &key, const QString &value, Callback<Result<>> done)
{
    auto *job = new QKeychain::WritePasswordJob(program());
    job->setInsecureFallback(false);
    job->setKey(key);
    job->setTextData(value);
    QObject::connect(job, &QKeychain::Job::finished, job, [job, done = std::move(done)] {
        done(job->error() == QKeychain::NoError ? Result<>() : failure(keyringError(*job)));
    });
    job->start();
}

void DesktopKeyring::remove(const QString &key, Callback<Result<>> done)
{
    auto *job = new QKeychain::DeletePasswordJob(program());
    job->setInsecureFallback(false);
    job->setKey(key);
    QObject::connect(job, &QKeychain::Job::finished, job, [job, done = std::move(done)] {
        const bool isGone =
            job->error() == QKeychain::NoError || job->error() == QKeychain::EntryNotFound;
        done(isGone ? Result<>() : failure(keyringError(*job)));
    });
    job->start();
}

void NoKeyring::read(const QString &, Callback<Result<QString>> done)
{
    done(failure(noKeyring({})));
}

void NoKeyring::write(const QString &, const QString &, Callback<Result<>> done)
{
    done(failure(noKeyring({})));
}

void NoKeyring::remove(const QString &, Callback<Result<>> done)
{
    done(failure(noKeyring({})));
}

void keepPassphrase(const QString &keyPath, const QString &passphrase, Callback<Result<>> done)
{
    auto *job = new QKeychain::WritePasswordJob(program());
    job->setInsecureFallback(false);
    job->setKey(keyPath);
    job->setTextData(passphrase);
    QObject::connect(
        job, &QKeychain::Job::finished, job, [keyPath, done](const QKeychain::Job *over) {
            if (over->error() == QKeychain::NoError) {
                done(Result<>());
                return;
            }
            done(failure(Error{
                ErrorKind::Unavailable, QStringLiteral("The keyring did not take the passphrase."),
                over->errorString().simplified(),
                QStringLiteral("The key itself is made; keep its passphrase elsewhere."),
                keyPath}));
        });
    job->start(); // deletes itself
}

} // namespace podium
