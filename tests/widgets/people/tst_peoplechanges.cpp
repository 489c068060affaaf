// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/accessiblefind.h"
#include "tests/widgets/people/peoplefixture.h"

#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTreeWidget>

#include <algorithm>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// The People page while the roster, the plan or the nodes change under it.
class TestPeopleChanges final : public QObject
{
    Q_OBJECT

private slots:
    void workerWithoutAnAddress();

private:
    static void type(QWidget &page, const QString &name, const QString &text)
    {
        auto *edit = byName<QLineEdit>(page, name);
        QVERIFY2(edit, qPrintable(name));
        edit->setText(text);
    }
    static void press(QWidget &page, const QString &name)
    {
        auto *button = byName<QPushButton>(page, name);
        QVERIFY2(button, qPrintable(name));
        button->click();
    }
    [[nodiscard]] static bool isSaid(const QWidget &page, const QString &text)
    {
        const auto labels = page.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&text](const QLabel *label) {
            return label->isVisible() && label->text().contains(text);
        });
    }
};

void TestPeopleChanges::workerWithoutAnAddress()
{
    PeopleFixture lab({{.name = "a"}, {.name = "b", .externalIps = false, .number = 2}});
    QTRY_COMPARE(lab.service.workers().size(), 2U);
    lab.addPeople(1);
    lab.fillWorkers(1);
    lab.look();
    const WorkerRef b = lab.service.workers()[1];
    const WorkerLook *look = lab.service.look(b);
    QVERIFY(look && look->error);
    QVERIFY2(look->error->text().contains("no external IP"), qPrintable(look->error->text()));
    QVERIFY(!look->isLooking);
    auto &matrix = lab.page.matrix();
    const QString tip = matrix.index(matrix.rowOf("user1"), 2).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains("no external IP"), qPrintable(tip));
    // Once it has one, it is among those to be looked at.
    QCOMPARE(
        lab.service.unseenWorkers({&lab.service.roster().people[0]}), std::vector<WorkerRef>{b});
}

QTEST_MAIN(TestPeopleChanges)
#include "tst_peoplechanges.moc"
