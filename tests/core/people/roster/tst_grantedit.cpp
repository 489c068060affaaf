// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/roster/grantedit.h"
#include "core/people/roster/roster.h"
#include "tests/core/people/sketch.h"

#include <QtTest>

using namespace podium;
using namespace podium::people;

namespace {

UserName ada()
{
    return *UserName::parse(QStringLiteral("ada"));
}

Grant fullGrant()
{
    Grant grant;
    grant.selector = QStringLiteral("pod-*");
    grant.sudo = true;
    grant.adopt = true;
    grant.exclusive = true;
    grant.groups = QStringList{"video", "render"};
    grant.shell = QStringLiteral("/bin/zsh");
    grant.from = QDateTime({2026, 12, 1}, {8, 0});
    grant.until = QDateTime({2026, 12, 31}, {0, 0});
    return grant;
}

Roster rosterWith(const std::vector<Grant> &grants)
{
    Person person;
    person.login = ada();
    person.grants = grants;
    return *withPerson({}, person);
}

std::vector<Grant> grantsAfter(const GrantEdit &edit)
{
    const auto roster = withGrantEdit(rosterWith({fullGrant()}), ada(), edit);
    return roster ? roster->people.front().grants : std::vector<Grant>();
}

} // namespace

using EditFunction = void (*)(GrantEdit &);
using GrantFunction = void (*)(Grant &);
Q_DECLARE_METATYPE(EditFunction)
Q_DECLARE_METATYPE(GrantFunction)

class TestGrantEdit final : public QObject
{
    Q_OBJECT

private slots:
    void changesOnlyWhatIsNamed_data();
    void changesOnlyWhatIsNamed();
    void beginsWithTheDefaults();
    void isAboutOneAccount();
    void needsThePerson();
};

void TestGrantEdit::changesOnlyWhatIsNamed_data()
{
    QTest::addColumn<EditFunction>("edit");
    QTest::addColumn<GrantFunction>("expect");
    QTest::addColumn<QStringList>("told");
    const auto row = [](const char *name, EditFunction edit, GrantFunction expect,
                        const QStringList &told) { QTest::newRow(name) << edit << expect << told; };
    row(
        "nothing", [](GrantEdit &) {}, [](Grant &) {}, {});
    row(
        "no sudo", [](GrantEdit &e) { e.sudo = false; }, [](Grant &g) { g.sudo = false; },
        {"pod-*: sudo: yes -> no"});
    row(
        "sudo that is there", [](GrantEdit &e) { e.sudo = true; }, [](Grant &) {}, {});
    row(
        "another end",
        [](GrantEdit &e) {
            e.until = QDateTime({2027, 1, 1}, {0, 0});
        },
        [](Grant &g) {
            g.until = QDateTime({2027, 1, 1}, {0, 0});
        },
        {"pod-*: until: 2026-12-30 -> 2026-12-31"});
    row(
        "no end", [](GrantEdit &e) { e.until = std::optional<QDateTime>(); },
        [](Grant &g) { g.until.reset(); }, {"pod-*: until: 2026-12-30 -> no end"});
    row(
        "from now", [](GrantEdit &e) { e.from = std::optional<QDateTime>(); },
        [](Grant &g) { g.from.reset(); }, {"pod-*: from: 2026-12-01 08:00 -> now"});
    row(
        "groups",
        [](GrantEdit &e) {
            e.addedGroups = QStringList{"docker", "video"};
            e.removedGroups = QStringList{"render"};
        },
        [](Grant &g) {
            g.groups = QStringList{"video", "docker"};
        },
        {"pod-*: groups: video, render -> video, docker"});
    row(
        "shell", [](GrantEdit &e) { e.shell = QStringLiteral("/bin/fish"); },
        [](Grant &g) { g.shell = QStringLiteral("/bin/fish"); },
        {"pod-*: shell: /bin/zsh -> /bin/fish"});
    row(
        "neither adopted nor exclusive",
        [](GrantEdit &e) {
            e.adopt = false;
            e.exclusive = false;
        },
        [](Grant &g) {
            g.adopt = false;
            g.exclusive = false;
        },
        {"pod-*: adopt: yes -> no", "pod-*: exclusive: yes -> no"});
}

void TestGrantEdit::changesOnlyWhatIsNamed()
{
    QFETCH(const EditFunction, edit);
    QFETCH(const GrantFunction, expect);
    QFETCH(const QStringList, told);
    GrantEdit changes;
    changes.selector = QStringLiteral("pod-*");
    edit(changes);
    Grant expected = fullGrant();
    expect(expected);
    const auto roster = rosterWith({fullGrant()});
    const auto after = withGrantEdit(roster, ada(), changes);
    QVERIFY(after);
    QVERIFY(after->people.front().grants == std::vector<Grant>{expected});
    QCOMPARE(grantDifferences(roster.people.front(), after->people.front()), told);
}

void TestGrantEdit::beginsWithTheDefaults()
{
    GrantEdit edit;
    edit.selector = QStringLiteral("solo");
    edit.sudo = true;
    Grant solo;
    solo.selector = QStringLiteral("solo");
    solo.sudo = true;
    QVERIFY(grantsAfter(edit) == (std::vector<Grant>{fullGrant(), solo}));
}

void TestGrantEdit::isAboutOneAccount()
{
    GrantEdit edit;
    edit.selector = QStringLiteral("pod-*");
    edit.login = UserName::parse(QStringLiteral("train"));
    const auto grants = grantsAfter(edit);
    QCOMPARE(int(grants.size()), 2);
    QVERIFY(grants[0] == fullGrant());
    QVERIFY(!grants[1].sudo);
    QCOMPARE(grants[1].login->text(), QStringLiteral("train"));
}

void TestGrantEdit::needsThePerson()
{
    GrantEdit edit;
    edit.selector = QStringLiteral("pod-*");
    const auto changed = withGrantEdit({}, ada(), edit);
    QVERIFY(!changed);
    QVERIFY(changed.error().kind == ErrorKind::NotFound);
}

QTEST_APPLESS_MAIN(TestGrantEdit)
#include "tst_grantedit.moc"
