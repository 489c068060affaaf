// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/roster/roster.h"
#include "core/people/roster/rosteredit.h"
#include "core/people/roster/rosterjson.h"
#include "core/people/roster/rostermerge.h"
#include "core/people/roster/rosterstore.h"
#include "tests/core/people/sketch.h"
#include "tests/fakes/patience.h"

#include <QTemporaryDir>
#include <QtTest>

#include <optional>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// The roster in the database, shared by several Podiums.
class TestRosterStore final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void staysOverRestarts();
    void whatIsRefusedIsNotWritten();
    void twoPodiumsLoseNothing();
    void autoApply();
    void recipesStayHere();
    void ends_data();
    void ends();
    void keysOfAText();
    void optionsOnlyOnRequest();

private:
    [[nodiscard]] QString path() const { return m_folder->filePath("podium.db"); }
    [[nodiscard]] static Result<Roster> load(RosterStore &store)
    {
        std::optional<Result<Roster>> answer;
        QObject context;
        store.load(Callback<Result<Roster>>(
            &context, [&answer](const Result<Roster> &roster) { answer = roster; }));
        (void)QTest::qWaitFor([&answer] { return answer.has_value(); }, Patience);
        return answer.value_or(failure({}));
    }
    [[nodiscard]] static Result<Roster> change(RosterStore &store, RosterStore::Change change)
    {
        std::optional<Result<Roster>> answer;
        QObject context;
        store.change(
            std::move(change),
            Callback<Result<Roster>>(
                &context, [&answer](const Result<Roster> &roster) { answer = roster; }));
        (void)QTest::qWaitFor([&answer] { return answer.has_value(); }, Patience);
        return answer.value_or(failure({}));
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

static RosterStore::Change adding(const Person &someone)
{
    return [someone](Roster roster) { return withNewPerson(std::move(roster), someone); };
}

void TestRosterStore::staysOverRestarts()
{
    Person full = person("ben", 2, "pod-*");
    full.email = "ben@lab.org";
    full.note = "two\nlines";
    full.keys[0].expires = at(90);
    full.grants[0].until = at(30);
    full.grants[0].sudo = true;
    Roster written;
    {
        store::DatabaseQueue queue(path());
        RosterStore store(queue);
        QCOMPARE(load(store)->people.size(), 0U);
        QVERIFY(change(store, adding(person("ada", 1))).has_value());
        const auto roster = change(store, adding(full));
        QVERIFY(roster.has_value());
        const auto left = change(store, [](Roster r) {
            return withoutPerson(std::move(r), *UserName::parse("ada"), {}, at(1));
        });
        QVERIFY(left.has_value());
        written = *left;
    }
    store::DatabaseQueue queue(path());
    RosterStore store(queue);
    const auto read = load(store);
    QVERIFY(read.has_value());
    QVERIFY(*read == written);
    QCOMPARE(read->people.size(), 1U);
    QCOMPARE(read->formerMembers.size(), 1U);
    QVERIFY(read->people[0] == full);
}

void TestRosterStore::whatIsRefusedIsNotWritten()
{
    store::DatabaseQueue queue(path());
    RosterStore store(queue);
    QVERIFY(change(store, adding(person("ada", 1))).has_value());
    const auto again = change(store, adding(person("ada", 2)));
    QVERIFY(!again);
    QCOMPARE(again.error().kind, ErrorKind::AlreadyExists);
    QCOMPARE(load(store)->people[0].keys[0].key, key(1));
}

void TestRosterStore::twoPodiumsLoseNothing()
{
    store::DatabaseQueue first(path());
    store::DatabaseQueue second(path());
    RosterStore stores[] = {RosterStore(first), RosterStore(second)};
    constexpr int each = 40;
    int answers = 0;
    QObject context;
    for (int i = 0; i < each; ++i) {
        for (int which = 0; which < 2; ++which) {
            const QByteArray login = (which == 0 ? "a" : "b") + QByteArray::number(i);
            stores[which].change(
                adding(person(login, i * 2 + which)),
                Callback<Result<Roster>>(&context, [&answers](const Result<Roster> &roster) {
                    answers += roster ? 1 : 0;
                }));
        }
    }
    QTRY_COMPARE(answers, each * 2);
    QCOMPARE(int(load(stores[0])->people.size()), each * 2);
    QVERIFY(*load(stores[0]) == *load(stores[1]));
}

void TestRosterStore::autoApply()
{
    store::DatabaseQueue queue(path());
    RosterStore store(queue);
    std::optional<bool> keeps;
    const Callback<Result<bool>> taken(this, [&keeps](Result<bool> answer) { keeps = *answer; });
    store.loadKeeping(taken);
    QTRY_COMPARE(keeps, std::optional(false));
    store.setKeeping(true);
    store.loadKeeping(Callback<Result<bool>>(this, [&keeps](Result<bool> a) { keeps = *a; }));
    QTRY_COMPARE(keeps, std::optional(true));
}

/// Names of recipes are those of this machine.
void TestRosterStore::recipesStayHere()
{
    store::DatabaseQueue queue(path());
    RosterStore store(queue);
    QCOMPARE(load(store)->recipes, QStringList());
    const QStringList two{"shell", "files"};
    const auto written = change(store, [two](Roster roster) -> Result<Roster> {
        roster.recipes = two;
        return withNewPerson(std::move(roster), person("ada", 1));
    });
    QVERIFY(written.has_value());
    QCOMPARE(load(store)->recipes, two);
    // What else becomes of the roster leaves them as they are.
    QVERIFY(change(store, adding(person("ben", 2))).has_value());
    QCOMPARE(load(store)->recipes, two);
    // One person has others besides.
    QVERIFY(change(store, [](Roster roster) {
                return withRecipes(std::move(roster), "ada", {"zsh-files"});
            }).has_value());
    QCOMPARE(load(store)->recipes, two);
    QCOMPARE(recipesOf(*load(store), "ada").value(), QStringList{"zsh-files"});
    QCOMPARE(recipesOf(*load(store), "ben").value(), QStringList());
    QVERIFY(!recipesOf(*load(store), "eve") && !recipesOf(*load(store), "no login"));
    QVERIFY(!change(store, [](Roster roster) {
                 return withRecipes(std::move(roster), "eve", {"zsh-files"});
             }).has_value());
    // One more, or one less, leaves the others as they are by then.
    const auto tick = [&store](const QString &login, const QString &name, bool isRun) {
        return change(
                   store,
                   [login, name, isRun](Roster roster) {
                       return withRecipe(std::move(roster), login, name, isRun);
                   })
            .has_value();
    };
    QVERIFY(tick({}, "jax", true) && tick({}, "jax", true) && tick("ada", "jax", true));
    QCOMPARE(load(store)->recipes, QStringList({"shell", "files", "jax"}));
    QCOMPARE(recipesOf(*load(store), "ada").value(), QStringList({"zsh-files", "jax"}));
    QVERIFY(tick({}, "jax", false) && tick("ada", "jax", false) && !tick("eve", "jax", true));
    const QByteArray document = rosterToJson(*load(store));
    QVERIFY(!document.contains("shell") && !document.contains("zsh-files"));
    const auto theirs = rosterFromJson(document);
    QVERIFY(theirs && theirs->recipes.isEmpty());
    const Roster merged = mergeRosters(*load(store), *theirs, MergeSide::Theirs).roster;
    QCOMPARE(merged.recipes, two);
    QCOMPARE(recipesOf(merged, "ada").value(), QStringList{"zsh-files"});
    // Of who has left nothing stays.
    QVERIFY(change(store, [](Roster roster) {
                return withoutPerson(std::move(roster), *UserName::parse("ada"), {}, at(0));
            }).has_value());
    QVERIFY(change(store, adding(person("ada", 1))).has_value());
    QCOMPARE(recipesOf(*load(store), "ada").value(), QStringList());
    QVERIFY(change(store, [](Roster roster) -> Result<Roster> {
                roster.recipes.clear();
                return roster;
            }).has_value());
    QCOMPARE(load(store)->recipes, QStringList());
}

void TestRosterStore::ends_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QDateTime>("end");
    QTest::newRow("days") << "30d" << at(30);
    QTest::newRow("a time") << "2026-03-02T10:00:00Z" << at(1, 10);
    QTest::newRow("a time elsewhere") << "2026-03-02T12:00:00+02:00" << at(1, 10);
    QTest::newRow("through a day")
        << "2026-03-05" << QDate(2026, 3, 6).startOfDay(Qt::LocalTime).toUTC();
    QTest::newRow("no zone") << "2026-03-02T10:00:00" << QDateTime();
    QTest::newRow("past") << "2026-02-01" << QDateTime();
    QTest::newRow("none") << "soon" << QDateTime();
    QTest::newRow("no day") << "2026-02-31" << QDateTime();
    QTest::newRow("too many days") << "99999d" << QDateTime();
}

void TestRosterStore::ends()
{
    QFETCH(QString, text);
    QFETCH(QDateTime, end);
    const auto parsed = parseEnd(text, at(0));
    QCOMPARE(parsed.has_value(), end.isValid());
    QCOMPARE(parsed.value_or(QDateTime()), end);
}

void TestRosterStore::keysOfAText()
{
    const QByteArray two = key(1).text() + " laptop\n" + key(2).text() + " desk\r\n";
    const auto keys = rosterKeysFrom(two, at(0));
    QVERIFY(keys.has_value());
    QCOMPARE(keys->size(), 2U);
    QCOMPARE(keys->at(1).label, QString("desk"));
    for (const char *bad : {"", "hello", "-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n"}) {
        const auto none = rosterKeysFrom(bad, at(0));
        QVERIFY(!none);
        QCOMPARE(none.error().kind, ErrorKind::Refused);
    }
    QVERIFY(!rosterKeysFrom(two + "ssh-rsa AAAA short\n", at(0)));
}

void TestRosterStore::optionsOnlyOnRequest()
{
    const QByteArray line = "from=\"10.0.0.0/8\",command=\"a, b\" " + key(1).text() + " laptop\n";
    QCOMPARE(rosterKeysFrom(line, at(0))->at(0).options, QByteArray());
    const auto kept = rosterKeysFrom(line, at(0), {}, LineOptions::Kept);
    QCOMPARE(kept->at(0).options, QByteArray("from=\"10.0.0.0/8\",command=\"a, b\""));
    // Without its option an authority's key would let in whoever holds it.
    const QByteArray authority = "cert-authority,principals=\"user1\" " + key(2).text() + " ca\n";
    const auto refused = rosterKeysFrom(authority, at(0));
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::Refused);
    QVERIFY(rosterKeysFrom(authority, at(0), {}, LineOptions::Kept).has_value());
}

QTEST_GUILESS_MAIN(TestRosterStore)
#include "tst_rosterstore.moc"
