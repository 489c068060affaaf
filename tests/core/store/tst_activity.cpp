// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/eventtexts.h"
#include "core/store/eventactivity.h"
#include "core/store/history.h"
#include "core/store/migrations.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

Q_DECLARE_METATYPE(podium::inventory::EventKind)
Q_DECLARE_METATYPE(podium::store::ActivityKind)
Q_DECLARE_METATYPE(podium::store::Outcome)

using namespace podium;
using namespace podium::store;
using namespace podium::tests;
using inventory::Event;
using inventory::EventKind;

namespace {

QDateTime minute(int number)
{
    return sketchTime().addSecs(60LL * number);
}

Event eventOf(
    EventKind kind, const QString &name, const QString &before, const QString &after, int atMinute,
    int worker = -1)
{
    return {kind, refOf({.name = name}), worker, before, after, minute(atMinute)};
}

ActivityEntry applied()
{
    ActivityEntry entry{minute(1), ActivityKind::People, "pod-v4", "Applied.", "more"};
    entry.outcome = Outcome::Bad;
    entry.action = "apply-1";
    entry.node = refOf({.name = "pod-v4"});
    entry.worker = 3;
    entry.run = "00112233aabbccdd";
    entry.person = "ada";
    entry.configVersion = 7;
    entry.setParts(
        {{refOf({.name = "pod-v4"}), 3, "ada", "Said \"no\"\nand <b>left</b>.", Outcome::Bad},
         {{}, -1, {}, "fine", Outcome::Good}});
    return entry;
}

} // namespace

class TestActivity final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void allOfAnEntryIsKept();
    void anActionIsOneEntry();
    void ofManyPartsTheBadOnesAreKept();
    void aDatabaseOfBeforeIsReadAsItIs();
    void errorsKnowTheirPlace_data();
    void errorsKnowTheirPlace();
    void eventsHaveTheirKind_data();
    void eventsHaveTheirKind();
    void whatHappenedToANodeIsOneEntry();
    void whatHappenedToManyIsOneEntry();
    void theOrderOfEventsDoesNotMatter();
    void namesAreStable();

private:
    [[nodiscard]] QString path() const { return m_folder->filePath("podium.db"); }
    [[nodiscard]] std::vector<ActivityEntry> kept(const ActivityQuery &query = {})
    {
        DatabaseQueue queue(path());
        Answer<Result<std::vector<ActivityEntry>>> answer;
        History(queue).activity(query, answer.callback());
        return answer.wait(Patience).value_or(failure({})).value_or(std::vector<ActivityEntry>{});
    }
    void keep(const std::vector<ActivityEntry> &entries)
    {
        DatabaseQueue queue(path()); // writes all before it goes
        for (const ActivityEntry &entry : entries) {
            History(queue).append(entry);
        }
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestActivity::allOfAnEntryIsKept()
{
    keep({applied()});
    const auto found = kept();
    QCOMPARE(int(found.size()), 1);
    QVERIFY(found.front() == applied());
    QCOMPARE(int(kept({ActivityKind::People, {}, {}, {}, 10}).size()), 1);
    QCOMPARE(int(kept({ActivityKind::Note, {}, {}, {}, 10}).size()), 0);
}

void TestActivity::anActionIsOneEntry()
{
    ActivityEntry first = applied();
    first.setParts({});
    first.outcome = Outcome::Good;
    ActivityEntry other = applied();
    other.action = "apply-2";
    ActivityEntry none = applied();
    none.action.clear();
    keep({first, other, none, none, applied()});
    const auto found = kept();
    QCOMPARE(int(found.size()), 4); // what has no action is told each time
    QCOMPARE(int(std::count(found.begin(), found.end(), applied())), 1);
    QCOMPARE(int(std::count(found.begin(), found.end(), first)), 0);
}

void TestActivity::ofManyPartsTheBadOnesAreKept()
{
    std::vector<ActivityPart> parts;
    for (int i = 0; i < 1536; ++i) {
        parts.push_back(
            {refOf({.name = "big"}), i, {}, "exit", i == 1500 ? Outcome::Bad : Outcome::Good});
    }
    ActivityEntry entry = applied();
    entry.setParts(parts);
    QCOMPARE(int(entry.parts.size()), ActivityEntry::MostParts);
    QCOMPARE(entry.partsLeftOut, 1536 - ActivityEntry::MostParts);
    QCOMPARE(entry.parts.front().worker, 1500);
    keep({entry});
    QVERIFY(kept().front() == entry);
}

/// As Podium made it before an entry had more than texts.
void TestActivity::aDatabaseOfBeforeIsReadAsItIs()
{
    constexpr int Before = 4;
    {
        QSqlDatabase old = QSqlDatabase::addDatabase("QSQLITE", "old");
        old.setDatabaseName(path());
        QVERIFY(old.open());
        QSqlQuery query(old);
        for (int step = 0; step < Before; ++step) {
            for (const QString &sql : migrations()[std::size_t(step)]) {
                QVERIFY2(query.exec(sql), qPrintable(query.lastError().text()));
            }
        }
        const QString insert = "INSERT INTO activity (time, kind, subject, text, detail) "
                               "VALUES (%1, '%2', 'of before', 'Run finished: 7 ok · 1 failed.', "
                               "'more')";
        for (const char *kind : {"run", "error", "config-write", "note", "not known yet"}) {
            QVERIFY(query.exec(insert.arg(minute(1).toMSecsSinceEpoch()).arg(kind)));
        }
        QVERIFY(query.exec(QString("PRAGMA user_version = %1").arg(Before)));
    }
    QSqlDatabase::removeDatabase("old");
    auto found = kept();
    QCOMPARE(int(found.size()), 5);
    std::reverse(found.begin(), found.end()); // newest first
    const ActivityKind kinds[] = {
        ActivityKind::Run, ActivityKind::Error, ActivityKind::ConfigWrite, ActivityKind::Note,
        ActivityKind::Note};
    // Whether that run went well is not guessed from what its text says.
    const Outcome outcomes[] = {
        Outcome::Unknown, Outcome::Bad, Outcome::Good, Outcome::Off, Outcome::Off};
    for (std::size_t i = 0; i < found.size(); ++i) {
        ActivityEntry expected{
            minute(1), kinds[i], "of before", QString::fromUtf8("Run finished: 7 ok · 1 failed."),
            "more"};
        expected.outcome = outcomes[i];
        QVERIFY(found[i] == expected);
    }
    keep({applied()});
    QCOMPARE(int(kept().size()), 6);
}

void TestActivity::errorsKnowTheirPlace_data()
{
    QTest::addColumn<QString>("subject");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("node");
    QTest::addColumn<int>("worker");
    QTest::newRow("worker") << "lab/us-a1-a/pod:12"
                            << "pod:12"
                            << "lab/us-a1-a/pod" << 12;
    QTest::newRow("node") << "lab/us-a1-a/pod"
                          << "pod"
                          << "lab/us-a1-a/pod" << -1;
    QTest::newRow("zone") << "lab/us-a1-a"
                          << "lab/us-a1-a"
                          << "" << -1;
    QTest::newRow("file") << "/home/x/y/z"
                          << "/home/x/y/z"
                          << "" << -1;
    QTest::newRow("none") << ""
                          << ""
                          << "" << -1;
}

void TestActivity::errorsKnowTheirPlace()
{
    QFETCH(QString, subject);
    const ActivityEntry entry = store::activityOf(
        Error{ErrorKind::Network, "No answer.", "HTTP 503", "Wait.", subject}, minute(1));
    QVERIFY(entry.kind == ActivityKind::Error && entry.outcome == Outcome::Bad);
    QTEST(entry.subject, "shown");
    QTEST(entry.node ? entry.node->text() : QString(""), "node");
    QTEST(entry.worker, "worker");
    QCOMPARE(entry.detail, QString("HTTP 503\nWait."));
}

void TestActivity::eventsHaveTheirKind_data()
{
    QTest::addColumn<EventKind>("event");
    QTest::addColumn<QString>("after");
    QTest::addColumn<ActivityKind>("kind");
    QTest::addColumn<Outcome>("outcome");
    const auto row = [](const char *name, EventKind event, const char *after, ActivityKind kind,
                        Outcome outcome) {
        QTest::newRow(name) << event << QString(after) << kind << outcome;
    };
    row("new", EventKind::Appeared, "READY", ActivityKind::Node, Outcome::Good);
    row("new and preempted", EventKind::Appeared, "PREEMPTED", ActivityKind::Node, Outcome::Bad);
    row("new and stopped", EventKind::Appeared, "STOPPED", ActivityKind::Node, Outcome::Off);
    row("being made", EventKind::Appeared, "CREATING", ActivityKind::Node, Outcome::Busy);
    row("gone", EventKind::Gone, "", ActivityKind::Node, Outcome::Off);
    row("recreated", EventKind::Recreated, "id-2", ActivityKind::Node, Outcome::Warning);
    row("preempted", EventKind::StateChanged, "PREEMPTED", ActivityKind::State, Outcome::Bad);
    row("ready", EventKind::StateChanged, "READY", ActivityKind::State, Outcome::Good);
    row("healthy", EventKind::HealthChanged, "HEALTHY", ActivityKind::State, Outcome::Good);
    row("ill", EventKind::HealthChanged, "UNHEALTHY_TPU", ActivityKind::State, Outcome::Warning);
    row("moved", EventKind::IpChanged, "34.0.0.2", ActivityKind::Address, Outcome::Warning);
    row("host key", EventKind::HostKeyChanged, "ssh-ed25519 A", ActivityKind::HostKey,
        Outcome::Warning);
    row("maintenance", EventKind::Maintenance, "SCHEDULED PENDING", ActivityKind::Maintenance,
        Outcome::Warning);
}

void TestActivity::eventsHaveTheirKind()
{
    QFETCH(EventKind, event);
    QFETCH(QString, after);
    const auto found = store::activityOf({eventOf(event, "tpu1", "", after, 1)});
    QCOMPARE(int(found.size()), 1);
    QTEST(found.front().kind, "kind");
    QTEST(found.front().outcome, "outcome");
    QCOMPARE(found.front().subject, QString("tpu1"));
    QVERIFY(found.front().node == refOf({.name = "tpu1"}));
    QVERIFY(found.front().text.endsWith('.'));
    QVERIFY(found.front().parts.empty());
}

void TestActivity::whatHappenedToANodeIsOneEntry()
{
    std::vector<Event> events;
    for (int worker = 0; worker < 8; ++worker) {
        events.push_back(eventOf(EventKind::IpChanged, "pod", "34.0.0.1", "34.0.0.2", 1, worker));
    }
    auto found = store::activityOf(events);
    QCOMPARE(int(found.size()), 1);
    QCOMPARE(found.front().text, QString("IPs of pod changed, 8 workers."));
    QCOMPARE(int(found.front().parts.size()), 8);
    QCOMPARE(found.front().parts[3].worker, 3);

    events.push_back(eventOf(EventKind::Recreated, "pod", "id-1", "id-2", 1));
    events.push_back(eventOf(EventKind::StateChanged, "other", "READY", "STOPPED", 1));
    events.push_back(eventOf(EventKind::StateChanged, "pod", "CREATING", "READY", 2));
    found = store::activityOf(events);
    QCOMPARE(int(found.size()), 3); // another node and another time are others
    const auto pod = std::find_if(found.begin(), found.end(), [](const ActivityEntry &entry) {
        return entry.parts.size() == 9;
    });
    QVERIFY(pod != found.end());
    QVERIFY(pod->kind == ActivityKind::Node); // what matters most
    QVERIFY(pod->text.startsWith("Recreated"));
    QVERIFY(pod->detail.contains("id-2"));
    QVERIFY(pod->parts.front().text.startsWith("Recreated"));
}

void TestActivity::whatHappenedToManyIsOneEntry()
{
    std::vector<Event> events;
    for (int i = 0; i < 91; ++i) {
        const QString name = QString("n%1").arg(i, 2, 10, QLatin1Char('0'));
        events.push_back(eventOf(EventKind::Appeared, name, "", "READY", 1));
    }
    for (int i = 0; i < 3; ++i) {
        events.push_back(eventOf(EventKind::Appeared, QString("p%1").arg(i), "", "PREEMPTED", 1));
    }
    const auto found = store::activityOf(events);
    QCOMPARE(int(found.size()), 4); // the three are told one by one
    QCOMPARE(found.front().text, QString("91 nodes appeared."));
    QCOMPARE(found.front().subject, QString("n00 and 90 more"));
    QVERIFY(!found.front().node);
    QCOMPARE(int(found.front().parts.size()), 91);
    QVERIFY(found.front().isAbout(refOf({.name = "n77"})));
    QVERIFY(!found.front().isAbout(refOf({.name = "p1"})));
}

void TestActivity::theOrderOfEventsDoesNotMatter()
{
    std::vector<Event> events;
    for (int i = 0; i < 5; ++i) {
        const QString name = QString("n%1").arg(i);
        events.push_back(eventOf(EventKind::StateChanged, name, "READY", "PREEMPTED", 1));
        events.push_back(eventOf(EventKind::IpChanged, name, "34.0.0.1", "", 1, 1));
        events.push_back(eventOf(EventKind::IpChanged, name, "34.0.0.1", "", 1, 0));
    }
    const auto now = store::activityOf(events);
    std::reverse(events.begin(), events.end()); // as the database gives them
    QVERIFY(store::activityOf(events) == now);
    QCOMPARE(int(now.size()), 1);
    QCOMPARE(now.front().text, QString("5 nodes were preempted."));
}

void TestActivity::namesAreStable()
{
    QStringList names;
    for (int kind = 0; kind < ActivityKinds; ++kind) {
        names << activityKindName(ActivityKind(kind));
        QVERIFY(activityKindFromName(names.last()) == ActivityKind(kind));
    }
    QCOMPARE(
        names.join(' '), QString("node state ip host-key maintenance node-action run people "
                                 "config-write error note"));
    QVERIFY(!activityKindFromName("other"));
    for (int outcome = 0; outcome <= int(Outcome::Unknown); ++outcome) {
        QVERIFY(outcomeFromName(outcomeName(Outcome(outcome))) == Outcome(outcome));
    }
    QVERIFY(outcomeFromName("other") == Outcome::Unknown);
}

QTEST_GUILESS_MAIN(TestActivity)
#include "tst_activity.moc"
