// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/pendingrecipes.h"
#include "core/people/roster/roster.h"
#include "core/people/roster/rosteredit.h"
#include "core/people/roster/rosterstore.h"
#include "core/store/watcherlease.h"
#include "tests/core/people/sketch.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"

#include <QTemporaryDir>
#include <QtTest>

#include <optional>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// What is still to be run where accounts were made.
class TestPendingRecipes final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void whatIsToBeRunIsWrittenDown();
    void oneProcessIsAtWorkWithThem();
    void whoeverComesGoesOnWithTheRest();
    void whereSomethingFailedTheyWait();
    void aProcessThatIsGoneHasThemNoMore();
    void whatIsNotWantedIsForgotten_data();
    void whatIsNotWantedIsForgotten();

private:
    using Found = PendingRecipesStore::Found;
    [[nodiscard]] static WorkerRef worker(int index = 0) { return {refOf({.name = "pod"}), index}; }
    [[nodiscard]] static WorkerContact
    contact(int index, const QStringList &logins, const QString &nodeId = "7")
    {
        auto found = std::make_shared<ActualWorker>();
        for (const QString &login : logins) {
            auto account = std::make_shared<ActualAccount>();
            account->login = login;
            found->accounts.push_back(std::move(account));
        }
        return {worker(index), nodeId, std::move(found)};
    }
    template <typename Ask>
    [[nodiscard]] static Found answerTo(const Ask &ask)
    {
        std::optional<Result<Found>> answer;
        QObject context;
        ask(Callback<Result<Found>>(
            &context, [&answer](const Result<Found> &found) { answer = found; }));
        (void)QTest::qWaitFor([&answer] { return answer.has_value(); }, Patience);
        [&] { QVERIFY(answer && *answer); }();
        return answer && *answer ? **answer : Found();
    }
    [[nodiscard]] Found begin(const std::vector<AccountPlace> &made)
    {
        return answerTo([&](const auto &done) { m_pending->begin(made, at(0), done); });
    }
    [[nodiscard]] Found claim(const std::vector<WorkerContact> &contacts, const QDateTime &now)
    {
        return answerTo([&](const auto &done) { m_pending->claim(contacts, now, done); });
    }
    [[nodiscard]] Found load()
    {
        return answerTo([&](const auto &done) { m_pending->load(done); });
    }
    void change(const std::function<Result<Roster>(Roster)> &change)
    {
        std::optional<bool> isChanged;
        QObject context;
        m_roster->change(change, {&context, [&isChanged](const Result<Roster> &roster) {
                                      isChanged = roster.has_value();
                                  }});
        QTRY_COMPARE(isChanged, std::optional(true));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<store::DatabaseQueue> m_queue;
    std::unique_ptr<RosterStore> m_roster;
    std::unique_ptr<PendingRecipesStore> m_pending;
};

void TestPendingRecipes::init()
{
    m_pending.reset();
    m_roster.reset();
    m_queue.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_queue = std::make_unique<store::DatabaseQueue>(m_folder->filePath("podium.db"));
    m_roster = std::make_unique<RosterStore>(*m_queue);
    m_pending = std::make_unique<PendingRecipesStore>(*m_queue);
    change([](Roster roster) {
        return withNewPerson(std::move(roster), person("ada", 1)).and_then([](Roster with) {
            with.recipes = QStringList{"files", "shell"};
            return withRecipes(std::move(with), "ada", {"zsh"});
        });
    });
}

void TestPendingRecipes::whatIsToBeRunIsWrittenDown()
{
    const AccountPlace place{worker(), "7", "ada"};
    const Found begun = begin({place});
    QCOMPARE(begun, (Found{{place, {"files", "shell", "zsh"}}}));
    QCOMPARE(load(), begun);
    // It stands beside the roster and changes nothing of it.
    change([](Roster roster) { return withRecipes(std::move(roster), "ada", {}); });
    QCOMPARE(load(), begun);
    change([](Roster roster) { return withRecipes(std::move(roster), {}, {}); });
    QCOMPARE(begin({{worker(1), "7", "ada"}}), Found());
    QCOMPARE(load(), begun);
    // An account that was made anew has nothing of the one before.
    QCOMPARE(begin({place}), Found());
    QCOMPARE(load(), Found());
}

void TestPendingRecipes::oneProcessIsAtWorkWithThem()
{
    (void)begin({{worker(), "7", "ada"}});
    QCOMPARE(claim({contact(0, {"ada"})}, at(0)), Found());
    QCOMPARE(int(load().size()), 1);
}

void TestPendingRecipes::whoeverComesGoesOnWithTheRest()
{
    const AccountPlace first{worker(0), "7", "ada"};
    const AccountPlace second{worker(1), "7", "ada"};
    QCOMPARE(int(begin({first, second}).size()), 2);
    m_pending->keep({{first, {"zsh"}}, {second, {}}}, false, at(0));
    QCOMPARE(load(), (Found{{first, {"zsh"}}})); // the other one is through
    QCOMPARE(claim({contact(1, {"ada"})}, at(0)), Found());
    QCOMPARE(claim({contact(1, {"ada"}), contact(0, {"ada"})}, at(0)), (Found{{first, {"zsh"}}}));
    QCOMPARE(claim({contact(0, {"ada"})}, at(0)), Found()); // somebody is at work with it now
    m_pending->keep({{first, {}}}, true, at(0));
    QCOMPARE(load(), Found());
}

void TestPendingRecipes::whereSomethingFailedTheyWait()
{
    const AccountPlace place{worker(), "7", "ada"};
    const Found begun = begin({place});
    m_pending->keep(begun, false, at(0));
    WorkerContact heard = contact(0, {"ada"});
    heard.failed = QStringList{"ada"};
    QCOMPARE(claim({heard}, at(0)), Found());
    QCOMPARE(load(), begun);
    heard.failed = QStringList{"ben"};
    QCOMPARE(claim({heard}, at(0)), begun);
}

void TestPendingRecipes::aProcessThatIsGoneHasThemNoMore()
{
    const AccountPlace place{worker(), "7", "ada"};
    const Found begun = begin({place});
    // After its time, whatever has become of it.
    QCOMPARE(claim({contact(0, {"ada"})}, at(0, 1)), Found());
    QCOMPARE(claim({contact(0, {"ada"})}, at(0, 3)), begun);
    // At once, where it is seen to be gone: its number is another's by now.
    const QString mine = store::thisProcess();
    std::optional<bool> isWritten;
    m_queue->run<void>(
        [mine](store::Database &database) -> Result<> {
            const auto done = database.run(
                "UPDATE people_options SET value = replace(value, ?, ?)",
                {mine, QString(mine.section(QLatin1Char(' '), 0, 1) + " 1")});
            return done ? Result<>() : failure(done.error());
        },
        {this, [&isWritten](const Result<> &written) { isWritten = written.has_value(); }});
    QTRY_COMPARE(isWritten, std::optional(true));
    QCOMPARE(claim({contact(0, {"ada"})}, at(0, 3)), begun);
    // Where its time ends far ahead, that was written down before the clock was set back.
    QCOMPARE(claim({contact(0, {"ada"})}, at(0, 4)), Found());
    QCOMPARE(claim({contact(0, {"ada"})}, at(-1)), begun);
}

void TestPendingRecipes::whatIsNotWantedIsForgotten_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QStringList>("left");
    QTest::newRow("all is as it was") << "nothing" << QStringList{"files", "shell", "zsh"};
    QTest::newRow("the account is gone") << "account" << QStringList();
    QTest::newRow("the node was recreated") << "node" << QStringList();
    QTest::newRow("one recipe is not run any more") << "recipe" << QStringList{"shell", "zsh"};
    QTest::newRow("the person has left") << "person" << QStringList();
}

void TestPendingRecipes::whatIsNotWantedIsForgotten()
{
    QFETCH(QString, what);
    QFETCH(QStringList, left);
    const AccountPlace place{worker(), "7", "ada"};
    m_pending->keep(begin({place}), false, at(0));
    if (what == "recipe") {
        change([](Roster roster) { return withRecipes(std::move(roster), {}, {"shell"}); });
    } else if (what == "person") {
        change([](Roster roster) {
            return withoutPerson(std::move(roster), *UserName::parse("ada"), {}, at(0));
        });
    }
    const WorkerContact heard = what == "account" ? contact(0, {"ben"})
                                : what == "node"  ? contact(0, {"ada"}, "8")
                                                  : contact(0, {"ada"});
    const Found expected = left.isEmpty() ? Found() : Found{{place, left}};
    QCOMPARE(claim({heard}, at(0)), expected);
    QCOMPARE(load(), expected);
}

QTEST_GUILESS_MAIN(TestPendingRecipes)
#include "tst_pendingrecipes.moc"
