// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/secret/secretservice.h"
#include "tests/fakes/fakekeyring.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::secret;
using namespace podium::tests;

namespace {

using Kept = SecretService::Kept;
using Removed = SecretService::Removed;
using Without = SecretService::WithoutKeyring;

const SecretName Wandb = SecretName::parse(QStringLiteral("wandb")).value();

} // namespace

class TestSecretService final : public QObject
{
    Q_OBJECT

private slots:
    void isKeptInTheKeyringAlone();
    void withoutAKeyringItStaysInMemory();
    void anOlderValueInAKeyringIsNotCalledGone();
    void aLockedKeyringIsNoMissingOne();
    void saysWhatIsWrong();
    void rememberWhereItWasPut();
    void aDamagedFileIsLeftAlone();

private:
    template <typename T, typename Start>
    std::optional<Result<T>> answerTo(Start start)
    {
        std::optional<Result<T>> answer;
        start(Callback<Result<T>>(this, [&answer](const Result<T> &given) { answer = given; }));
        const bool isOver = QTest::qWaitFor([&answer] { return answer.has_value(); }, Patience);
        return isOver ? answer : std::nullopt;
    }
    [[nodiscard]] auto set(SecretService &service, const QString &value, Without otherwise)
    {
        return answerTo<Kept>(
            [&](const auto &done) { service.set(Wandb, value, otherwise, done); });
    }
    [[nodiscard]] auto read(SecretService &service)
    {
        return answerTo<QString>([&](const auto &done) { service.read(Wandb, done); });
    }

    [[nodiscard]] auto remove(SecretService &service)
    {
        return answerTo<Removed>([&](const auto &done) { service.remove(Wandb, done); });
    }

    FakeKeyring m_keyring;
    ManualClock m_clock;
};

void TestSecretService::isKeptInTheKeyringAlone()
{
    const QTemporaryDir home;
    const QString file = home.filePath("new/secrets.json");
    SecretService service(m_keyring, file, m_clock);
    QSignalSpy changed(&service, &SecretService::changed);
    QCOMPARE(set(service, "hunter2\n", Without::Refuse).value().value(), Kept::InKeyring);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(m_keyring.kept.values(), QStringList{"hunter2"});
    // One of the same name elsewhere, as in a demo, is another one.
    SecretService demo(m_keyring, home.filePath("demo/secrets.json"), m_clock);
    QCOMPARE(read(demo).value().error().kind, ErrorKind::NotFound);
    QCOMPARE(read(service).value().value(), QString("hunter2"));
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray bytes = written.readAll();
    QVERIFY(bytes.contains("wandb") && !bytes.contains("hunter2"));
    QCOMPARE(written.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    // Another Podium sees the name.
    SecretService other(m_keyring, file, m_clock);
    const auto book = answerTo<SecretBook>([&](const auto &done) { other.load(done); });
    QVERIFY(book.value()->find(Wandb));
    QCOMPARE(remove(other).value().value(), Removed::Everywhere);
    QVERIFY(m_keyring.kept.isEmpty() && !other.book().find(Wandb));
    QCOMPARE(read(service).value().error().kind, ErrorKind::NotFound);
}

void TestSecretService::withoutAKeyringItStaysInMemory()
{
    const QTemporaryDir home;
    FakeKeyring none;
    none.takeAway();
    SecretService service(none, home.filePath("secrets.json"), m_clock);
    const auto refused = set(service, "hunter2", Without::Refuse);
    QCOMPARE(refused.value().error().kind, ErrorKind::Unavailable);
    QVERIFY(!refused.value().error().text().contains("hunter2"));
    QVERIFY(!service.book().find(Wandb));
    QCOMPARE(set(service, "hunter2", Without::KeepInMemory).value().value(), Kept::InMemory);
    QVERIFY(service.isInMemory(Wandb));
    QCOMPARE(read(service).value().value(), QString("hunter2"));
    // Another one has its name, and has to ask for it.
    SecretService other(none, home.filePath("secrets.json"), m_clock);
    QCOMPARE(read(other).value().error().kind, ErrorKind::Unavailable);
    // One that is in memory nowhere cannot be removed, and what may be in a keyring is not said to
    // be gone.
    QCOMPARE(remove(other).value().error().kind, ErrorKind::Unavailable);
    QCOMPARE(remove(service).value().value(), Removed::FromMemory);
    QVERIFY(!service.isInMemory(Wandb) && !service.book().find(Wandb));
    QCOMPARE(read(service).value().error().kind, ErrorKind::Unavailable);
}

/// The keyring comes back with the value that it had before it went.
void TestSecretService::anOlderValueInAKeyringIsNotCalledGone()
{
    const QTemporaryDir home;
    FakeKeyring keyring;
    SecretService service(keyring, home.filePath("secrets.json"), m_clock);
    QCOMPARE(set(service, "older", Without::Refuse).value().value(), Kept::InKeyring);
    keyring.takeAway();
    QCOMPARE(set(service, "newer", Without::KeepInMemory).value().value(), Kept::InMemory);
    QCOMPARE(remove(service).value().value(), Removed::FromMemory);
    keyring.problem.reset();
    QCOMPARE(read(service).value().value(), QString("older"));
    QCOMPARE(remove(service).value().value(), Removed::Everywhere);
    QVERIFY(keyring.kept.isEmpty());
}

/// There is a keyring, and the person said no to it: then nothing is kept anywhere.
void TestSecretService::aLockedKeyringIsNoMissingOne()
{
    const QTemporaryDir home;
    FakeKeyring locked;
    locked.problem =
        Error{ErrorKind::Refused, QStringLiteral("The keyring was not unlocked."), {}, {}, {}};
    SecretService service(locked, home.filePath("secrets.json"), m_clock);
    const auto refused = set(service, "hunter2", Without::KeepInMemory);
    QVERIFY(refused && !*refused);
    QCOMPARE(refused->error().kind, ErrorKind::Refused);
    QVERIFY(!service.isInMemory(Wandb) && !service.book().find(Wandb));
}

void TestSecretService::saysWhatIsWrong()
{
    const QTemporaryDir home;
    FakeKeyring keyring;
    SecretService service(keyring, home.filePath("secrets.json"), m_clock);
    for (const QString &bad : {QString(), QString("\n"), QString(QChar(0)), QString(40000, 'x')}) {
        const auto refused = set(service, bad, Without::KeepInMemory);
        QCOMPARE(refused.value().error().kind, ErrorKind::InvalidArgument);
    }
    QVERIFY(keyring.kept.isEmpty());
}

void TestSecretService::rememberWhereItWasPut()
{
    const QTemporaryDir home;
    SecretService service(m_keyring, home.filePath("secrets.json"), m_clock);
    Placement placement;
    placement.id = "a";
    placement.secret = Wandb;
    placement.worker = WorkerRef::parse("lab/us-central2-b/pod:0").value();
    placement.path = "~/token";
    QVERIFY(answerTo<void>([&](const auto &done) { service.begin({placement}, done); }).value());
    QVERIFY(!service.book().placements.front().isCertain);
    QVERIFY(answerTo<void>([&](const auto &done) { service.confirm({"a"}, done); }).value());
    QVERIFY(service.book().placements.front().isCertain);
    QVERIFY(
        answerTo<void>([&](const auto &done) { service.forgetPlacements({"a"}, done); }).value());
    QVERIFY(service.book().placements.empty());
}

void TestSecretService::aDamagedFileIsLeftAlone()
{
    const QTemporaryDir home;
    QFile file(home.filePath("secrets.json"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"version\":9}") > 0);
    file.close();
    SecretService service(m_keyring, file.fileName(), m_clock);
    const auto begun =
        answerTo<void>([&](const auto &done) { service.begin({Placement()}, done); });
    QVERIFY(!begun.value());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("{\"version\":9}"));
}

QTEST_GUILESS_MAIN(TestSecretService)
#include "tst_secretservice.moc"
