// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// A cloud that answers in part, with nonsense or not at all: what podiumctl has written stays, what
// it claims is only about what it could ask, and its exit status says that something failed.
#include "tests/app/podiumctl/silent/silenttest.h"

using namespace podium::tests;

class TestSilentCloud final : public SilentTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { takeHome(); }
    void noNetwork();
    void firstLookKeepsWhatIsWritten();
    void restartRemembersWhatIsMissing();
    void otherProjectsStay();
    void guestAttributesThatFail_data();
    void guestAttributesThatFail();
    void mostIsNotLostUnasked();
    void proofIsOverWhatWasAsked();

private:
    void beginWrite(SilentLab &lab, const QJsonObject &answer) const;
    void beginOffline(SilentLab &lab) const;
    [[nodiscard]] QByteArray config() const { return m_lab.config(); }
    [[nodiscard]] Outcome ctl(const QStringList &arguments, bool isConfigured = false) const
    {
        return m_lab.ctl(arguments, isConfigured);
    }
};

void TestSilentCloud::initTestCase()
{
    beginOffline(begun("noNetwork"));
    for (const Fault &fault : faults()) {
        if (QByteArray(fault.name) == "hang") {
            beginWrite(begun(QString("write ") + fault.name), fault.answer);
        }
    }
    startLab();
}

void TestSilentCloud::beginOffline(SilentLab &lab) const
{
    lab.begin({"watch", "--once", "--write"}, lab.environment(true, false));
}

void TestSilentCloud::noNetwork()
{
    SilentLab &lab = labOf("noNetwork");
    QVERIFY(lab.isBegun);
    const Outcome watch = lab.ended();
    VERIFY_EXIT(watch, 5);
    QVERIFY2(!watch.out.contains("gone"), watch.out.constData());
    QCOMPARE(hostsIn(lab.before), Hosts);
    QCOMPARE(lab.config(), lab.before);
}

/// Nothing is known from before but the config itself.
void TestSilentCloud::firstLookKeepsWhatIsWritten()
{
    const QByteArray before = config();
    QVERIFY(QDir(m_lab.path(".local/share/podium")).removeRecursively());
    m_lab.break_(Projects, {{"status", 403}});
    const Outcome write = ctl({"ssh-config", "write"}, true);
    VERIFY_EXIT(write, 5);
    QVERIFY2(write.err.contains("8 hosts stay in the config as they are"), write.err.constData());
    QCOMPARE(config(), before);
    VERIFY_EXIT(ctl({"ssh-config", "check"}, true), 5);
    VERIFY_EXIT(ctl({"nodes"}, true), 5);
    VERIFY_EXIT(ctl({"projects"}, true), 5);
    const Outcome nodes = ctl({"nodes", "--json"}, true);
    VERIFY_EXIT(nodes, 5);
    QCOMPARE(nodes.json()["errors"].toArray().size(), 1);
}

/// What was stored of a part is not all there is, for whoever starts next.
void TestSilentCloud::restartRemembersWhatIsMissing()
{
    const QByteArray before = config();
    QVERIFY(QDir(m_lab.path(".local/share/podium")).removeRecursively());
    m_lab.break_(Projects, {{"status", 403}});
    VERIFY_EXIT(ctl({"watch", "--once"}, true), 5);
    m_lab.mend();
    m_lab.break_(".", {{"status", 401}});
    VERIFY_EXIT(ctl({"ssh-config", "write"}), 5);
    QCOMPARE(config(), before);
}

void TestSilentCloud::otherProjectsStay()
{
    const QByteArray before = config();
    const QByteArray known = m_lab.read(".ssh/podium/known_hosts");
    QCOMPARE(m_lab.cloud.post("/sim/nodes/lab-two/us-central2-b/other:moveIps").status, 200);
    VERIFY_EXIT(ctl({"ssh-config", "write", "-p", "lab-one"}), 0);
    QCOMPARE(config(), before);
    VERIFY_EXIT(ctl({"ssh-config", "diff", "-p", "lab-two"}), 1);
    const Outcome write = ctl({"ssh-config", "write", "-p", "lab-two"});
    VERIFY_EXIT(write, 0);
    const QByteArray after = config();
    QCOMPARE(hostsIn(after), Hosts);
    QCOMPARE(after.left(after.indexOf("# lab-two/")), before.left(before.indexOf("# lab-two/")));
    QVERIFY(after != before);
    QCOMPARE(m_lab.read(".ssh/podium/known_hosts"), known);
    VERIFY_EXIT(ctl({"ssh-config", "check", "-p", "lab-two"}), 0);
    VERIFY_EXIT(ctl({"ssh-config", "diff"}), 0);
}

void TestSilentCloud::guestAttributesThatFail_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QJsonObject>("answer");
    QTest::addColumn<int>("exitCode");
    for (const Fault &fault : faults()) {
        // That keys may not be read, or that there are none, is how it is for many.
        const bool isUsual = QByteArray(fault.name) == "403" || QByteArray(fault.name) == "nothing";
        QTest::newRow(fault.name) << QString(fault.name) << fault.answer << (isUsual ? 0 : 3);
    }
}

void TestSilentCloud::beginWrite(SilentLab &lab, const QJsonObject &answer) const
{
    QVERIFY(QDir(lab.path(".local/share/podium")).removeRecursively());
    lab.break_(":getGuestAttributes$", answer);
    lab.begin({"ssh-config", "write"}, lab.environment(false));
}

void TestSilentCloud::guestAttributesThatFail()
{
    QFETCH(QString, fault);
    QFETCH(QJsonObject, answer);
    QFETCH(int, exitCode);
    SilentLab &lab = labOf("write " + fault);
    if (!lab.isBegun) {
        beginWrite(lab, answer);
    }
    const Outcome write = lab.ended();
    lab.mend();
    VERIFY_EXIT(write, exitCode);
    QVERIFY2((exitCode == 0) != write.err.contains("Google vouches"), write.err.constData());
    QCOMPARE(hostsIn(lab.before), Hosts);
    QCOMPARE(lab.config(), lab.before);
    QCOMPARE(lab.read(".ssh/podium/known_hosts"), lab.known);
}

void TestSilentCloud::mostIsNotLostUnasked()
{
    const QByteArray before = config();
    QVERIFY(QDir(m_lab.path(".local/share/podium")).removeRecursively());
    // For a newcomer that is an honest answer; here it would empty a config.
    m_lab.break_(Projects, {{"status", 200}, {"body", "{}"}});
    for (const QStringList &arguments :
         {QStringList{"ssh-config", "write"}, QStringList{"watch", "--once", "--write"},
          QStringList{"watch", "--once", "--update"}}) {
        const Outcome refused = ctl(arguments);
        VERIFY_EXIT(refused, 4);
        QVERIFY2(refused.err.contains("would leave 0 of 14 hosts"), refused.err.constData());
        QVERIFY2(refused.err.contains("--allow-shrink"), refused.err.constData());
        QCOMPARE(config(), before);
    }
    VERIFY_EXIT(ctl({"watch", "--once", "--allow-shrink"}), 2);
    VERIFY_EXIT(ctl({"watch", "--once", "--write", "--allow-shrink"}), 0);
    QCOMPARE(hostsIn(config()), 0);
}

void TestSilentCloud::proofIsOverWhatWasAsked()
{
    if (m_lab.cloud.workers() == "none") {
        QSKIP("There are no workers here to log in to.");
    }
    makeKey(m_lab.path(), "ada", {"-t", "ed25519", "-C", "ada@laptop"});
    const QStringList people{"people"};
    VERIFY_EXIT(
        ctl(people + QStringList{"add", "ada", "--key", m_lab.path("ada.pub"), "--on", "@all"}), 0);
    VERIFY_EXIT(ctl(people + QStringList{"apply", "--yes"}), 0);
    VERIFY_EXIT(ctl(people + QStringList{"remove", "ada", "--yes"}), 0);
    // Only the project that is set can be asked: where ada still logs in, nobody knows.
    QVERIFY(QFile::exists(m_lab.path(".local/share/podium/podium.db")));
    m_lab.break_(Projects, {{"status", 403}});
    m_lab.break_("/projects/lab-t[a-z]*/locations/-/nodes$", {{"status", 503}, {"retryAfter", 0}});
    QCOMPARE(m_lab.cloud.post("/sim/workers/lab-three/us-central2-b/last/1:refuse").status, 200);
    const Outcome partly = ctl(people + QStringList{"apply", "--yes"}, true);
    QCOMPARE(m_lab.cloud.post("/sim/workers/lab-three/us-central2-b/last/1:restore").status, 200);
    VERIFY_EXIT(partly, 5);
    for (const char *words :
         {"13 of 14 workers changed", "1 of 14 workers could not be asked",
          "lab-three/us-central2-b/last:1", "the projects could not be listed",
          "lab-two could not be listed", "Nothing is known of who can log in there."}) {
        QVERIFY2(partly.err.contains(words), partly.err.constData());
    }
    const Outcome plan = ctl(people + QStringList{"plan", "--json"}, true);
    VERIFY_EXIT(plan, 5);
    const QJsonObject asked = plan.json()["asked"].toObject();
    QCOMPARE(asked["workers"].toInt(), Hosts);
    QCOMPARE(asked["reached"].toInt(), Hosts);
    QCOMPARE(asked["unknown"].toArray().size(), 3);
    m_lab.mend();
    const Outcome rest = ctl(people + QStringList{"apply", "--yes"});
    VERIFY_EXIT(rest, 0);
    QVERIFY2(
        rest.err.contains("1 of 14 workers changed; every key that was taken away is refused "
                          "there."),
        rest.err.constData());
    QVERIFY2(!rest.err.contains("could not be"), rest.err.constData());
}

QTEST_GUILESS_MAIN(TestSilentCloud)
#include "tst_silentcloud.moc"
