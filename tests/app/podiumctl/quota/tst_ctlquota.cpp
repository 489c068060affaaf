// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl quota: the limits that Google sets, what draws on them, and what is not known.
#include "tests/app/podiumctl/ctllab.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlQuota final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void limitsAndWhatDrawsOnThem();
    void aUnitThatIsNotToldIsUnknown();
    void limitsOfNothingAreCounted();
    void queuedResourcesCount();
    void withoutQuotaThatIsSaid();
    void whatCannotBeAskedIsUnknown();
    void aSilentZoneIsUnknown();
    void projectsAreNamed();

private:
    void setQuota(const QString &zone, bool spot, int chips)
    {
        QCOMPARE(
            m_lab->cloud()
                .post(
                    "/sim/projects/lab:setQuota",
                    {{"zone", zone}, {"spot", spot}, {"chips", chips}})
                .status,
            200);
    }
    [[nodiscard]] Outcome quota(const QStringList &words = {}) const
    {
        return m_lab->ctl(QStringList{"quota"} + words);
    }
    /// Of the one that is of these TPUs.
    [[nodiscard]] static QJsonObject of(const Outcome &outcome, const QString &what)
    {
        for (const QJsonValue &each : outcome.json()["quotas"].toArray()) {
            if (each.toObject()["what"].toString() == what) {
                return each.toObject();
            }
        }
        return {};
    }

    std::unique_ptr<CtlLab> m_lab;
};

void TestCtlQuota::init()
{
    m_lab = std::make_unique<CtlLab>();
    const QJsonArray nodes{
        QJsonObject{{"zone", "us-central2-b"}, {"name", "one"}, {"acceleratorType", "v4-8"}},
        QJsonObject{
            {"zone", "us-east1-d"},
            {"name", "tune"},
            {"acceleratorType", "v6e-16"},
            {"spot", true},
            {"state", "PREEMPTED"}}};
    const QJsonArray projects{
        QJsonObject{{"id", "lab"}, {"nodes", nodes}},
        QJsonObject{{"id", "other-lab"}, {"nodes", QJsonArray{}}}};
    QVERIFY2(
        m_lab->cloud().startWith({{"operationMs", 0}, {"projects", projects}}),
        qPrintable(m_lab->cloud().error()));
}

void TestCtlQuota::limitsAndWhatDrawsOnThem()
{
    setQuota("us-east1-d", true, 64);
    const Outcome shown = quota();
    VERIFY_EXIT(shown, 0);
    for (const char *said :
         {"spot v6e chips", "us-east1-d", "64 chips", "16 chips", "48 chips", "tune (PREEMPTED)"}) {
        QVERIFY2(shown.out.contains(said), shown.all().constData());
    }
    const QJsonObject spot = of(quota({"--json"}), "spot v6e chips");
    QCOMPARE(spot["project"].toString(), QString("lab"));
    QCOMPARE(spot["location"].toString(), QString("us-east1-d"));
    QCOMPARE(spot["unit"].toString(), QString("chips"));
    QCOMPARE(spot["limit"].toInt(), 64);
    QCOMPARE(spot["used"].toInt(), 16);
    QCOMPARE(spot["left"].toInt(), 48);
    QVERIFY(spot["complete"].toBool() && !spot["unlimited"].toBool(true));
    QCOMPARE(spot["nodes"].toArray(), QJsonArray{"tune"});
}

void TestCtlQuota::aUnitThatIsNotToldIsUnknown()
{
    setQuota("us-central2-b", false, 32);
    const Outcome shown = quota();
    VERIFY_EXIT(shown, 0);
    QVERIFY2(shown.out.contains("32 (unit unknown)"), shown.all().constData());
    const QJsonObject v4 = of(quota({"--json"}), "on-demand v4 TPUs");
    QCOMPARE(v4["used"].toInt(), 4);
    QCOMPARE(v4["limit"].toInt(), 32);
    QVERIFY(v4["left"].isNull() && v4["unit"].isNull());
}

void TestCtlQuota::limitsOfNothingAreCounted()
{
    setQuota("us-east1-d", false, 0);
    const Outcome shown = quota();
    VERIFY_EXIT(shown, 0);
    QVERIFY2(!shown.out.contains("v6e"), shown.all().constData());
    QVERIFY2(
        shown.err.contains("lab has limits of 0, where no TPU can be made: 1"),
        shown.all().constData());
    QCOMPARE(of(quota({"--json"}), "on-demand v6e chips")["limit"].toInt(-1), 0);
}

void TestCtlQuota::queuedResourcesCount()
{
    setQuota("us-east1-d", true, 64);
    QCOMPARE(m_lab->cloud().post("/sim/zones/us-east1-d:stockout").status, 200);
    const QJsonObject node{{"acceleratorType", "v6e-8"}, {"runtimeVersion", "v2-alpha-tpuv6e"}};
    const QJsonObject spec{
        {"parent", "projects/lab/locations/us-east1-d"}, {"nodeId", "late"}, {"node", node}};
    const auto queued = m_lab->cloud().post(
        "/v2/projects/lab/locations/us-east1-d/queuedResources?queuedResourceId=q",
        {{"tpu", QJsonObject{{"nodeSpec", QJsonArray{spec}}}}, {"spot", QJsonObject{}}});
    QCOMPARE(queued.status, 200);
    const QJsonObject spot = of(quota({"--json"}), "spot v6e chips");
    QCOMPARE(spot["used"].toInt(), 24);
    QCOMPARE(spot["queued"].toArray(), QJsonArray{"q"});
}

void TestCtlQuota::withoutQuotaThatIsSaid()
{
    const Outcome shown = quota({"--project", "other-lab"});
    VERIFY_EXIT(shown, 0);
    QVERIFY2(
        shown.err.contains("Google lists no TPU quota for other-lab."), shown.all().constData());
    QVERIFY(quota({"--project", "other-lab", "--json"}).json()["quotas"].toArray().isEmpty());
}

void TestCtlQuota::whatCannotBeAskedIsUnknown()
{
    setQuota("us-east1-d", true, 64);
    const auto deny = [this](const char *permission) {
        m_lab->cloud().post(
            "/sim/projects/lab:setPermissions", {{"denied", QJsonArray{permission}}});
    };
    deny("cloudquotas.quotas.get");
    const Outcome silent = quota({"--json"});
    VERIFY_EXIT(silent, 5);
    QCOMPARE(silent.json()["errors"].toArray()[0].toObject()["project"].toString(), "lab");
    QVERIFY2(silent.err.contains("The TPU quota of lab is unknown."), silent.err.constData());
    deny("tpu.queuedResources.list");
    const Outcome half = quota({"--json"});
    VERIFY_EXIT(half, 5);
    const QJsonObject spot = of(half, "spot v6e chips");
    QVERIFY(spot["left"].isNull() && !spot["complete"].toBool(true));
    QVERIFY(!spot["missing"].toString().isEmpty());
    const Outcome shown = quota();
    QVERIFY2(shown.out.contains("16 chips or more"), shown.all().constData());
}

void TestCtlQuota::aSilentZoneIsUnknown()
{
    setQuota("us-east1-d", true, 64);
    QCOMPARE(m_lab->cloud().post("/sim/zones/us-east1-d:unreachable").status, 200);
    const Outcome silent = quota({"--json"});
    VERIFY_EXIT(silent, 3);
    QVERIFY(of(silent, "spot v6e chips")["left"].isNull());
    QVERIFY(silent.json()["unreachable"].toArray().contains("lab/us-east1-d"));
    QVERIFY2(silent.err.contains("lab/us-east1-d did not answer"), silent.err.constData());
    m_lab->cloud().stop();
    VERIFY_EXIT(quota({"--json"}), 5);
}

void TestCtlQuota::projectsAreNamed()
{
    VERIFY_EXIT(quota({"--project", "No Project"}), 2);
    setQuota("us-east1-d", true, 64);
    const Outcome one = quota({"--project", "other-lab", "--project", "lab", "--json"});
    VERIFY_EXIT(one, 0);
    QVERIFY(!of(one, "spot v6e chips").isEmpty());
    // One that is not there, or that the account may not see, is no reason to say that all is well.
    VERIFY_EXIT(quota({"--project", "no-such-lab"}), 5);
}

QTEST_GUILESS_MAIN(TestCtlQuota)
#include "tst_ctlquota.moc"
