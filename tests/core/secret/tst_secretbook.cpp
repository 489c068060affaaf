// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/secret/placing.h"
#include "core/secret/secretjson.h"
#include "core/secret/withdraw.h"
#include "tests/fakes/nodes.h"

#include <QtTest>

using namespace podium;
using namespace podium::secret;

namespace {

SecretName named(const char *name)
{
    return SecretName::parse(QString::fromUtf8(name)).value();
}

WorkerRef worker(int index, const char *node = "pod")
{
    return WorkerRef::parse(QString("lab/us-central2-b/%1:%2").arg(node).arg(index)).value();
}

recipe::Recipe recipeWith(const QByteArray &place, const QByteArray &rights = "login")
{
    return recipe::parseRecipe(
               "#: recipe mine\n#: purpose Try\n#: as " + rights + "\n#: parameter token secret\n" +
               place + "#: parameter folder default ~/x\n#: step A\n#: check\ntrue\n#: act\ntrue\n")
        .value();
}

Placement placedAt(const QString &path, const char *id = "1", const char *nodeId = "7")
{
    Placement placement;
    placement.id = id;
    placement.secret = named("wandb");
    placement.worker = worker(0);
    placement.nodeId = nodeId;
    placement.login = "ada";
    placement.path = path;
    placement.since = QDateTime(QDate(2026, 5, 1), QTime(9, 0), Qt::UTC);
    return placement;
}

inventory::Snapshot standing(const char *nodeId, bool isThere = true)
{
    inventory::Snapshot snapshot;
    if (isThere) {
        inventory::NodeEntry entry;
        entry.node.ref = worker(0).node;
        entry.node.id = nodeId;
        snapshot.nodes = {entry};
    }
    snapshot.coverage.setListed(worker(0).node.project);
    return snapshot;
}

} // namespace

class TestSecretBook final : public QObject
{
    Q_OBJECT

private slots:
    void names();
    void staysTheSameAsJson();
    void isNotJson();
    void knowsWhereItIs();
    void anUnansweredPlaceStaysPossible();
    void placesOfARecipe();
    void placesThatCannotBe_data();
    void placesThatCannotBe();
    void goneWithItsMachine();
    void answersAreReadWithCare();
};

void TestSecretBook::names()
{
    for (const char *good : {"wandb", "HF_TOKEN", "lab.deploy-key", "1"}) {
        QVERIFY(SecretName::parse(good));
    }
    for (const QString &bad :
         {QString(), QString("a b"), QString("-x"), QString("a\n"), QString("ä"), QString("../x"),
          QString(65, 'a')}) {
        QVERIFY2(!SecretName::parse(bad), qPrintable(bad));
    }
    QCOMPARE(namedSecret("@wandb"), std::optional(named("wandb")));
    QVERIFY(!namedSecret("wandb") && !namedSecret("@") && !namedSecret("@a b"));
}

void TestSecretBook::staysTheSameAsJson()
{
    SecretBook book;
    book = withEntry(book, named("wandb"), QDateTime(QDate(2026, 5, 1), QTime(8, 0), Qt::UTC));
    Placement netrc = placedAt("~/.netrc");
    netrc.kind = Placement::Kind::Netrc;
    netrc.host = "api.wandb.ai";
    netrc.isCertain = true;
    book = withPlacements(book, {netrc, placedAt("~/x", "2")});
    const auto read = bookFromJson(bookToJson(book));
    QVERIFY(read && *read == book);
    QCOMPARE(bookFromJson(bookToJson({})).value(), SecretBook());
}

void TestSecretBook::isNotJson()
{
    for (const char *text :
         {"", "[]", "{", "{\"version\":2}", "{\"version\":1,\"secrets\":[{}]}",
          "{\"version\":1,\"secrets\":[{\"name\":\"a b\"}]}",
          "{\"version\":1,\"placements\":[{\"id\":\"1\",\"secret\":\"a\",\"worker\":\"x\"}]}"}) {
        const auto read = bookFromJson(text);
        QVERIFY2(!read && !read.error().hint.isEmpty(), text);
    }
}

void TestSecretBook::knowsWhereItIs()
{
    SecretBook book = withEntry({}, named("b"), {});
    book = withEntry(book, named("a"), {});
    QCOMPARE(book.entries.front().name, named("a"));
    book = withPlacements(book, {placedAt("~/x"), placedAt("~/y", "2")});
    book = withoutEntry(book, named("a"));
    // What is only on workers any more has its name still.
    QCOMPARE(book.names(), std::vector({named("b"), named("wandb")}));
    QCOMPARE(
        whereText(book.placementsOf(named("wandb"))), QString("on 1 worker of pod (not certain)"));
    Placement other = placedAt("~/x", "3");
    other.worker = worker(1, "other");
    other.isCertain = true;
    QCOMPARE(
        whereText({placedAt("~/x"), other}),
        QString("on 2 workers of 2 nodes (not certain on 1 of them)"));
    QCOMPARE(whereText({}), QString());
    Placement netrc = placedAt("~/.netrc", "4");
    netrc.kind = Placement::Kind::Netrc;
    netrc.host = "api.wandb.ai";
    netrc.recipe = "wandb-token";
    netrc.isCertain = true;
    Placement somewhere = placedAt({}, "5");
    somewhere.kind = Placement::Kind::Unstated;
    somewhere.recipe = "mine";
    QCOMPARE(
        placeTexts({placedAt("~/x"), netrc, somewhere, other}),
        QStringList(
            {"~/x, on 2 workers of 2 nodes (not certain on 1 of them)",
             "~/.netrc (api.wandb.ai), on 1 worker of pod, by the recipe wandb-token",
             "wherever the recipe mine puts it, on 1 worker of pod (not certain)"}));
    QCOMPARE(placeTexts({}), QStringList());
    book = withoutPlacements(book, {"1", "2"});
    QVERIFY(book.placements.empty());
}

void TestSecretBook::anUnansweredPlaceStaysPossible()
{
    Placement old = placedAt("~/x", "old");
    old.isCertain = true;
    SecretBook book = withPlacements({}, {old, placedAt("~/y", "elsewhere")});
    // A new one is sent to the same place: until the worker says so, either may be there.
    book = withPlacements(book, {placedAt("~/x", "new")});
    QCOMPARE(int(book.placements.size()), 3);
    const SecretBook unanswered = withConfirmed(book, {});
    QCOMPARE(unanswered, book);
    const SecretBook answered = withConfirmed(book, {"new"});
    QCOMPARE(int(answered.placements.size()), 2);
    QCOMPARE(answered.placements[0].id, QByteArray("elsewhere"));
    QVERIFY(!answered.placements[0].isCertain);
    QCOMPARE(answered.placements[1].id, QByteArray("new"));
    QVERIFY(answered.placements[1].isCertain);
    // And so it is told.
    QCOMPARE(whereText({placedAt("~/x")}), QString("on 1 worker of pod (not certain)"));
    QCOMPARE(whereText({old, placedAt("~/x", "new")}), QString("on 1 worker of pod"));
    Placement other = placedAt("~/x", "other");
    other.worker = worker(1);
    QCOMPARE(whereText({old, other}), QString("on 2 workers of pod (not certain on 1 of them)"));
    QCOMPARE(
        whereText({old, placedAt("~/y"), other}), QString("on 2 workers of pod (not certain)"));
}

void TestSecretBook::placesOfARecipe()
{
    const recipe::Recipe recipe = recipeWith("#: placed file $R_folder/token\n");
    const recipe::Values values{{"token", "hunter2\n"}, {"folder", "~/hf"}};
    const QDateTime now(QDate(2026, 5, 1), QTime(9, 0), Qt::UTC);
    const auto placements = placementsFor(
        recipe, values, {{"token", named("hf")}},
        {{worker(0), "7", "ada"}, {worker(1), "7", "ada"}}, now);
    QVERIFY(placements && placements->size() == 2);
    const Placement &first = placements->front();
    QCOMPARE(first.path, QString("~/hf/token"));
    QCOMPARE(first.login, QString("ada"));
    QCOMPARE(first.since, now);
    QVERIFY(!first.isCertain);
    QVERIFY(first.id != placements->at(1).id && first.id.size() == 32);
    QCOMPARE(first.digest, digestOf(first.id, "hunter2"));
    QVERIFY(first.digest != placements->at(1).digest);
    QVERIFY(!bookToJson(withPlacements({}, *placements)).contains("hunter2"));
    const recipe::WorkerVerdicts good{worker(1), false, {{"One", remote::StepState::Changed, {}}}};
    const recipe::WorkerVerdicts failed{worker(0), false, {{"One", remote::StepState::Failed, {}}}};
    QCOMPARE(certainOf(*placements, {failed, good}), std::vector{placements->at(1).id});
    // Without a stored secret nothing is noted; without a place, that it is somewhere.
    QVERIFY(placementsFor(recipe, values, {}, {{worker(0), {}, {}}}, now)->empty());
    const auto unstated = placementsFor(
        recipeWith({}), values, {{"token", named("hf")}}, {{worker(0), "7", "ada"}}, now);
    QVERIFY(unstated && unstated->front().kind == Placement::Kind::Unstated);
    QVERIFY(placeText(unstated->front()).contains("mine"));
}

void TestSecretBook::placesThatCannotBe_data()
{
    QTest::addColumn<QByteArray>("place");
    QTest::addColumn<QByteArray>("rights");
    QTest::addColumn<QString>("folder");
    QTest::newRow("not whole") << QByteArray("$R_folder/x") << QByteArray("login") << "x";
    QTest::newRow("above") << QByteArray("~/$R_folder/x") << QByteArray("login") << "..";
    QTest::newRow("another variable") << QByteArray("~/$HOME/x") << QByteArray("login") << "x";
    QTest::newRow("the secret itself") << QByteArray("~/$R_token") << QByteArray("login") << "x";
    QTest::newRow("a folder") << QByteArray("~/$R_folder/") << QByteArray("login") << "x";
    QTest::newRow("a line end") << QByteArray("~/$R_folder") << QByteArray("login") << "x\ny";
    QTest::newRow("root's home") << QByteArray("~/x") << QByteArray("root") << "x";
}

void TestSecretBook::placesThatCannotBe()
{
    QFETCH(QByteArray, place);
    QFETCH(QByteArray, rights);
    QFETCH(QString, folder);
    const auto placements = placementsFor(
        recipeWith("#: placed file " + place + '\n', rights),
        {{"token", "hunter2"}, {"folder", folder}}, {{"token", named("hf")}},
        {{worker(0), "7", "ada"}}, {});
    QVERIFY(!placements);
    QVERIFY(!placements.error().text().contains("hunter2"));
}

void TestSecretBook::goneWithItsMachine()
{
    using State = Withdrawal::State;
    const auto state = [](const Placement &placement, const inventory::Snapshot &snapshot) {
        return planWithdrawal({placement}, snapshot).front().state;
    };
    QCOMPARE(state(placedAt("~/x"), standing("7")), State::Waiting);
    QCOMPARE(state(placedAt("~/x"), standing("8")), State::Gone);
    QCOMPARE(state(placedAt("~/x"), standing("7", false)), State::Gone);
    // A data disk outlives its node; a list that was not read proves nothing; nor does no id.
    QCOMPARE(state(placedAt("/mnt/data/x"), standing("8")), State::Unknown);
    QCOMPARE(state(placedAt("~/x"), {}), State::Waiting);
    QCOMPARE(state(placedAt("~/x", "1", ""), standing("8")), State::Waiting);
    Placement unstated = placedAt({});
    unstated.kind = Placement::Kind::Unstated;
    QCOMPARE(state(unstated, standing("7")), State::Unknown);
    QCOMPARE(state(unstated, standing("8")), State::Unknown);
}

void TestSecretBook::answersAreReadWithCare()
{
    std::vector<Withdrawal> withdrawals{
        {placedAt("~/a", "a")}, {placedAt("~/b", "b")}, {placedAt("~/c", "c")}};
    remote::Answer answer;
    answer.records = {
        {"place", {"a", "removed", ""}},
        {"place", {"b", "perfect", "\x1b[31m"}},
        {"place", {"c", "removed", ""}},
        {"place", {"no-such", "removed", ""}}};
    readWithdrawal(answer, {"a", "b"}, withdrawals);
    QCOMPARE(withdrawals[0].state, Withdrawal::State::Removed);
    QCOMPARE(withdrawals[1].state, Withdrawal::State::Unknown);
    QVERIFY(!withdrawals[1].detail.contains('\x1b'));
    QCOMPARE(withdrawals[2].state, Withdrawal::State::Waiting); // it was not asked
    readWithdrawal({}, {"c"}, withdrawals);
    QCOMPARE(withdrawals[2].state, Withdrawal::State::Unknown);
    QCOMPARE(
        withdrawalSummary(withdrawals),
        QString("Proven to be gone from 1 of 3 places; it may still be at 2."));
}

QTEST_APPLESS_MAIN(TestSecretBook)
#include "tst_secretbook.moc"
