// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/app/podium-sim/simhelpers.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QtTest>

#include <openssl/evp.h>
#include <openssl/pem.h>

#include <memory>

using namespace podium::tests;

/// The token endpoint: refresh tokens, signed assertions, and tokens that end.
class TestSimOauth final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void refreshTokens_data();
    void refreshTokens();
    void assertions_data();
    void assertions();
    void countersCount();
    void tokensEnd();

private:
    [[nodiscard]] SimCloud::Reply ask(const QString &form) const
    {
        // Parameters of the address count as those of a form.
        return m_cloud.call("POST", QStringLiteral("/token?") + form, {});
    }

    SimCloud m_cloud;
    QJsonObject m_account;
};

static QByteArray urlBase64(const QByteArray &bytes)
{
    return bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
}

static QByteArray signedWith(const QByteArray &pem, const QByteArray &text)
{
    const std::unique_ptr<BIO, decltype(&BIO_free)> bio(
        BIO_new_mem_buf(pem.constData(), pem.size()), &BIO_free);
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
        PEM_read_bio_PrivateKey(bio.get(), nullptr, nullptr, nullptr), &EVP_PKEY_free);
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(
        EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    const auto *bytes = reinterpret_cast<const unsigned char *>(text.constData());
    size_t size = 0;
    if (EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()) != 1 ||
        EVP_DigestSign(context.get(), nullptr, &size, bytes, static_cast<size_t>(text.size())) != 1)
        return {};
    QByteArray signature(static_cast<int>(size), '\0');
    EVP_DigestSign(
        context.get(), reinterpret_cast<unsigned char *>(signature.data()), &size, bytes,
        static_cast<size_t>(text.size()));
    return signature;
}

void TestSimOauth::initTestCase()
{
    QVERIFY2(m_cloud.startWith(labScenario({})), qPrintable(m_cloud.error()));
    m_account = m_cloud
                    .post(
                        QStringLiteral("/sim/serviceAccounts"),
                        {{QStringLiteral("email"), QStringLiteral("bot@lab.example")}})
                    .json();
    QCOMPARE(m_account[QLatin1String("type")].toString(), QStringLiteral("service_account"));
    QCOMPARE(
        m_account[QLatin1String("token_uri")].toString(),
        QString(m_cloud.url() + QStringLiteral("/token")));
}

void TestSimOauth::refreshTokens_data()
{
    QTest::addColumn<QString>("form");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("error");
    const QString client = QStringLiteral("grant_type=refresh_token&client_id=a&client_secret=b");
    QTest::newRow("good") << QString(client + QStringLiteral("&refresh_token=good")) << 200
                          << QString();
    QTest::newRow("revoked") << QString(client + QStringLiteral("&refresh_token=revoked-1")) << 400
                             << "invalid_grant";
    QTest::newRow("none") << client << 400 << "invalid_request";
    QTest::newRow("odd grant") << "grant_type=magic" << 400 << "unsupported_grant_type";
}

void TestSimOauth::refreshTokens()
{
    QFETCH(QString, form);
    QFETCH(int, status);
    QFETCH(QString, error);
    const SimCloud::Reply reply = ask(form);
    QCOMPARE(reply.status, status);
    QCOMPARE(reply.json()[QLatin1String("error")].toString(), error);
    QCOMPARE(reply.json().contains(QLatin1String("access_token")), status == 200);
}

void TestSimOauth::assertions_data()
{
    QTest::addColumn<QJsonObject>("change");
    QTest::addColumn<bool>("spoil");
    QTest::addColumn<QString>("error");
    QTest::newRow("good") << QJsonObject() << false << QString();
    QTest::newRow("bad signature") << QJsonObject() << true << "invalid_grant";
    QTest::newRow("unknown account")
        << QJsonObject{{QStringLiteral("iss"), QStringLiteral("x@lab.example")}} << false
        << "invalid_grant";
    QTest::newRow("expired")
        << QJsonObject{{QStringLiteral("iat"), 1000}, {QStringLiteral("exp"), 2000}} << false
        << "invalid_grant";
    QTest::newRow("lasts too long")
        << QJsonObject{{QStringLiteral("exp"), 9999999999.0}} << false << "invalid_grant";
    QTest::newRow("no audience") << QJsonObject{{QStringLiteral("aud"), QString()}} << false
                                 << "invalid_grant";
    QTest::newRow("no scope") << QJsonObject{{QStringLiteral("scope"), QString()}} << false
                              << "invalid_scope";
}

void TestSimOauth::assertions()
{
    QFETCH(QJsonObject, change);
    QFETCH(bool, spoil);
    QFETCH(QString, error);
    const qint64 now = QDateTime::currentSecsSinceEpoch();
    QJsonObject claims{
        {QStringLiteral("iss"), m_account[QLatin1String("client_email")]},
        {QStringLiteral("aud"), QStringLiteral("https://oauth2.googleapis.com/token")},
        {QStringLiteral("scope"), QStringLiteral("https://www.googleapis.com/auth/cloud-platform")},
        {QStringLiteral("iat"), now},
        {QStringLiteral("exp"), now + 3600}};
    for (auto it = change.begin(); it != change.end(); ++it)
        claims[it.key()] = it.value();
    QByteArray jwt = urlBase64(R"({"alg":"RS256","typ":"JWT"})") + '.' +
                     urlBase64(QJsonDocument(claims).toJson(QJsonDocument::Compact));
    QByteArray signature =
        signedWith(m_account[QLatin1String("private_key")].toString().toUtf8(), jwt);
    QVERIFY(!signature.isEmpty());
    if (spoil)
        signature[3] = static_cast<char>(signature[3] ^ 1);
    jwt += '.' + urlBase64(signature);
    const SimCloud::Reply reply =
        ask(QStringLiteral("grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&assertion=") +
            QString::fromUtf8(jwt));
    QCOMPARE(reply.json()[QLatin1String("error")].toString(), error);
    QCOMPARE(reply.status, error.isEmpty() ? 200 : 400);
}

void TestSimOauth::countersCount()
{
    const auto counter = [this](const char *name) {
        return m_cloud.get(QStringLiteral("/sim/oauth")).json()[QLatin1String(name)].toInt();
    };
    const int refreshes = counter("refreshes");
    const int refusals = counter("refusals");
    const QString form = QStringLiteral("grant_type=refresh_token&client_id=a&refresh_token=");
    QCOMPARE(ask(form + QStringLiteral("good")).status, 200);
    QCOMPARE(ask(form + QStringLiteral("revoked")).status, 400);
    QCOMPARE(counter("refreshes"), refreshes + 1);
    QCOMPARE(counter("refusals"), refusals + 1);
}

/// Calls the projects list with a token from the endpoint.
static bool isLetIn(const SimCloud &cloud)
{
    const SimCloud::Reply issued = cloud.call(
        "POST", QStringLiteral("/token?grant_type=refresh_token&client_id=a&refresh_token=b"), {});
    const QString token = issued.json()[QLatin1String("access_token")].toString();
    return cloud.call("GET", QStringLiteral("/v1/projects"), {}, token).status == 200;
}

void TestSimOauth::tokensEnd()
{
    QVERIFY(isLetIn(m_cloud));
    QJsonObject scenario = labScenario({});
    scenario[QLatin1String("tokenSeconds")] = 0;
    SimCloud brief;
    QVERIFY2(brief.startWith(scenario), qPrintable(brief.error()));
    QVERIFY(!isLetIn(brief));
}

QTEST_GUILESS_MAIN(TestSimOauth)
#include "tst_sim_oauth.moc"
