// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/sshconfig/aliascheckmodel.h"
#include "core/models/sshconfig/planfilemodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

using namespace podium;
using namespace podium::models;
using Verdict = sshconfig::AliasCheck::Verdict;

/// The lists of the SSH page.
class SshConfigModelsTest final : public QObject
{
    Q_OBJECT

private slots:
    void filesOfAPlan();
    void whatNeedsALookComesFirst();
};

void SshConfigModelsTest::filesOfAPlan()
{
    sshconfig::ConfigPlan plan;
    plan.files.resize(2);
    plan.files[0].path = "/home/ada/.ssh/config";
    plan.files[0].exists = true;
    plan.files[0].before = "Host a\n";
    plan.files[0].after = "Include x\nHost a\n";
    plan.files[1].path = "/etc/same";
    plan.files[1].exists = true;
    PlanFileModel model("/home/ada");
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setFiles(planFiles(plan));
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0).data().toString(), QString("~/.ssh/config"));
    QVERIFY(model.index(0).data(PlanFileModel::ChangedRole).toBool());
    QVERIFY(model.index(0).data(PlanFileModel::CountsRole).toString().contains("+1"));
    QCOMPARE(model.index(1).data(PlanFileModel::CountsRole).toString(), QString("unchanged"));
    // The same files with other contents keep their rows, and with them the selection.
    const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    plan.files[0].after = plan.files[0].before;
    model.setFiles(planFiles(plan));
    QCOMPARE(reset.count(), 0);
    QVERIFY(!model.index(0).data(PlanFileModel::ChangedRole).toBool());
    plan.files.pop_back();
    model.setFiles(planFiles(plan));
    QCOMPARE(reset.count(), 1);
    QCOMPARE(model.rowCount(), 1);
}

void SshConfigModelsTest::whatNeedsALookComesFirst()
{
    AliasCheckModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    std::vector<sshconfig::AliasCheck> checks(3);
    checks[0].alias = "good";
    checks[1].alias = "off";
    checks[1].verdict = Verdict::Inactive;
    checks[2].alias = "other";
    checks[2].verdict = Verdict::Differs;
    checks[2].problem = "HostName is another.";
    model.setChecks(checks);
    QStringList aliases;
    for (int row = 0; row < model.rowCount(); ++row) {
        aliases << model.index(row, int(AliasCheckModel::Column::Alias)).data().toString();
    }
    QCOMPARE(aliases, (QStringList{"other", "good", "off"}));
    QCOMPARE(
        model.index(0, int(AliasCheckModel::Column::Why)).data().toString(),
        QString("HostName is another."));
    QCOMPARE(model.index(0, 0).data(AliasCheckModel::MarkRole).value<Mark>(), Mark::Bad);
    model.setChecks({});
    QCOMPARE(model.rowCount(), 0);
}

QTEST_GUILESS_MAIN(SshConfigModelsTest)
#include "tst_sshconfigmodels.moc"
