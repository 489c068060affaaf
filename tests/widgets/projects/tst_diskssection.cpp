// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "widgets/projects/diskssection.h"

#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include <algorithm>

using namespace podium;
using namespace podium::ui;

/// The disks of a project, and what is offered for each.
class TestDisksSection final : public QObject
{
    Q_OBJECT

private slots:
    void aDetachIsFromOneNode();
    void whatIsTheSameKeepsItsButtons();
    void ofASilentZoneNobodyKnowsWhoHasIt();

private:
    [[nodiscard]] static NodeRef node(const char *name)
    {
        return {
            *ProjectId::parse("lab-speech"), *Zone::parse("us-central2-b"), *NodeName::parse(name)};
    }
};

void TestDisksSection::aDetachIsFromOneNode()
{
    models::DisksFeed::State state;
    state.project = node("one").project;
    state.isKnown = true;
    const cloud::Disk disk{
        node("one").project, node("one").zone, "data", "pd-balanced", 100, "READY", {}};
    state.list.disks = {disk};
    state.list.attached[node("one")] = {{disk.source(), true, {}}};
    DisksSection section;
    int detached = 0;
    NodeRef from;
    connect(
        &section, &DisksSection::detachRequested, this,
        [&](const cloud::Disk &which, const NodeRef &ref) {
            ++detached;
            from = ref;
            QCOMPARE(which.name, QString("data"));
        });
    const auto button = [&section]() -> QToolButton * {
        for (QToolButton *each : section.findChildren<QToolButton *>()) {
            if (each->accessibleName() == QLatin1String("Detach the disk data")) {
                return each;
            }
        }
        return nullptr;
    };
    section.setDisks(&state);
    QVERIFY(button() && !button()->menu());
    button()->click();
    QVERIFY(detached == 1 && from == node("one"));
    // Of several it is chosen which.
    state.list.attached[node("two")] = {{disk.source(), true, {}}};
    section.setDisks(&state);
    QTRY_VERIFY(button() && button()->menu());
    const QList<QAction *> choices = button()->menu()->actions();
    QCOMPARE(choices.size(), 2);
    QCOMPARE(choices[1]->text(), QString("two"));
    choices[1]->trigger();
    QVERIFY(detached == 2 && from == node("two"));
}

/// Each refresh of the nodes tells of them anew: whoever is at a button stays there.
void TestDisksSection::whatIsTheSameKeepsItsButtons()
{
    models::DisksFeed::State state;
    state.project = node("one").project;
    state.isKnown = true;
    state.list.disks = {
        {node("one").project, node("one").zone, "data", "pd-balanced", 100, "READY", {}}};
    DisksSection section;
    section.setDisks(&state);
    const auto countOf = [&section](const QString &name) {
        const auto buttons = section.findChildren<QToolButton *>();
        return std::count_if(buttons.begin(), buttons.end(), [&name](const QToolButton *each) {
            return each->accessibleName() == name;
        });
    };
    QCOMPARE(int(countOf("Delete the disk data")), 1);
    QPointer<QToolButton> first;
    for (QToolButton *each : section.findChildren<QToolButton *>()) {
        first =
            each->accessibleName() == QLatin1String("Delete the disk data") ? each : first.data();
    }
    const models::DisksFeed::State same = state;
    section.setDisks(&same);
    QVERIFY(first);
    section.setDisks(&same, "2 min ago"); // nor does the age of the list take them away
    QVERIFY(first);
    const auto labels = section.findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
        return label->text() == QLatin1String("2 min ago") && !label->isHidden();
    }));
    state.list.disks.front().name = "other";
    section.setDisks(&state);
    QVERIFY(!first);
    QCOMPARE(int(countOf("Delete the disk other")), 1);
}

void TestDisksSection::ofASilentZoneNobodyKnowsWhoHasIt()
{
    models::DisksFeed::State state;
    state.project = node("one").project;
    state.isKnown = true;
    state.list.disks = {
        {node("one").project, node("one").zone, "data", "pd-balanced", 100, "READY", {}}};
    DisksSection section;
    const auto says = [&section](const char *words) {
        const auto labels = section.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [words](const QLabel *label) {
            return label->text().contains(QLatin1String(words));
        });
    };
    section.setDisks(&state);
    QVERIFY(says("attached to nothing"));
    state.list.unreachable = QStringList{"us-central2-b"};
    section.setDisks(&state);
    QVERIFY(!says("attached to nothing"));
    QVERIFY(says("attached to: unknown"));
}

QTEST_MAIN(TestDisksSection)
#include "tst_diskssection.moc"
