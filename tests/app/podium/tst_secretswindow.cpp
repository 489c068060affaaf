// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// The secrets in the window, while podiumctl puts others onto workers.
#include "core/secret/secretservice.h"
#include "tests/app/podium/windowfixture.h"
#include "tests/fakes/fakekeyring.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/settings/withdrawdialog.h"

#include <QPushButton>
#include <QTreeView>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

class TestSecretsWindow final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY2(m_cloud.start(), qPrintable(m_cloud.error())); }
    void whatPodiumctlPutThereIsTakenAwayToo();

private:
    /// As another program does.
    void put(const WindowFixture &fixture, const QString &node)
    {
        FakeKeyring keyring;
        secret::SecretService other(keyring, fixture.home.filePath("data/secrets.json"), m_clock);
        secret::Placement placement;
        placement.id = "0123456789abcdef" + node.toLatin1().toHex();
        placement.secret = secret::SecretName::parse("wandb").value();
        placement.worker = {refOf({.name = node}), 0};
        placement.path = "~/token";
        placement.digest = secret::digestOf(placement.id, "hunter2");
        bool isWritten = false;
        other.begin({placement}, {&other, [&isWritten](const Result<> &written) {
                                      isWritten = written.has_value();
                                  }});
        QTRY_VERIFY(isWritten);
    }

    ManualClock m_clock;
    SimCloud m_cloud;
};

void TestSecretsWindow::whatPodiumctlPutThereIsTakenAwayToo()
{
    WindowFixture f(m_cloud);
    QVERIFY(f.workspace);
    QTRY_VERIFY(f.hasLooked()); // it has read its own by then
    put(f, "pod-a");
    f.goTo("Settings");
    const auto takeAway = [&f] {
        return byName<QPushButton>(*f.window, "Take wandb away from workers");
    };
    QTRY_VERIFY(takeAway());
    put(f, "pod-b"); // it is shown already
    takeAway()->click();
    const WithdrawDialog *dialog = nullptr;
    QTRY_VERIFY((dialog = f.window->findChild<WithdrawDialog *>()));
    const auto *places = dialog->findChild<QTreeView *>();
    QVERIFY(places && places->model());
    QCOMPARE(places->model()->rowCount(), 2);
}

QTEST_MAIN(TestSecretsWindow)
#include "tst_secretswindow.moc"
