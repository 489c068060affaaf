// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/keyring/keyring.h"

#include <qt5keychain/keychain.h>

namespace podium {

void keepPassphrase(const QString &keyPath, const QString &passphrase, Callback<Result<>> done)
{
    auto *job = new QKeychain::WritePasswordJob(QStringLiteral("Podium"));
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
