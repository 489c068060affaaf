// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/composition/hostkeyreset.h"
#include "app/composition/services.h"
#include "core/cloud/values/hostkeyalias.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/people/sshkeygen.h"
#include "tests/fakes/simcloud.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

using namespace podium;
using namespace podium::tests;

/// Forgetting the keys that workers showed first.
class TestHostKeyReset final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void onlyWhatWasShownIsForgotten();

private:
    using Forget = app::HostKeyReset::Forget;
    using Kind = app::HostKeyOutcome::Kind;

    /// Met by a key that it never showed before.
    [[nodiscard]] ssh::HostKey meet(const QString &name)
    {
        const auto key =
            ssh::HostKey::parse(makeKey(m_home.path(), name, {"-t", "ed25519"})).value();
        m_services->hostKeys->forget(m_alias);
        (void)m_services->hostKeys->check(m_alias, key);
        return key;
    }
    [[nodiscard]] app::HostKeyOutcome reset(app::HostKeyReset &by, Forget what) const
    {
        Answer<app::HostKeyReset::Report> answer;
        by.reset({m_worker}, what, answer.callback());
        const auto report = answer.wait();
        return report && report->outcomes.size() == 1 ? report->outcomes.front()
                                                      : app::HostKeyOutcome();
    }

    QTemporaryDir m_home;
    SimCloud m_cloud;
    std::unique_ptr<app::Services> m_services;
    WorkerRef m_worker = *WorkerRef::parse("lab/us-central2-b/untold:0");
    QString m_alias;
};

void TestHostKeyReset::initTestCase()
{
    const QJsonObject untold{
        {"zone", "us-central2-b"}, {"name", "untold"}, {"guestAttributes", false}};
    const QJsonObject lab{{"id", "lab"}, {"nodes", QJsonArray{untold}}};
    QVERIFY2(m_cloud.startWith({{"projects", QJsonArray{lab}}}), qPrintable(m_cloud.error()));
    app::ServiceOptions options;
    options.paths = {
        m_home.path(), m_home.filePath("c"), m_home.filePath("d"), m_home.filePath("s")};
    options.environment = m_cloud.environment();
    auto services = app::Services::make(options);
    QVERIFY(services);
    m_services = std::move(*services);
    const auto known = [this] { return m_services->inventory.snapshot().find(m_worker.node); };
    m_services->inventory.refresh();
    QTRY_VERIFY(known() && !m_services->inventory.isRefreshing());
    QVERIFY(known()->node.workers.at(0).hostKeys.isEmpty());
    m_alias = cloud::hostKeyAlias(known()->node, 0);
}

void TestHostKeyReset::onlyWhatWasShownIsForgotten()
{
    app::HostKeyReset view(
        m_services->hostKeys, m_services->hostKeyInquiry, m_services->inventory, m_services->paths);
    const auto stored = [this] { return *m_services->hostKeys->keysFor(m_alias); };
    const ssh::HostKey first = meet("first");
    // Shown in no way that offers to forget it, as one is whose key Google vouched for till now.
    QCOMPARE(reset(view, Forget::WhatWasShown).kind, Kind::WouldForget);
    QVERIFY(stored() == QList<ssh::HostKey>{first});
    // Shown, but it was met by another key meanwhile.
    const ssh::HostKey second = meet("second");
    const auto again = reset(view, Forget::WhatWasShown);
    QCOMPARE(again.kind, Kind::WouldForget);
    QVERIFY2(again.sentence.startsWith("This is not what was shown"), qPrintable(again.sentence));
    QVERIFY(again.sentence.contains(ssh::fingerprint(second.blob)));
    QVERIFY(stored() == QList<ssh::HostKey>{second});
    QCOMPARE(reset(view, Forget::WhatWasShown).kind, Kind::Forgotten);
    QVERIFY(stored().isEmpty());
    // Whoever agrees beforehand agrees to whatever there is.
    (void)meet("third");
    QCOMPARE(reset(view, Forget::All).kind, Kind::Forgotten);
    QVERIFY(stored().isEmpty());
}

QTEST_GUILESS_MAIN(TestHostKeyReset)
#include "tst_hostkeyreset.moc"
