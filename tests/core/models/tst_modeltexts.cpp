// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/daytext.h"
#include "core/models/activity/notifications.h"
#include "core/models/nodes/maintenancetext.h"
#include "core/models/nodes/nodecells.h"
#include "core/models/nodes/sshcommand.h"
#include "core/models/nodes/statussummary.h"
#include "core/models/relativetime.h"
#include "tests/fakes/nodes.h"

#include <QtTest>

Q_DECLARE_METATYPE(podium::cloud::NodeState)
Q_DECLARE_METATYPE(podium::cloud::NodeHealth)

using namespace podium;
using namespace podium::models;
using namespace podium::tests;
using inventory::Event;
using inventory::EventKind;

class TestModelTexts final : public QObject
{
    Q_OBJECT

private slots:
    void ages_data();
    void ages();
    void daysAreShownAsTheyWereGiven();
    void marks_data();
    void marks();
    void status();
    void statusTellsWhatMattersMost();
    void statusWithTrouble();
    void sshCommands();
    void hostileNamesStayOutOfCommands();
    void notifiesOnceANode();
    void manyNodesAreOneNotification();
    void onlyWhatWasClaimedIsTold();
    void maintenanceIsSaid();
    void whyANodeIsStale();
};

void TestModelTexts::ages_data()
{
    QTest::addColumn<qint64>("seconds");
    QTest::addColumn<QString>("age");
    QTest::addColumn<QString>("ago");
    QTest::newRow("future") << qint64(-100) << "0 s"
                            << "just now";
    QTest::newRow("now") << qint64(0) << "0 s"
                         << "just now";
    QTest::newRow("seconds") << qint64(59) << "59 s"
                             << "59 s ago";
    QTest::newRow("minutes") << qint64(60) << "1 min"
                             << "1 min ago";
    QTest::newRow("hours") << qint64(9 * 3600 + 59) << "9 h"
                           << "9 h ago";
    QTest::newRow("under two days") << qint64(47 * 3600) << "47 h"
                                    << "47 h ago";
    QTest::newRow("days") << qint64(41 * 86400) << "41 d"
                          << "41 d ago";
}

void TestModelTexts::ages()
{
    QFETCH(qint64, seconds);
    const QDateTime now = sketchTime();
    QTEST(ageText(now.addSecs(-seconds), now), "age");
    QTEST(agoText(now.addSecs(-seconds), now), "ago");
    QCOMPARE(ageText({}, now), QString());
}

/// A last day is kept as the begin of the day after it. CMakeLists.txt runs this also where the
/// 30th of April 2027 begins at one o'clock, and where digits are others than 0 to 9.
void TestModelTexts::daysAreShownAsTheyWereGiven()
{
    const std::pair<QDate, QString> days[] = {
        {QDate(2027, 2, 21), "2027-02-21"},
        {QDate(2027, 4, 29), "2027-04-29"},
        {QDate(2027, 4, 30), "2027-04-30"}};
    for (const auto &[day, text] : days) {
        QCOMPARE(lastTimeText(day.addDays(1).startOfDay().toUTC()), text);
        QCOMPARE(lastTimeText(QDateTime(day, QTime(18, 30)).toUTC()), text + " 18:30");
        QCOMPARE(firstTimeText(day.startOfDay().toUTC()), text);
        QCOMPARE(firstTimeText(QDateTime(day, QTime(8, 0)).toUTC()), text + " 08:00");
    }
}

void TestModelTexts::marks_data()
{
    using cloud::NodeHealth;
    using cloud::NodeState;
    QTest::addColumn<NodeState>("state");
    QTest::addColumn<NodeHealth>("health");
    QTest::addColumn<Mark>("mark");
    QTest::newRow("ready") << NodeState::Ready << NodeHealth::Healthy << Mark::Good;
    QTest::newRow("no health") << NodeState::Ready << NodeHealth::Unspecified << Mark::Good;
    QTest::newRow("ill") << NodeState::Ready << NodeHealth::Timeout << Mark::Warning;
    QTest::newRow("new word") << NodeState::Ready << NodeHealth::Unrecognised << Mark::Warning;
    QTest::newRow("creating") << NodeState::Creating << NodeHealth::Unspecified << Mark::Busy;
    QTest::newRow("stopped") << NodeState::Stopped << NodeHealth::Unspecified << Mark::Off;
    QTest::newRow("preempted") << NodeState::Preempted << NodeHealth::Unspecified << Mark::Bad;
    QTest::newRow("unrecognised") << NodeState::Unrecognised << NodeHealth::Healthy
                                  << Mark::Unknown;
}

void TestModelTexts::marks()
{
    QFETCH(cloud::NodeState, state);
    QFETCH(cloud::NodeHealth, health);
    QFETCH(Mark, mark);
    cloud::Node node;
    node.state = state;
    node.health = health;
    QCOMPARE(int(markOf(node)), int(mark));
}

void TestModelTexts::status()
{
    const inventory::Snapshot snapshot = snapshotOf({{.name = "a", .workers = 8}, {.name = "b"}});
    const Event event{
        .kind = EventKind::IpChanged,
        .node = refOf({.name = "a"}),
        .worker = 0,
        .before = {},
        .after = {},
        .time = sketchTime().addSecs(-180)};
    const StatusSummary summary = statusSummary(snapshot, event, sketchTime());
    QCOMPARE(summary.counts, QString("1 project, 2 nodes, 9 workers"));
    QCOMPARE(summary.problems, QString());
    QCOMPARE(summary.news, QString("IP of a changed 3 min ago"));
    QCOMPARE(int(summary.mark), int(Mark::Good));
    QCOMPARE(freshnessText(snapshot, sketchTime().addSecs(12)), QString("updated 12 s ago"));
    QCOMPARE(freshnessText({}, sketchTime()), QString("not refreshed yet"));
}

/// A preempted node loses its address, too: that is not what matters.
void TestModelTexts::statusTellsWhatMattersMost()
{
    const auto event = [](EventKind kind, const char *node, const char *after, int secondsAgo) {
        return Event{
            .kind = kind,
            .node = refOf({.name = QString::fromLatin1(node)}),
            .worker = 0,
            .before = "READY",
            .after = after,
            .time = sketchTime().addSecs(-secondsAgo)};
    };
    const QDateTime now = sketchTime();
    const Event preempted = event(EventKind::StateChanged, "a", "PREEMPTED", 60);
    const Event address = event(EventKind::IpChanged, "a", "", 60);
    const Event other = event(EventKind::IpChanged, "b", "34.1.2.3", 30);
    const auto news = newsAfter({}, {preempted, address, other}, now);
    QCOMPARE(statusSummary({}, news, now).news, QString("a was preempted 1 min ago"));
    QCOMPARE(newsAfter(address, {other}, now), std::optional(other));
    // Over, or long ago.
    QCOMPARE(
        newsAfter(preempted, {event(EventKind::StateChanged, "a", "READY", 0)}, now),
        std::optional<Event>());
    QCOMPARE(
        newsAfter(event(EventKind::StateChanged, "a", "PREEMPTED", 7200), {other}, now),
        std::optional(other));
}

void TestModelTexts::statusWithTrouble()
{
    inventory::Snapshot snapshot = snapshotOf({{.name = "a"}});
    snapshot.problems = {zoneProblem("lab-speech", "us-east5-a")};
    QCOMPARE(statusSummary(snapshot, {}, sketchTime()).problems, QString("1 zone unreachable"));
    QCOMPARE(int(statusSummary(snapshot, {}, sketchTime()).mark), int(Mark::Warning));
    snapshot.error = Error{ErrorKind::Credentials, "No credentials.", {}, {}, {}};
    QCOMPARE(statusSummary(snapshot, {}, sketchTime()).problems, QString("No credentials."));
    QCOMPARE(freshnessText(snapshot, sketchTime().addSecs(3 * 3600)), QString("as of 3 h ago"));
    QVERIFY(statusSummary({}, {}, sketchTime()).counts.isEmpty());
}

void TestModelTexts::sshCommands()
{
    const cloud::Node node = nodeEntry({.name = "tpu1"}).node;
    store::Settings settings;
    QCOMPARE(sshCommand(node, 0, {}, settings), QString("ssh 34.61.0.8"));
    settings.sshUser = "matt";
    settings.sshPort = 2222;
    settings.sshIdentityFiles = QStringList{"/home/it's me/key"};
    QCOMPARE(
        sshCommand(node, 0, {}, settings),
        QString("ssh -p 2222 -i '/home/it'\\''s me/key' matt@34.61.0.8"));
    sshconfig::ConfigEntry entry;
    entry.worker = {node.ref, 0};
    entry.aliases = QStringList{"tpu1", "tpu1-0"};
    entry.hostName = "34.61.0.8";
    QCOMPARE(sshCommand(node, 0, {entry}, settings), QString("ssh tpu1"));
    QCOMPARE(sshCommand(node, 5, {entry}, settings), QString());
}

void TestModelTexts::hostileNamesStayOutOfCommands()
{
    cloud::Node node = nodeEntry({.name = "x; rm -rf ~"}).node;
    node.workers[0].externalIp = "1.2.3.4; reboot";
    sshconfig::ConfigEntry entry;
    entry.worker = {node.ref, 0};
    entry.aliases = QStringList{"-oProxyCommand=reboot"};
    entry.hostName = "1.2.3.4";
    store::Settings settings;
    QCOMPARE(sshCommand(node, 0, {entry}, settings), QString());
    node.workers[0].externalIp = "1.2.3.4";
    settings.sshUser = "$(reboot)";
    QCOMPARE(sshCommand(node, 0, {entry}, settings), QString("ssh 1.2.3.4"));
}

void TestModelTexts::notifiesOnceANode()
{
    std::vector<Event> events;
    for (int worker = 0; worker < 8; ++worker) {
        events.push_back(
            {EventKind::IpChanged, refOf({.name = "pod"}), worker, "34.0.0.1", "34.0.0.2",
             sketchTime()});
    }
    events.push_back(
        {EventKind::StateChanged, refOf({.name = "old"}), -1, "READY", "PREEMPTED", sketchTime()});
    events.push_back(
        {EventKind::StateChanged, refOf({.name = "new"}), -1, "CREATING", "READY", sketchTime()});
    const auto found = notificationsFor(events, notificationKeys(events));
    QCOMPARE(found.size(), size_t(2));
    QCOMPARE(found[0].title, QString("old was preempted"));
    QCOMPARE(found[1].title, QString("IPs of pod changed"));
    QCOMPARE(found[1].text, QString("8 workers have new external IPs."));
}

void TestModelTexts::manyNodesAreOneNotification()
{
    std::vector<Event> events;
    for (int i = 0; i < 12; ++i) {
        events.push_back(
            {EventKind::StateChanged, refOf({.name = QString("spot-%1").arg(i, 2, 10, QChar('0'))}),
             -1, "READY", "PREEMPTED", sketchTime()});
    }
    const auto found = notificationsFor(events, notificationKeys(events));
    QCOMPARE(found.size(), size_t(1));
    QCOMPARE(found[0].title, QString("12 nodes were preempted"));
    QCOMPARE(found[0].text, QString("spot-00, spot-01, spot-02 and 9 more."));
    events.resize(3);
    QCOMPARE(notificationsFor(events, notificationKeys(events)).size(), size_t(3));
}

void TestModelTexts::onlyWhatWasClaimedIsTold()
{
    const auto preempted = [](const char *name) {
        return Event{
            EventKind::StateChanged, refOf({.name = name}), -1, "READY", "PREEMPTED", sketchTime()};
    };
    const std::vector<Event> events{preempted("a"), preempted("b")};
    QCOMPARE(notificationKeys(events).size(), 2);
    const auto found = notificationsFor(events, {notificationKey(events[1])});
    QCOMPARE(found.size(), size_t(1));
    QCOMPARE(found[0].title, QString("b was preempted"));
    QVERIFY(notificationsFor(events, {}).empty());
    Event later = events[0];
    later.time = later.time.addSecs(5); // another process noticed it a little later
    QCOMPARE(notificationKey(later), notificationKey(events[0]));
}

void TestModelTexts::maintenanceIsSaid()
{
    const QDateTime now = sketchTime();
    cloud::Node node;
    QCOMPARE(maintenanceCell(node, now), QString());
    node.maintenance = cloud::Maintenance{
        "SCHEDULED", "PENDING", now.addSecs(3 * 3600), now.addSecs(4 * 3600), true};
    QCOMPARE(maintenanceCell(node, now), QString("maintenance in 3 h"));
    const QString words = QString("SCHEDULED PENDING %1 %2")
                              .arg(node.maintenance->windowStart.toString(Qt::ISODate))
                              .arg(node.maintenance->windowEnd.toString(Qt::ISODate));
    QCOMPARE(maintenanceText(words), maintenanceText(*node.maintenance));
    QVERIFY(maintenanceText(words).startsWith("Scheduled maintenance from "));
    node.maintenance->status = "ONGOING";
    QCOMPARE(maintenanceCell(node, now), QString("maintenance now"));
    QCOMPARE(maintenanceText("UNSCHEDULED ONGOING"), QString("Unscheduled maintenance, under way"));
    QCOMPARE(maintenanceText("<b>NEW</b> WORDS"), QString("<b>NEW</b> WORDS"));
    const Event event{EventKind::Maintenance, refOf({.name = "pod"}), -1, "", words, now};
    const auto found = notificationsFor({event}, notificationKeys({event}));
    QCOMPARE(found.size(), size_t(1));
    QCOMPARE(found[0].title, QString("Maintenance of pod"));
    QVERIFY(found[0].text.contains("Scheduled maintenance from"));
    const Event over{EventKind::Maintenance, refOf({.name = "pod"}), -1, words, "", now};
    QVERIFY(notificationKeys({over}).isEmpty());
}

/// Who is signed out is not told that a zone keeps silent.
void TestModelTexts::whyANodeIsStale()
{
    const NodeRef node = refOf({.stale = true});
    const Error denied{ErrorKind::Credentials, "Revoked.", {}, {}, {}};
    const Error offline{ErrorKind::Network, "No network.", {}, {}, {}};
    inventory::Snapshot snapshot = snapshotOf({{.stale = true}});
    snapshot.problems = {{node.project, *Zone::parse("us-east5-z"), denied, sketchTime()}};
    snapshot.problems.push_back({node.project, node.zone, offline, sketchTime()});
    QCOMPARE(whyStale(snapshot, node), QString("its zone does not answer"));
    snapshot.problems.back().zone.reset();
    QCOMPARE(whyStale(snapshot, node), QString("its project does not answer"));
    snapshot.problems.back().error = denied;
    QCOMPARE(whyStale(snapshot, node), QString("you are not signed in"));
    snapshot.problems.clear();
    snapshot.error = offline;
    QCOMPARE(whyStale(snapshot, node), QString("Google Cloud does not answer"));
    snapshot.error = denied;
    QCOMPARE(whyStale(snapshot, node), QString("you are not signed in"));
}

QTEST_GUILESS_MAIN(TestModelTexts)
#include "tst_modeltexts.moc"
