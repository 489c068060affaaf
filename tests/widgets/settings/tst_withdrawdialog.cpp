// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/secret/withdrawalmodel.h"
#include "tests/core/remote/framed.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"
#include "widgets/settings/withdrawdialog.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeView>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;
using secret::Withdrawal;

namespace {

secret::Placement placedOnWorker(int index)
{
    secret::Placement placement;
    placement.id = QByteArray::number(index);
    placement.secret = secret::SecretName::parse("wandb").value();
    placement.worker = WorkerRef::parse(QString("lab/us-central2-b/pod:%1").arg(index)).value();
    placement.login = "ada";
    placement.path = "~/token";
    placement.digest = "d";
    return placement;
}

} // namespace

class TestWithdrawDialog final : public QObject
{
    Q_OBJECT

private slots:
    void showsThenRemovesThenProves();
    void theModelKeepsToItsContract();
};

void TestWithdrawDialog::showsThenRemovesThenProves()
{
    FakeTransport transport;
    ManualClock clock;
    // The second worker says nothing of its place.
    transport.setScript([](const ssh::CommandRequest &request) {
        QByteArray answer = recordLine("podium-remote", {"1", "1000"});
        if (request.endpoint.worker.index == 0) {
            answer += recordLine("place", {"0", "removed", ""});
        }
        return FakeScript().login().out(answer + recordLine("end", {})).exit(0);
    });
    const run::RunService service(transport, fakeEndpoint, clock);
    auto session = std::make_unique<secret::WithdrawSession>(
        service, secret::planWithdrawal({placedOnWorker(0), placedOnWorker(1)}, {}));
    WithdrawDialog dialog(std::move(session), secret::SecretName::parse("wandb").value(), nullptr);
    dialog.show();
    QSignalSpy withdrawn(&dialog, &WithdrawDialog::withdrawn);
    QSignalSpy forgotten(&dialog, &WithdrawDialog::forgotten);
    const auto button = [&dialog](const QString &text) {
        for (auto *each : dialog.findChildren<QPushButton *>()) {
            if (each->text() == text) {
                return each;
            }
        }
        return static_cast<QPushButton *>(nullptr);
    };
    QVERIFY(transport.commands().empty()); // shown first
    const auto *rows = dialog.findChild<QTreeView *>()->model();
    QCOMPARE(rows->index(0, 2).data().toString(), QString("to be removed"));
    QVERIFY(!button("Forget the rest")->isVisible());
    button("Take it away")->click();
    QTRY_COMPARE(withdrawn.count(), 1);
    QCOMPARE(rows->index(0, 2).data().toString(), QString("removed"));
    QCOMPARE(rows->index(1, 2).data().toString(), QString("unknown: the worker did not say"));
    QVERIFY(byName<QLabel>(dialog, "Summary")->text().contains("1 of 2"));
    QVERIFY(button("Forget the rest")->isVisible());
    button("Forget the rest")->click();
    QCOMPARE(forgotten.count(), 1);
    QVERIFY(!dialog.isVisible());
}

void TestWithdrawDialog::theModelKeepsToItsContract()
{
    models::WithdrawalModel model;
    const QAbstractItemModelTester tester(&model);
    model.setWithdrawals({{placedOnWorker(0)}, {placedOnWorker(1)}});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, 0).data().toString(), QString("pod:0"));
    QCOMPARE(model.index(0, 1).data().toString(), QString("~/token"));
    model.setWithdrawals(
        {{placedOnWorker(0), Withdrawal::State::Other},
         {placedOnWorker(1), Withdrawal::State::Unknown, "<b>x"}});
    QCOMPARE(model.index(1, 2).data().toString(), QString("unknown: <b>x"));
    QCOMPARE(
        model.index(0, 2).data(models::WithdrawalModel::MarkRole).value<models::Mark>(),
        models::Mark::Good);
    QCOMPARE(
        model.index(1, 2).data(models::WithdrawalModel::MarkRole).value<models::Mark>(),
        models::Mark::Unknown);
    model.setWithdrawals({});
    QCOMPARE(model.rowCount(), 0);
}

QTEST_MAIN(TestWithdrawDialog)
#include "tst_withdrawdialog.moc"
