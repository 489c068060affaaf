// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached/detachedrecords.h"
#include "runpagetest.h"
#include "tests/fakes/patience.h"

#include <QTemporaryDir>
#include <QTreeView>

using namespace podium;
using namespace podium::tests;

/// Background runs that this machine remembers, and that no worker tells of.
class RunForgottenTest final : public RunPageTestBase
{
    Q_OBJECT

private slots:
    void whatNoWorkerKnowsIsSaid();
    void whoNeverAnswersIsTakenOffTheList();

private:
    [[nodiscard]] QString folder() const { return m_folder->filePath("detached"); }
    /// One on one worker.
    void remember()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_fixture->page.setDetachedFolder(folder());
        const auto &node = m_fixture->inventory.snapshot().nodes.front().node.ref;
        QVERIFY(run::saveDetachedRecord(
            folder(), {"0123456789abcdef", "train", m_fixture->clock.now(), {{node, 0}}}));
    }
    /// How often a worker was asked to delete it.
    [[nodiscard]] int forgets() const
    {
        const auto &commands = m_fixture->transport.commands();
        return int(std::count_if(commands.begin(), commands.end(), [](const auto &command) {
            return command.request.input.contains("It still runs.");
        }));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void RunForgottenTest::whatNoWorkerKnowsIsSaid()
{
    remember();
    click("Background runs");
    auto *list = find<QTreeView>("Background runs");
    QTRY_COMPARE(list->model()->index(0, 0).data().toString(), QString("not there"));
    QTRY_VERIFY(find<QAbstractButton>("Delete the output of the run")->isEnabled());
    click("Delete the output of the run");
    QTRY_COMPARE(list->model()->rowCount(), 0); // nothing is lost, nobody is asked
    QVERIFY(run::loadDetachedRecords(folder()).empty());
}

/// As the workers of a project that one has no access to any more: they would stay for ever.
void RunForgottenTest::whoNeverAnswersIsTakenOffTheList()
{
    m_fixture->transport.setScript([](const ssh::CommandRequest &) {
        return FakeScript().end(ssh::Unreachable{{ErrorKind::Network, "No answer.", {}, {}, {}}});
    });
    remember();
    click("Background runs");
    auto *list = find<QTreeView>("Background runs");
    QTRY_COMPARE(list->model()->rowCount(), 1);
    QTRY_VERIFY(find<QAbstractButton>("Delete the output of the run")->isEnabled());
    click("Delete the output of the run");
    answer("Delete output");
    QTRY_COMPARE(forgets(), 1);
    QTRY_VERIFY(find<QAbstractButton>("Delete the output of the run")->isEnabled());
    QCOMPARE(list->model()->rowCount(), 1); // it may be there yet
    click("Delete the output of the run");
    QVERIFY(asked().contains("have not said whether it still runs"));
    answer("Take it off this list");
    QTRY_COMPARE(list->model()->rowCount(), 0);
    QCOMPARE(forgets(), 1);
    QVERIFY(run::loadDetachedRecords(folder()).empty());
}

QTEST_MAIN(RunForgottenTest)
#include "tst_runforgotten.moc"
