// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/http/quietnetwork.h"

#include "core/base/log.h"

#include <QCoreApplication>
#include <QFile>
#include <QNetworkAccessManager>
#include <QScopeGuard>
#include <QSslCertificate>
#include <QSslConfiguration>

#include <spdlog/spdlog.h>

namespace podium::cloud {

namespace {

/// As OpenSSL's programs have it: this file instead of the machine's certificates. Qt has them from
/// elsewhere. One that cannot be read trusts nobody.
void useCertificateFile()
{
    const QString file = QFile::decodeName(qgetenv("SSL_CERT_FILE"));
    if (file.isEmpty()) {
        return;
    }
    QFile pem(file);
    const auto certificates = pem.open(QIODevice::ReadOnly)
                                  ? QSslCertificate::fromDevice(&pem, QSsl::Pem)
                                  : QList<QSslCertificate>();
    if (certificates.isEmpty()) {
        logger("cloud")->warn("No certificate can be read from SSL_CERT_FILE.");
    }
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(certificates);
    QSslConfiguration::setDefaultConfiguration(configuration);
}

} // namespace

std::unique_ptr<QNetworkAccessManager> quietNetwork()
{
    // No switch turns them off: they are not found.
    const auto restore = qScopeGuard(
        [paths = QCoreApplication::libraryPaths()] { QCoreApplication::setLibraryPaths(paths); });
    QCoreApplication::setLibraryPaths({});
    useCertificateFile();
    return std::make_unique<QNetworkAccessManager>();
}

} // namespace podium::cloud
