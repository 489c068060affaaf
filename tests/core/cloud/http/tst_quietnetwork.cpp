// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/http/quietnetwork.h"
#include "tests/core/cloud/fakeserver.h"
#include "tests/fakes/patience.h"

#include <QFile>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QProcess>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;

/// What this process has loaded.
static QByteArray libraries()
{
    QFile maps("/proc/self/maps");
    return maps.open(QIODevice::ReadOnly) ? maps.readAll() : QByteArray();
}

class TestQuietNetwork final : public QObject
{
    Q_OBJECT

private slots:
    void loadsNoBearerPlugins();
    void trustsTheCertificatesThatItIsGiven();
};

void TestQuietNetwork::loadsNoBearerPlugins()
{
    const QStringList paths = QCoreApplication::libraryPaths();
    const auto network = cloud::quietNetwork();
    QCOMPARE(QCoreApplication::libraryPaths(), paths);
    tests::FakeServer server([](const tests::FakeRequest &) { return tests::FakeReply(); });
    QNetworkReply *reply = network->get(QNetworkRequest(server.url("/x")));
    QSignalSpy finished(reply, &QNetworkReply::finished);
    QVERIFY(finished.wait(Patience));
    QCOMPARE(reply->readAll(), QByteArray("{}"));
    QVERIFY(libraries().contains("libQt5Network"));
    QVERIFY(!libraries().contains("bearer"));
    reply->deleteLater();
}

void TestQuietNetwork::trustsTheCertificatesThatItIsGiven()
{
    const QSslConfiguration before = QSslConfiguration::defaultConfiguration();
    const auto restore = qScopeGuard([&before] {
        qunsetenv("SSL_CERT_FILE");
        QSslConfiguration::setDefaultConfiguration(before);
    });
    const QTemporaryDir folder;
    QProcess openssl;
    openssl.start(
        "openssl", {"req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=ours", "-keyout",
                    folder.filePath("key"), "-out", folder.filePath("pem")});
    QVERIFY(openssl.waitForFinished(Patience));
    qputenv("SSL_CERT_FILE", QFile::encodeName(folder.filePath("pem")));
    QVERIFY(cloud::quietNetwork());
    const auto trusted = QSslConfiguration::defaultConfiguration().caCertificates();
    QCOMPARE(trusted.size(), 1);
    QCOMPARE(trusted[0].subjectInfo(QSslCertificate::CommonName), QStringList{"ours"});
    qputenv("SSL_CERT_FILE", "/no/such");
    QVERIFY(cloud::quietNetwork());
    QVERIFY(QSslConfiguration::defaultConfiguration().caCertificates().isEmpty());
}

QTEST_GUILESS_MAIN(TestQuietNetwork)
#include "tst_quietnetwork.moc"
