// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// On a session bus of its own, with the keyring of GNOME; asked back with libsecret's own tool.
#include "core/keyring/keyring.h"
#include "tests/fakes/keyringsession.h"
#include "tests/fakes/patience.h"

#include <QProcess>
#include <QtTest>

#include <optional>

using namespace podium;

class TestKeyring final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void nobodyKeepsIt();
    void isKept();
    void isReadAndRemoved();
    void whereItIsNotWantedNothingIsKept();

private:
    template <typename T, typename Start>
    std::optional<Result<T>> answerTo(Start start)
    {
        std::optional<Result<T>> answer;
        start(Callback<Result<T>>(this, [&answer](const Result<T> &given) { answer = given; }));
        const bool isOver = QTest::qWaitFor([&answer] { return answer.has_value(); }, Patience);
        return isOver ? answer : std::nullopt;
    }
    [[nodiscard]] std::optional<Result<>> keep(const QString &path, const QString &passphrase);

    tests::KeyringSession m_session;
};

void TestKeyring::initTestCase()
{
    const QString missing = tests::KeyringSession::missingProgram();
    if (!missing.isEmpty()) {
        QSKIP(qPrintable(QString("%1 is not installed").arg(missing)));
    }
    for (const char *variable : {"HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"}) {
        qputenv(variable, m_session.path().toUtf8());
    }
    QVERIFY(m_session.startBus());
}

std::optional<Result<>> TestKeyring::keep(const QString &path, const QString &passphrase)
{
    std::optional<Result<>> kept;
    keepPassphrase(path, passphrase, {this, [&kept](const Result<> &result) { kept = result; }});
    const bool isOver = QTest::qWaitFor([&kept] { return kept.has_value(); }, Patience);
    return isOver ? kept : std::nullopt;
}

void TestKeyring::nobodyKeepsIt()
{
    // A session without a keyring: said, and the passphrase is nowhere.
    const QString passphrase = "not to be seen";
    const auto kept = keep("/home/ada/.ssh/id_podium", passphrase);
    QVERIFY(kept && !*kept);
    QCOMPARE(kept->error().kind, ErrorKind::Unavailable);
    QVERIFY(!kept->error().hint.isEmpty());
    QVERIFY(!kept->error().text().contains(passphrase));
    DesktopKeyring keyring;
    const auto read = answerTo<QString>([&](const auto &done) { keyring.read("secret/a", done); });
    QVERIFY(read && !*read);
    QCOMPARE(read->error().kind, ErrorKind::Unavailable);
}

void TestKeyring::isKept()
{
    QVERIFY(m_session.startKeyring());
    const QString passphrase = "two words, ä and $(nothing)";
    const auto kept = keep("/home/ada/.ssh/id_podium", passphrase);
    QVERIFY2(kept && *kept, kept && !*kept ? qPrintable(kept->error().text()) : "no answer");
    QProcess lookup;
    lookup.start("secret-tool", {"lookup", "user", "/home/ada/.ssh/id_podium", "server", "Podium"});
    QVERIFY(lookup.waitForFinished(Patience));
    QCOMPARE(QString::fromUtf8(lookup.readAllStandardOutput()), passphrase);
}

void TestKeyring::isReadAndRemoved()
{
    DesktopKeyring keyring;
    const QString secret = "line one\nline two, ä";
    QVERIFY(*answerTo<void>([&](const auto &done) { keyring.write("secret/a", secret, done); }));
    QCOMPARE(
        answerTo<QString>([&](const auto &done) { keyring.read("secret/a", done); })->value(),
        secret);
    QVERIFY(*answerTo<void>([&](const auto &done) { keyring.remove("secret/a", done); }));
    const auto gone = answerTo<QString>([&](const auto &done) { keyring.read("secret/a", done); });
    QCOMPARE(gone->error().kind, ErrorKind::NotFound);
    QVERIFY(*answerTo<void>([&](const auto &done) { keyring.remove("secret/a", done); }));
}

/// A demo's secrets, while the desktop's keyring runs.
void TestKeyring::whereItIsNotWantedNothingIsKept()
{
    NoKeyring none;
    const auto kept =
        answerTo<void>([&](const auto &done) { none.write("secret/demo", "unwanted", done); });
    QCOMPARE(kept->error().kind, ErrorKind::Unavailable);
    const auto read = answerTo<QString>([&](const auto &done) { none.read("secret/demo", done); });
    QCOMPARE(read->error().kind, ErrorKind::Unavailable);
    const auto gone = answerTo<void>([&](const auto &done) { none.remove("secret/demo", done); });
    QCOMPARE(gone->error().kind, ErrorKind::Unavailable);
    DesktopKeyring keyring;
    const auto there =
        answerTo<QString>([&](const auto &done) { keyring.read("secret/demo", done); });
    QCOMPARE(there->error().kind, ErrorKind::NotFound);
}

QTEST_GUILESS_MAIN(TestKeyring)
#include "tst_keyring.moc"
