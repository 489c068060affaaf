// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// A stored secret that the page of set-ups sends.
#include "tests/widgets/recipe/recipepagefixture.h"

#include "widgets/common/noticebar.h"

#include <QComboBox>

#include <algorithm>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

using Fixture = RecipePageFixture;

class TestRecipeSecret final : public QObject
{
    Q_OBJECT

private slots:
    void aStoredSecretIsTakenByItsName();
    void whatWasTakenAwayIsNotedDownWhenSentAgain();
};

void TestRecipeSecret::aStoredSecretIsTakenByItsName()
{
    Fixture f;
    const auto name = secret::SecretName::parse("wandb").value();
    QSignalSpy stored(&f.secrets, &secret::SecretService::changed);
    f.secrets.set(name, "hunter2", secret::SecretService::WithoutKeyring::Refuse, {});
    QTRY_COMPARE(stored.count(), 1);
    auto *source = byName<QComboBox>(*f.page, "key: stored secret");
    QVERIFY(source && source->isVisible());
    source->setCurrentText("wandb");
    QVERIFY(!byName<QLineEdit>(*f.page, "key")); // it is not to be seen
    f.transport.setScript([](const ssh::CommandRequest &request) {
        return request.endpoint.worker.index == 0 ? carriedOut({}, {"ok", "changed"})
                                                  : carriedOut({}, {"failed", "skipped"});
    });
    f.apply();
    QTRY_COMPARE(int(f.transport.commands().size()), 2);
    for (const auto &command : f.transport.commands()) {
        QVERIFY(command.request.input.contains("hunter2"));
    }
    // Known before it was sent; certain where the worker is good.
    QCOMPARE(int(f.secrets.book().placements.size()), 2);
    QTRY_COMPARE(
        std::count_if(
            f.secrets.book().placements.begin(), f.secrets.book().placements.end(),
            [](const secret::Placement &placement) { return placement.isCertain; }),
        1);
    // Where the keyring is gone it is not sent, and that is said.
    f.keyring.takeAway();
    QTRY_VERIFY(!f.page->isBusy());
    f.apply();
    QTRY_VERIFY(f.page->findChild<NoticeBar *>()->text().contains("No keyring"));
    QCOMPARE(int(f.transport.commands().size()), 2);
}

void TestRecipeSecret::whatWasTakenAwayIsNotedDownWhenSentAgain()
{
    Fixture f;
    const auto name = secret::SecretName::parse("wandb").value();
    QSignalSpy written(&f.secrets, &secret::SecretService::changed);
    f.secrets.set(name, "hunter2", secret::SecretService::WithoutKeyring::Refuse, {});
    QTRY_COMPARE(written.count(), 1);
    byName<QComboBox>(*f.page, "key: stored secret")->setCurrentText("wandb");
    f.transport.setScript([](const ssh::CommandRequest &) {
        return carriedOut({}, {"changed", "failed"});
    });
    f.apply();
    QTRY_COMPARE(f.cell(1, 2), QString("failed"));
    QTRY_VERIFY(!f.page->isBusy());
    const auto places = [&f] { return f.secrets.book().placements; };
    const auto before = places();
    QCOMPARE(int(before.size()), 2);
    const auto takeAway = [&] {
        std::vector<QByteArray> ids;
        for (const secret::Placement &placement : places()) {
            ids.push_back(placement.id);
        }
        f.secrets.forgetPlacements(ids, {});
        QTRY_VERIFY(places().empty());
    };
    takeAway();
    f.button("Run again where not done")->click();
    QTRY_COMPARE(int(f.transport.commands().size()), 4);
    QVERIFY(places() == before);
    QTRY_VERIFY(!f.page->isBusy());
    takeAway();
    QTRY_VERIFY(f.button("Resume")->isEnabled());
    f.button("Resume")->click();
    QTRY_COMPARE(int(f.transport.commands().size()), 5); // to one worker alone
    QCOMPARE(int(places().size()), 1);
    // What is noted down still is not noted down twice.
    QTRY_VERIFY(!f.page->isBusy());
    f.button("Run again where not done")->click();
    QTRY_COMPARE(int(f.transport.commands().size()), 7);
    QCOMPARE(int(places().size()), 2);
}

QTEST_MAIN(TestRecipeSecret)
#include "tst_recipesecret.moc"
