// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/roster/desiredstate.h"
#include "core/people/roster/roster.h"
#include "core/people/roster/rosterjson.h"
#include "core/people/roster/rostermerge.h"
#include "tests/core/people/sketch.h"
#include "tests/fakes/nodes.h"

#include <QtTest>

using namespace podium;
using namespace podium::people;

Q_DECLARE_METATYPE(podium::people::Person)
using tests::at;
using tests::person;

namespace {

Roster rosterOf(const std::vector<Person> &people)
{
    Roster roster;
    for (const Person &one : people) {
        roster = *withPerson(roster, one);
    }
    return roster;
}

UserName login(const char *name)
{
    return *UserName::parse(QString::fromLatin1(name));
}

inventory::Snapshot lab()
{
    tests::NodeSketch pod;
    pod.name = "pod-a";
    pod.workers = 8;
    tests::NodeSketch solo;
    solo.name = "solo";
    solo.project = "lab-vision";
    solo.number = 2;
    inventory::Snapshot snapshot = tests::snapshotOf({pod, solo});
    for (inventory::NodeEntry &entry : snapshot.nodes) {
        if (entry.node.ref.name.text() == "solo") {
            entry.node.labels.insert("team", "vision");
        }
    }
    return snapshot;
}

const DesiredAccounts &on(const DesiredState &state, const char *node)
{
    for (auto entry = state.begin(); entry != state.end(); ++entry) {
        if (entry.key().name.text() == node) {
            return **entry;
        }
    }
    static const DesiredAccounts none;
    return none;
}

} // namespace

class TestRoster final : public QObject
{
    Q_OBJECT

private slots:
    void addAndRemove();
    void comesBack();
    void badPersons_data();
    void badPersons();
    void jsonKeepsAll();
    void badJson_data();
    void badJson();
    void mergeKeepsBothSides();
    void mergeShowsConflicts();
    void mergeOfFormerMembers();
    void desiredBySelector_data();
    void desiredBySelector();
    void desiredByTime();
    void desiredMergesGrants();
    void nodesShareOneList();
    void changesToCome();
};

void TestRoster::addAndRemove()
{
    Roster roster = rosterOf({person("user2", 2), person("user1", 1)});
    QCOMPARE(roster.people[0].login, login("user1"));
    QVERIFY(findPerson(roster, login("user2")));
    QVERIFY(!findPerson(roster, login("user3")));
    Person changed = person("user1", 3);
    changed.grants[0].login = login("shared");
    roster = *withPerson(roster, changed);
    QCOMPARE(int(roster.people.size()), 2);
    const Offboarding offboarding{AccountChoice::Delete, HomeChoice::Archive, true};
    roster = *withoutPerson(roster, login("user1"), offboarding, at(1));
    QVERIFY(!findPerson(roster, login("user1")));
    QCOMPARE(int(roster.formerMembers.size()), 1);
    QCOMPARE(roster.formerMembers[0].offboarding, offboarding);
    QCOMPARE(roster.formerMembers[0].keys, std::vector<PublicKey>{tests::key(3)});
    QCOMPARE(
        roster.formerMembers[0].logins, (std::vector<UserName>{login("user1"), login("shared")}));
    QCOMPARE(
        withoutPerson(roster, login("user1"), offboarding, at(1)).error().kind,
        ErrorKind::NotFound);
    QVERIFY(forgetFormerMember(roster, login("user1")).formerMembers.empty());
}

void TestRoster::comesBack()
{
    Roster roster = rosterOf({person("user1", 1)});
    roster = *withoutPerson(roster, login("user1"), {}, at(1));
    roster = *withPerson(roster, person("user1", 1));
    QVERIFY(roster.formerMembers.empty());
}

void TestRoster::badPersons_data()
{
    QTest::addColumn<Person>("bad");
    const auto row = [](const char *name, const std::function<void(Person &)> &spoil) {
        Person one = person("user1", 1);
        spoil(one);
        QTest::newRow(name) << one;
    };
    row("reserved login", [](Person &p) { p.login = login("root"); });
    row("no login", [](Person &p) { p.login = {}; });
    row("name with a line break", [](Person &p) { p.fullName = "a\nb"; });
    row("name with a colon", [](Person &p) { p.fullName = "a:0:0"; });
    row("e-mail", [](Person &p) { p.email = "a@b\nBcc: c@d"; });
    row("note", [](Person &p) { p.note = QString("a") + QChar(0x202e); });
    row("key twice", [](Person &p) { p.keys.push_back(p.keys[0]); });
    row("no key", [](Person &p) { p.keys.push_back({}); });
    row("label", [](Person &p) { p.keys[0].label = "a\nssh-ed25519 AAAA"; });
    row("options", [](Person &p) { p.keys[0].options = "command=\"a\nb\""; });
    row("unknown option", [](Person &p) { p.keys[0].options = "no-such"; });
    row("options and a key",
        [](Person &p) { p.keys[0].options = "no-pty " + tests::key(9).text() + " x"; });
    row("no selector", [](Person &p) { p.grants[0].selector = ""; });
    row("single workers", [](Person &p) { p.grants[0].selector = "pod:0-3"; });
    row("takes away", [](Person &p) { p.grants[0].selector = "-pod"; });
    row("login of a grant", [](Person &p) { p.grants[0].login = login("daemon"); });
    row("group", [](Person &p) { p.grants[0].groups = QStringList{"a,b"}; });
    row("root's group", [](Person &p) { p.grants[0].groups = QStringList{"google-sudoers"}; });
    row("shell", [](Person &p) { p.grants[0].shell = "/bin/sh -c x"; });
    row("ends before it begins", [](Person &p) {
        p.grants[0].from = at(2);
        p.grants[0].until = at(1);
    });
}

void TestRoster::badPersons()
{
    QFETCH(Person, bad);
    const auto result = withPerson({}, bad);
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::InvalidArgument);
    QVERIFY(!result.error().summary.isEmpty());
}

void TestRoster::jsonKeepsAll()
{
    Person full = person("user1", 1, "pod-*");
    full.email = "user1@example.com";
    full.note = "two\nlines";
    full.keys[0].options = R"(from="10.0.0.0/8",no-pty)";
    full.keys[0].expires = at(30);
    full.grants[0].login = login("shared");
    full.grants[0].sudo = true;
    full.grants[0].groups = QStringList{"video", "lab"};
    full.grants[0].shell = "/bin/zsh";
    full.grants[0].adopt = true;
    full.grants[0].exclusive = true;
    full.grants[0].from = at(1);
    full.grants[0].until = at(60);
    Roster roster = rosterOf({full, person("user2", 2), person("user3", 3)});
    roster = *withoutPerson(
        roster, login("user3"), {AccountChoice::Delete, HomeChoice::Archive, true}, at(5));
    const QByteArray json = rosterToJson(roster);
    const auto again = rosterFromJson(json);
    QVERIFY2(again.has_value(), again ? "" : qPrintable(again.error().text()));
    QCOMPARE(*again, roster);
    QCOMPARE(rosterToJson(*again), json);
}

void TestRoster::badJson_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("why");
    const QByteArray start = R"({"podiumRoster":1,"people":[)";
    const QByteArray end = R"(],"leavers":[]})";
    const QByteArray fine = R"({"login":"user1","keys":[],"grants":[]})";
    QTest::newRow("not JSON") << QByteArray("{") << "no JSON";
    QTest::newRow("another document") << QByteArray("{\"people\":[]}") << "no roster";
    QTest::newRow("a later format") << QByteArray("{\"podiumRoster\":2}") << "no roster";
    QTest::newRow("twice") << start + fine + ',' + fine + end << "twice";
    QTest::newRow("reserved") << start + R"({"login":"root"})" + end << "belongs to the system";
    QTest::newRow("not a person") << start + "7" + end << "login name";
    QTest::newRow("unknown member")
        << start + R"({"login":"user1","sudo":true})" + end << "\"sudo\"";
    QTest::newRow("misspelt end")
        << start + R"({"login":"user1","grants":[{"on":"@all","untill":"2026-01-01T00:00:00Z"}]})" +
               end
        << "\"untill\"";
    QTest::newRow("time without a zone")
        << start + R"({"login":"user1","grants":[{"on":"@all","until":"2026-01-01T00:00:00"}]})" +
               end
        << "\"until\"";
    QTest::newRow("sudo as text")
        << start + R"({"login":"user1","grants":[{"on":"@all","sudo":"yes"}]})" + end << "\"sudo\"";
    QTest::newRow("bad key") << start + R"({"login":"user1","keys":[{"key":"ssh-rsa AAAA"}]})" + end
                             << "public key";
    QTest::newRow("line break in a label")
        << start + R"({"login":"user1","keys":[{"key":")" + tests::key(1).text() +
               R"(","label":"a\nb"}]})" + end
        << "label";
    QTest::newRow("bad choice")
        << QByteArray(
               R"({"podiumRoster":1,"leavers":[{"login":"user1","account":"burn","home":"keep"}]})")
        << "choice";
    QTest::newRow("on both lists")
        << start + fine + R"(],"leavers":[{"login":"user1","account":"lock","home":"keep"}]})"
        << "both";
}

void TestRoster::badJson()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, why);
    const auto roster = rosterFromJson(json);
    QVERIFY(!roster);
    QVERIFY2(roster.error().text().contains(why), qPrintable(roster.error().text()));
}

void TestRoster::mergeKeepsBothSides()
{
    Person theirs = person("user1", 2);
    theirs.grants[0].selector = "solo";
    theirs.email = "user1@example.com";
    const Merge merge = mergeRosters(
        rosterOf({person("user1", 1)}), rosterOf({theirs, person("user2", 3)}), MergeSide::Ours);
    QVERIFY(merge.conflicts.empty());
    QCOMPARE(merge.added, 1);
    QCOMPARE(int(merge.roster.people.size()), 2);
    const Person &both = merge.roster.people[0];
    QCOMPARE(int(both.keys.size()), 2);
    QCOMPARE(int(both.grants.size()), 2);
    QCOMPARE(both.email, QString("user1@example.com"));
    const Merge again = mergeRosters(merge.roster, merge.roster, MergeSide::Theirs);
    QCOMPARE(again.roster, merge.roster);
    QVERIFY(again.conflicts.empty());
}

void TestRoster::mergeShowsConflicts()
{
    Person theirs = person("user1", 1);
    theirs.fullName = "Another name";
    theirs.keys[0].expires = at(9);
    theirs.grants[0].sudo = true;
    const Roster mine = rosterOf({person("user1", 1)});
    const Merge ours = mergeRosters(mine, rosterOf({theirs}), MergeSide::Ours);
    QCOMPARE(int(ours.conflicts.size()), 3);
    QCOMPARE(ours.roster, mine);
    QCOMPARE(ours.conflicts[0].what, QString("name"));
    QVERIFY(ours.conflicts[1].what.startsWith("key SHA256:"));
    QVERIFY(ours.conflicts[1].theirs.contains("expires"));
    QCOMPARE(ours.conflicts[2].what, QString("grant for @all"));
    const Merge other = mergeRosters(mine, rosterOf({theirs}), MergeSide::Theirs);
    QCOMPARE(other.roster, rosterOf({theirs}));
}

void TestRoster::mergeOfFormerMembers()
{
    const Roster here = rosterOf({person("user1", 1)});
    const Roster left = *withoutPerson(here, login("user1"), {}, at(1));
    const Merge kept = mergeRosters(here, left, MergeSide::Ours);
    QCOMPARE(kept.roster, here);
    QCOMPARE(int(kept.conflicts.size()), 1);
    QCOMPARE(mergeRosters(here, left, MergeSide::Theirs).roster, left);
    QCOMPARE(mergeRosters(left, here, MergeSide::Ours).roster, left);
    QCOMPARE(mergeRosters(left, here, MergeSide::Theirs).roster, here);
}

void TestRoster::desiredBySelector_data()
{
    QTest::addColumn<QByteArray>("selector");
    QTest::addColumn<int>("onPod");
    QTest::addColumn<int>("onSolo");
    QTest::newRow("all") << QByteArray("@all") << 1 << 1;
    QTest::newRow("node") << QByteArray("pod-a") << 1 << 0;
    QTest::newRow("glob") << QByteArray("pod-*") << 1 << 0;
    QTest::newRow("label") << QByteArray("@team=vision") << 0 << 1;
    QTest::newRow("project") << QByteArray("lab-vision/*") << 0 << 1;
    QTest::newRow("none") << QByteArray("other") << 0 << 0;
}

void TestRoster::desiredBySelector()
{
    QFETCH(QByteArray, selector);
    QFETCH(int, onPod);
    QFETCH(int, onSolo);
    const Person one = person("user1", 1, selector.constData());
    const DesiredState state = desiredState(rosterOf({one}), lab(), at(1));
    QCOMPARE(int(on(state, "pod-a").size()), onPod);
    QCOMPARE(int(on(state, "solo").size()), onSolo);
    QCOMPARE(int(nodesOf(one, lab(), at(1)).size()), onPod + onSolo);
}

void TestRoster::desiredByTime()
{
    Person one = person("user1", 1);
    one.grants[0].from = at(1);
    one.grants[0].until = at(10);
    one.keys.push_back(tests::rosterKey(2));
    one.keys[1].expires = at(5);
    const Roster roster = rosterOf({one});
    QVERIFY(on(desiredState(roster, lab(), at(0)), "solo").empty());
    QVERIFY(on(desiredState(roster, lab(), at(10)), "solo").empty());
    const DesiredState early = desiredState(roster, lab(), at(1));
    const DesiredAccount &account = on(early, "solo").at(0);
    QCOMPARE(int(account.keys.size()), 2);
    QCOMPARE(account.keys[0].until, std::optional(at(10).toSecsSinceEpoch()));
    QCOMPARE(account.keys[1].until, std::optional(at(5).toSecsSinceEpoch()));
    QCOMPARE(account.keys[0].line, tests::key(1).text() + " key-1");
    QCOMPARE(int(on(desiredState(roster, lab(), at(5)), "solo").at(0).keys.size()), 1);
}

void TestRoster::desiredMergesGrants()
{
    Person one = person("user1", 1);
    one.grants[0].until = at(10);
    one.grants[0].groups = QStringList{"video"};
    one.grants.push_back(tests::grant("pod-a"));
    one.grants[1].sudo = true;
    one.grants[1].groups = QStringList{"render", "video"};
    one.grants[1].shell = "/bin/zsh";
    one.grants[1].exclusive = true;
    Person two = person("user2", 2, "solo");
    two.grants[0].login = login("user1");
    const DesiredState state = desiredState(rosterOf({one, two}), lab(), at(1));
    const DesiredAccount &pod = on(state, "pod-a").at(0);
    QVERIFY(pod.sudo && pod.exclusive);
    QCOMPARE(pod.groups, (QStringList{"render", "video"}));
    QCOMPARE(pod.shell, QString("/bin/zsh"));
    QCOMPARE(pod.keys[0].until, std::optional<qint64>());
    const DesiredAccount &solo = on(state, "solo").at(0);
    QVERIFY(!solo.sudo && !solo.exclusive);
    QCOMPARE(int(solo.keys.size()), 2);
    QCOMPARE(solo.people, (std::vector<UserName>{login("user1"), login("user2")}));
    QCOMPARE(solo.keys[0].until, std::optional(at(10).toSecsSinceEpoch()));
    QCOMPARE(solo.keys[1].until, std::optional<qint64>());
}

void TestRoster::nodesShareOneList()
{
    std::vector<tests::NodeSketch> nodes;
    for (int i = 0; i < 50; ++i) {
        tests::NodeSketch node;
        node.name = QStringLiteral("node-%1").arg(i);
        node.number = i;
        nodes.push_back(node);
    }
    const inventory::Snapshot snapshot = tests::snapshotOf(nodes);
    const DesiredState state = desiredState(rosterOf({person("user1", 1)}), snapshot, at(1));
    QCOMPARE(state.size(), 50);
    QCOMPARE(state.value(snapshot.nodes[0].node.ref), state.value(snapshot.nodes[49].node.ref));
}

void TestRoster::changesToCome()
{
    Person one = person("user1", 1);
    QVERIFY(!nextChange(rosterOf({one}), at(0)));
    one.grants[0].until = at(10);
    one.keys[0].expires = at(7);
    const Roster roster = rosterOf({one});
    QCOMPARE(nextChange(roster, at(0)), std::optional(at(7)));
    QCOMPARE(nextChange(roster, at(7)), std::optional(at(10)));
    QVERIFY(!nextChange(roster, at(10)));
}

QTEST_GUILESS_MAIN(TestRoster)
#include "tst_roster.moc"
