// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// A cloud that answers in part, with nonsense or not at all: what podiumctl has written stays, what
// it claims is only about what it could ask, and its exit status says that something failed.
#include "tests/app/podiumctl/ctllab.h"

#include <QDir>

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
    [[nodiscard]] QProcessEnvironment environment(bool isConfigured) const;
    [[nodiscard]] Outcome ctl(const QStringList &arguments, bool isConfigured = false) const
    {
        return execute(
            QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), arguments, environment(isConfigured));
    }
    [[nodiscard]] QByteArray read(const QString &name) const
    {
        QFile file(m_home->filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    [[nodiscard]] QByteArray config() const { return read(".ssh/podium/config"); }
    [[nodiscard]] static int hostsIn(const QByteArray &config) { return config.count("\nHost "); }
    void writeHome();
    void break_(const char *path, const QJsonObject &answer, int page = 1) const;
    void mend() const { (void)m_cloud.call("DELETE", "/sim/faults", {}); }

    SimCloud m_cloud;
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<QTemporaryDir> m_written; ///< what m_home is at first
    QByteArray m_writtenFor;                  ///< the function
};

void TestSilentCloud::initTestCase()
{
    QVERIFY2(m_cloud.startWith(scenario()), qPrintable(m_cloud.error()));
}

/// Each begins with a home in which all is written: the rows of a function with the same one.
void TestSilentCloud::init()
{
    mend();
    if (m_writtenFor == QTest::currentTestFunction()) {
        copyTree(m_written->path(), m_home->path());
    } else {
        writeHome();
        m_written = std::make_unique<QTemporaryDir>();
        copyTree(m_home->path(), m_written->path());
        m_writtenFor = QTest::currentTestFunction();
    }
    QCOMPARE(hostsIn(config()), Hosts);
}

void TestSilentCloud::writeHome()
{
    m_home = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir().mkpath(m_home->filePath(".ssh")));
    QFile::setPermissions(
        m_home->filePath(".ssh"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    VERIFY_EXIT(ctl({"watch", "--once", "--write"}), 0);
}

QProcessEnvironment TestSilentCloud::environment(bool isConfigured) const
{
    QProcessEnvironment environment = m_cloud.environment();
    environment.insert("HOME", m_home->path());
    for (const char *name :
         {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "SSH_AUTH_SOCK",
          "CLOUDSDK_CORE_PROJECT", "GOOGLE_CLOUD_PROJECT"}) {
        environment.remove(QLatin1String(name));
    }
    if (isConfigured) {
        environment.insert("CLOUDSDK_CORE_PROJECT", "lab-one");
    }
    return environment;
}

/// The pages before go through.
void TestSilentCloud::break_(const char *path, const QJsonObject &answer, int page) const
{
    QJsonObject fault = answer;
    fault["path"] = path;
    if (page > 1) {
        QCOMPARE(m_cloud.post("/sim/faults", {{"path", path}, {"count", page - 1}}).status, 200);
    }
    QCOMPARE(m_cloud.post("/sim/faults", fault).status, 200);
}

void TestSilentCloud::configKeepsItsHosts_data()
{
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
                            << QString(path) << fault.answer << page << isConfigured << 5;
                    }
                }
            }
        }
    }
}

void TestSilentCloud::configKeepsItsHosts()
{
    QFETCH(QString, path);
    QFETCH(QJsonObject, answer);
    QFETCH(int, page);
    QFETCH(bool, isConfigured);
    QFETCH(int, exitCode);
    const QByteArray before = config();
    const QByteArray known = read(".ssh/podium/known_hosts");
    break_(path.toLatin1().constData(), answer, page);
    const Outcome watch = ctl({"watch", "--once", "--write"}, isConfigured);
    mend();
    VERIFY_EXIT(watch, exitCode);
    QVERIFY2(!watch.out.contains("gone"), watch.out.constData());
    QVERIFY2(watch.err.size() > 20, watch.err.constData());
    QCOMPARE(config(), before);
    QCOMPARE(read(".ssh/podium/known_hosts"), known);
    // And the next look has nothing to tell.
    const Outcome next = ctl({"watch", "--once", "--write"}, isConfigured);
    VERIFY_EXIT(next, 0);
    QCOMPARE(next.out, QByteArray());
    QCOMPARE(config(), before);
}

void TestSilentCloud::noNetwork()
{
    const QByteArray before = config();
    QProcessEnvironment offline = environment(true);
    for (const char *api : {"TPU", "CLOUDRESOURCEMANAGER"}) {
        offline.insert(
            QLatin1String("CLOUDSDK_API_ENDPOINT_OVERRIDES_") + QLatin1String(api),
            "http://127.0.0.1:1/");
    }
    const Outcome watch = execute(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), {"watch", "--once", "--write"}, offline);
    VERIFY_EXIT(watch, 5);
    QVERIFY2(!watch.out.contains("gone"), watch.out.constData());
    QCOMPARE(config(), before);
}

/// Nothing is known from before but the config itself.
void TestSilentCloud::firstLookKeepsWhatIsWritten()
{
    const QByteArray before = config();
    QVERIFY(QDir(m_home->filePath(".local/share/podium")).removeRecursively());
    break_(Projects, {{"status", 403}});
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
    QVERIFY(QDir(m_home->filePath(".local/share/podium")).removeRecursively());
    break_(Projects, {{"status", 403}});
    VERIFY_EXIT(ctl({"watch", "--once"}, true), 5);
    mend();
    break_(".", {{"status", 401}});
    VERIFY_EXIT(ctl({"ssh-config", "write"}), 5);
    QCOMPARE(config(), before);
}

void TestSilentCloud::otherProjectsStay()
{
    const QByteArray before = config();
    const QByteArray known = read(".ssh/podium/known_hosts");
    QCOMPARE(m_cloud.post("/sim/nodes/lab-two/us-central2-b/other:moveIps").status, 200);
    VERIFY_EXIT(ctl({"ssh-config", "write", "-p", "lab-one"}), 0);
    QCOMPARE(config(), before);
    VERIFY_EXIT(ctl({"ssh-config", "diff", "-p", "lab-two"}), 1);
    const Outcome write = ctl({"ssh-config", "write", "-p", "lab-two"});
    VERIFY_EXIT(write, 0);
    const QByteArray after = config();
    QCOMPARE(hostsIn(after), Hosts);
    QCOMPARE(after.left(after.indexOf("# lab-two/")), before.left(before.indexOf("# lab-two/")));
    QVERIFY(after != before);
    QCOMPARE(read(".ssh/podium/known_hosts"), known);
    VERIFY_EXIT(ctl({"ssh-config", "check", "-p", "lab-two"}), 0);
    VERIFY_EXIT(ctl({"ssh-config", "diff"}), 0);
}

void TestSilentCloud::guestAttributesThatFail_data()
{
    QTest::addColumn<QJsonObject>("answer");
    QTest::addColumn<int>("exitCode");
    for (const Fault &fault : faults()) {
        // That keys may not be read, or that there are none, is how it is for many.
        const bool isUsual = QByteArray(fault.name) == "403" || QByteArray(fault.name) == "nothing";
        QTest::newRow(fault.name) << fault.answer << (isUsual ? 0 : 3);
    }
}

void TestSilentCloud::guestAttributesThatFail()
{
    QFETCH(QJsonObject, answer);
    QFETCH(int, exitCode);
    const QByteArray before = config();
    const QByteArray known = read(".ssh/podium/known_hosts");
    QVERIFY(QDir(m_home->filePath(".local/share/podium")).removeRecursively());
    break_(":getGuestAttributes$", answer);
    const Outcome write = ctl({"ssh-config", "write"});
    mend();
    VERIFY_EXIT(write, exitCode);
    QVERIFY2((exitCode == 0) != write.err.contains("Google vouches"), write.err.constData());
    QCOMPARE(config(), before);
    QCOMPARE(read(".ssh/podium/known_hosts"), known);
}

void TestSilentCloud::mostIsNotLostUnasked()
{
    const QByteArray before = config();
    QVERIFY(QDir(m_home->filePath(".local/share/podium")).removeRecursively());
    // For a newcomer that is an honest answer; here it would empty a config.
    break_(Projects, {{"status", 200}, {"body", "{}"}});
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
    if (m_cloud.workers() == "none") {
        QSKIP("There are no workers here to log in to.");
    }
    makeKey(m_home->path(), "ada", {"-t", "ed25519", "-C", "ada@laptop"});
    const QStringList people{"people"};
    VERIFY_EXIT(
        ctl(people +
            QStringList{"add", "ada", "--key", m_home->filePath("ada.pub"), "--on", "@all"}),
        0);
    VERIFY_EXIT(ctl(people + QStringList{"apply", "--yes"}), 0);
    VERIFY_EXIT(ctl(people + QStringList{"remove", "ada", "--yes"}), 0);
    // Only the project that is set can be asked: where ada still logs in, nobody knows.
    QVERIFY(QFile::exists(m_home->filePath(".local/share/podium/podium.db")));
    break_(Projects, {{"status", 403}});
    break_("/projects/lab-t[a-z]*/locations/-/nodes$", {{"status", 503}});
    QCOMPARE(m_cloud.post("/sim/workers/lab-three/us-central2-b/last/1:refuse").status, 200);
    const Outcome partly = ctl(people + QStringList{"apply", "--yes"}, true);
    QCOMPARE(m_cloud.post("/sim/workers/lab-three/us-central2-b/last/1:restore").status, 200);
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
    mend();
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
