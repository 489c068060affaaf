// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// A cloud that answers in part, with nonsense or not at all: what podiumctl has written stays, what
// it claims is only about what it could ask, and its exit status says that something failed.
#include "tests/app/podiumctl/silent/silentlab.h"

#include <map>

using namespace podium::tests;

namespace {

constexpr int Hosts = 14;

QJsonObject node(const QString &name, int workers)
{
    return {
        {"zone", "us-central2-b"},
        {"name", name},
        {"acceleratorType", QStringLiteral("v4-%1").arg(workers * 8)},
        {"workers", workers}};
}

/// Three projects and their nodes, two a page.
QJsonObject scenario()
{
    const auto lab = [](const char *id, const QJsonArray &nodes) {
        return QJsonObject{{"id", id}, {"nodes", nodes}};
    };
    return {
        {"operationMs", 0},
        {"maxPageSize", 2},
        {"projects", QJsonArray{
                         lab("lab-one", {node("one", 1), node("two", 1), node("pod", 4)}),
                         lab("lab-two", {node("other", 1), node("four", 1), node("big", 4)}),
                         lab("lab-three", {node("last", 2)})}}};
}

/// The answer to one kind of call, from a page on.
struct Fault
{
    const char *name;
    QJsonObject answer;
};

const std::vector<Fault> &faults()
{
    static const std::vector<Fault> all{
        {"403", {{"status", 403}}},
        {"429", {{"status", 429}, {"retryAfter", 0}}},
        {"500", {{"status", 500}, {"retryAfter", 0}}},
        {"503", {{"status", 503}, {"retryAfter", 0}}},
        {"cut", {{"cutAt", 10}}},
        {"HTML", {{"status", 200}, {"body", "<html>Log in to the hotel's network</html>"}}},
        {"nothing", {{"status", 200}, {"body", "{}"}}},
        {"hang", {{"delayMs", 600000}}}};
    return all;
}

/// What is in `from`, and nothing else.
void copyTree(const QString &from, const QString &to)
{
    const Outcome copied = execute(
        "sh", {"-c", "find \"$2\" -mindepth 1 -delete && cp -a \"$1/.\" \"$2\"", "sh", from, to},
        QProcessEnvironment::systemEnvironment());
    VERIFY_EXIT(copied, 0);
}

constexpr const char *Projects = "^/v[13]/projects(:search)?$";
constexpr const char *Nodes = "/projects/lab-two/locations/-/nodes$";

} // namespace

class TestSilentCloud final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void configKeepsItsHosts_data();
    void configKeepsItsHosts();
    void noNetwork();
    void firstLookKeepsWhatIsWritten();
    void restartRemembersWhatIsMissing();
    void otherProjectsStay();
    void guestAttributesThatFail_data();
    void guestAttributesThatFail();
    void mostIsNotLostUnasked();
    void proofIsOverWhatWasAsked();

private:
    void beginWatch(
        SilentLab &lab, const QString &path, const QJsonObject &answer, int page,
        bool isConfigured) const;
    void beginWrite(SilentLab &lab, const QJsonObject &answer) const;
    void beginOffline(SilentLab &lab) const;
    /// Where a row is run: what was begun for it, or the one cloud of the others.
    [[nodiscard]] SilentLab &labOf(const QString &row)
    {
        const auto waiting = m_waiting.find(row);
        return waiting == m_waiting.end() ? m_lab : *waiting->second;
    }
    [[nodiscard]] QByteArray config() const { return m_lab.config(); }
    [[nodiscard]] static int hostsIn(const QByteArray &config) { return config.count("\nHost "); }
    [[nodiscard]] Outcome ctl(const QStringList &arguments, bool isConfigured = false) const
    {
        return m_lab.ctl(arguments, isConfigured);
    }

    SilentLab m_lab;
    std::unique_ptr<QTemporaryDir> m_written; ///< what its home is at first
    QByteArray m_writtenFor;                  ///< the function
    std::map<QString, std::unique_ptr<SilentLab>> m_waiting;
};

/// In some rows podiumctl only waits for most of the time: for a next try that nobody asked it to
/// make sooner, or for an answer until its limit. Each of these begins here, on a cloud of its own.
void TestSilentCloud::initTestCase()
{
    const auto begun = [this](const QString &row) -> SilentLab & {
        auto &lab = m_waiting.emplace(row, std::make_unique<SilentLab>()).first->second;
        [&] { QVERIFY2(lab->cloud.startWith(scenario()), qPrintable(lab->cloud.error())); }();
        lab->writeHome();
        return *lab;
    };
    beginOffline(begun("noNetwork"));
    for (const Fault &fault : faults()) {
        if (QStringList{"cut", "HTML", "hang"}.contains(fault.name)) {
            beginWatch(begun(QString("watch ") + fault.name), Projects, fault.answer, 1, true);
        }
        if (QByteArray(fault.name) == "hang") {
            beginWrite(begun(QString("write ") + fault.name), fault.answer);
        }
    }
    QVERIFY2(m_lab.cloud.startWith(scenario()), qPrintable(m_lab.cloud.error()));
}

/// Each begins with a home in which all is written: the rows of a function with the same one.
void TestSilentCloud::init()
{
    m_lab.mend();
    if (m_writtenFor == QTest::currentTestFunction()) {
        copyTree(m_written->path(), m_lab.path());
    } else {
        m_lab.writeHome();
        m_written = std::make_unique<QTemporaryDir>();
        copyTree(m_lab.path(), m_written->path());
        m_writtenFor = QTest::currentTestFunction();
    }
    QCOMPARE(hostsIn(config()), Hosts);
}

void TestSilentCloud::configKeepsItsHosts_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QJsonObject>("answer");
    QTest::addColumn<int>("page");
    QTest::addColumn<bool>("isConfigured");
    QTest::addColumn<int>("exitCode");
    // Each takes some seconds, for podiumctl tries again before it gives up: every fault where most
    // depends on it, some of each kind elsewhere. Core's own test has all of them.
    const QStringList elsewhere{"403", "503", "nothing"};
    for (const char *path : {Projects, Nodes}) {
        for (const int page : {1, 2}) {
            for (const bool isConfigured : {true, false}) {
                for (const Fault &fault : faults()) {
                    const bool isAll = path == Projects && page == 1 && isConfigured;
                    if (isAll || elsewhere.contains(fault.name)) {
                        QTest::addRow(
                            "%s, %s, page %d, %s", path == Projects ? "projects" : "nodes",
                            fault.name, page, isConfigured ? "a project set" : "none set")
                            << QString(fault.name) << QString(path) << fault.answer << page
                            << isConfigured << 5;
                    }
                }
            }
        }
    }
}

void TestSilentCloud::beginWatch(
    SilentLab &lab, const QString &path, const QJsonObject &answer, int page,
    bool isConfigured) const
{
    lab.break_(path.toLatin1().constData(), answer, page);
    lab.begin({"watch", "--once", "--write"}, lab.environment(isConfigured));
}

void TestSilentCloud::configKeepsItsHosts()
{
    QFETCH(QString, fault);
    QFETCH(QString, path);
    QFETCH(QJsonObject, answer);
    QFETCH(int, page);
    QFETCH(bool, isConfigured);
    QFETCH(int, exitCode);
    SilentLab &lab = labOf("watch " + fault);
    if (!lab.isBegun) {
        beginWatch(lab, path, answer, page, isConfigured);
    }
    const Outcome watch = lab.ended();
    lab.mend();
    VERIFY_EXIT(watch, exitCode);
    QVERIFY2(!watch.out.contains("gone"), watch.out.constData());
    QVERIFY2(watch.err.size() > 20, watch.err.constData());
    QCOMPARE(hostsIn(lab.before), Hosts);
    QCOMPARE(lab.config(), lab.before);
    QCOMPARE(lab.read(".ssh/podium/known_hosts"), lab.known);
    // And the next look has nothing to tell.
    const Outcome next = lab.ctl({"watch", "--once", "--write"}, isConfigured);
    VERIFY_EXIT(next, 0);
    QCOMPARE(next.out, QByteArray());
    QCOMPARE(lab.config(), lab.before);
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
