// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl watch, twice at once, and what it leaves behind: against podium-sim, with real
// processes over one database.
#include "tests/fakes/childprocess.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using podium::tests::ChildProcess;
using podium::tests::SimCloud;

namespace {

/// A podiumctl that goes on.
class Watcher final
{
public:
    Watcher(const QProcessEnvironment &environment, const QStringList &more = {})
    {
        m_process.setProcessEnvironment(environment);
        m_process.setStandardInputFile(QProcess::nullDevice());
        m_process.start(
            QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
            QStringList{"watch", "--interval", "1", "--json"} + more);
    }
    /// Whether it says this, on stdout or stderr, within some time.
    [[nodiscard]] bool says(const QByteArray &words, int milliseconds = podium::Patience)
    {
        constexpr int Pause = 50;
        // Counted, for where the machine has stood still, nobody has had that time.
        for (int waited = 0; waited <= milliseconds; waited += Pause) {
            read();
            if (m_out.contains(words) || m_err.contains(words)) {
                return true;
            }
            m_process.waitForReadyRead(Pause);
        }
        return false;
    }
    [[nodiscard]] QByteArray all()
    {
        read();
        return m_out + m_err;
    }
    void end(int number)
    {
        ::kill(pid_t(m_process.processId()), number);
        m_process.waitForFinished(-1);
    }
    [[nodiscard]] int exitCode() const { return m_process.exitCode(); }

private:
    void read()
    {
        m_process.setReadChannel(QProcess::StandardOutput);
        m_out += m_process.readAllStandardOutput();
        m_err += m_process.readAllStandardError();
    }
    ChildProcess m_process;
    QByteArray m_out;
    QByteArray m_err;
};

constexpr const char *Watching = "podiumctl: watching";
constexpr const char *Reading = "another Podium is watching";

} // namespace

class TestWatching final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void oneListsTheOtherReads();
    void heirTakesOverFromTheDead();
    void heirTakesOverFromTheCourteous();
    void historyTellsMovedFromRecreated();
    void historyOfUnknownNodes();
    void notifiesOnceForAPod();
    void endsWhenItsReaderHasGone();
    void settingsOfOthersCount();
    void undoIsNotUndone();

private:
    [[nodiscard]] QProcessEnvironment environment() const;
    [[nodiscard]] QByteArray ctl(const QStringList &arguments, int exitCode) const;
    [[nodiscard]] int lists() const
    {
        return QString::fromUtf8(m_cloud.get("/sim/log").body).count("/locations/-/nodes");
    }
    void post(const QString &path) const { QCOMPARE(m_cloud.post(path).status, 200); }

    SimCloud m_cloud;
    std::unique_ptr<QTemporaryDir> m_home;
    const QString m_pod = "/sim/nodes/lab-one/us-central2-b/pod";
};

void TestWatching::initTestCase()
{
    const QJsonObject scenario{
        {"projects",
         QJsonArray{QJsonObject{
             {"id", "lab-one"},
             {"nodes", QJsonArray{QJsonObject{
                           {"zone", "us-central2-b"}, {"name", "pod"}, {"workers", 8}}}}}}}};
    QVERIFY2(m_cloud.startWith(scenario), qPrintable(m_cloud.error()));
}

void TestWatching::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_cloud.call("DELETE", "/sim/log", {});
}

QProcessEnvironment TestWatching::environment() const
{
    QProcessEnvironment env = m_cloud.environment();
    env.insert("HOME", m_home->path());
    for (const char *name :
         {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "DBUS_SESSION_BUS_ADDRESS",
          "SSH_AUTH_SOCK"}) {
        env.remove(QLatin1String(name));
    }
    return env;
}

QByteArray TestWatching::ctl(const QStringList &arguments, int exitCode) const
{
    ChildProcess process;
    process.setProcessEnvironment(environment());
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), arguments);
    if (!process.waitForFinished(-1) || process.exitCode() != exitCode) {
        qWarning("%s", process.readAllStandardError().constData());
        return "exit " + QByteArray::number(process.exitCode());
    }
    const QByteArray out = process.readAllStandardOutput();
    return out.isEmpty() ? process.readAllStandardError() : out;
}

/// Also one that has nothing to print.
void TestWatching::endsWhenItsReaderHasGone()
{
    ChildProcess piped;
    piped.setProcessEnvironment(environment());
    piped.setStandardInputFile(QProcess::nullDevice());
    const QString watch = "timeout -s KILL 60 '" PODIUM_BIN_DIR "/podiumctl' watch --interval 3600";
    piped.start("bash", {"-c", watch + " | true; echo ${PIPESTATUS[0]}"});
    QVERIFY(piped.waitForFinished(-1));
    const QByteArray said = piped.readAllStandardError();
    QVERIFY2(said.contains("Cannot write the output. Broken pipe."), said);
    QCOMPARE(piped.readAllStandardOutput(), QByteArray("4\n"));
}

/// As the window writes them: otherwise it and the window would write the ssh config in turn.
void TestWatching::settingsOfOthersCount()
{
    const auto read = [this] {
        QFile file(m_home->filePath(".ssh/podium/config"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const auto set = [this](const QByteArray &json) {
        QFile file(m_home->filePath(".config/podium/config.json"));
        return QDir().mkpath(QFileInfo(file).path()) && file.open(QIODevice::WriteOnly) &&
               file.write(json) == json.size();
    };
    (void)ctl({"ssh-config", "write"}, 0);
    QVERIFY(read().contains("Host pod-1\n"));
    Watcher watcher(environment(), {"--update"});
    QVERIFY2(watcher.says(Watching), watcher.all().constData());
    QVERIFY(set(R"({"sshConfig": {"aliasPattern": "{node}.w{worker}"}})"));
    QTRY_VERIFY2(read().contains("Host pod.w1\n"), watcher.all().constData());
    QVERIFY(set(R"({"sshConfig": {"aliasPatern": "x"}})"));
    QVERIFY2(watcher.says("Did you mean \"aliasPattern\"?"), watcher.all().constData());
    QVERIFY(read().contains("Host pod.w1\n"));
}

/// By a watch that goes on, and by one from cron; a write by a person lets both go on.
void TestWatching::undoIsNotUndone()
{
    const auto read = [this] {
        QFile file(m_home->filePath(".ssh/podium/config"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    (void)ctl({"ssh-config", "write"}, 0);
    const QByteArray first = read();
    post(m_pod + ":moveIps");
    (void)ctl({"watch", "--once", "--update"}, 0);
    QVERIFY(read() != first);
    Watcher watcher(environment(), {"--update"});
    QVERIFY2(watcher.says(Watching), watcher.all().constData());
    (void)ctl({"ssh-config", "restore"}, 0);
    QCOMPARE(read(), first);
    QVERIFY2(watcher.says("was undone"), watcher.all().constData());
    QVERIFY(ctl({"watch", "--once", "--write"}, 4).contains("`podiumctl ssh-config write`"));
    QCOMPARE(read(), first);
    QVERIFY(!watcher.says("no such words", 2500)); // two looks more
    QCOMPARE(watcher.all().count("was undone"), 1);
    (void)ctl({"ssh-config", "write"}, 0);
    const QByteArray asked = read();
    QVERIFY(asked != first);
    post(m_pod + ":moveIps");
    QTRY_VERIFY2(read() != asked, watcher.all().constData());
}

void TestWatching::oneListsTheOtherReads()
{
    Watcher first(environment());
    QVERIFY2(first.says("\"appeared\""), first.all().constData());
    Watcher second(environment());
    QVERIFY2(second.says(Reading), second.all().constData());
    post(m_pod + ":moveIps");
    // Both tell it. That one alone asks while its lease runs: tst_sharedwatch, by a set clock.
    QVERIFY2(first.says("\"ip-changed\""), first.all().constData());
    QVERIFY2(second.says("\"ip-changed\""), second.all().constData());
    QTRY_COMPARE(second.all().count("\"ip-changed\""), 8);
    QVERIFY(lists() >= 2);
}

/// Without waiting for the end of the lease: tst_sharedwatch.
void TestWatching::heirTakesOverFromTheDead()
{
    auto first = std::make_unique<Watcher>(environment());
    QVERIFY2(first->says("\"appeared\""), first->all().constData());
    Watcher second(environment());
    QVERIFY2(second.says(Reading), second.all().constData());
    first->end(SIGKILL);
    QVERIFY2(second.says(Watching), second.all().constData());
    post(m_pod + ":moveIps");
    QVERIFY2(second.says("\"ip-changed\""), second.all().constData());
}

void TestWatching::heirTakesOverFromTheCourteous()
{
    auto first = std::make_unique<Watcher>(environment());
    QVERIFY2(first->says("\"appeared\""), first->all().constData());
    Watcher second(environment());
    QVERIFY2(second.says(Reading), second.all().constData());
    first->end(SIGTERM);
    QCOMPARE(first->exitCode(), 130);
    QVERIFY2(second.says(Watching), second.all().constData());
}

void TestWatching::historyTellsMovedFromRecreated()
{
    (void)ctl({"watch", "--once"}, 0);
    post(m_pod + ":moveIps");
    (void)ctl({"watch", "--once"}, 0);
    post(m_pod + ":recreate");
    (void)ctl({"watch", "--once"}, 0);
    const QByteArray json = ctl({"nodes", "history", "pod", "--json"}, 0);
    const QJsonObject history = QJsonDocument::fromJson(json).object();
    QMap<QString, int> counts;
    QMap<QString, int> current;
    for (const QJsonValue &value : history["facts"].toArray()) {
        const QJsonObject fact = value.toObject();
        ++counts[fact["what"].toString()];
        current[fact["what"].toString()] += fact["current"].toBool() ? 1 : 0;
        QVERIFY(!fact["first"].toString().isEmpty() && !fact["last"].toString().isEmpty());
    }
    QCOMPARE(counts["id"], 2);
    QCOMPARE(current["id"], 1);
    QVERIFY2(counts["external-ip"] >= 16, json.constData());
    QCOMPARE(current["external-ip"], 8);
    // Moving has brought no new host keys, recreating has.
    QCOMPARE(counts["host-key"], 2 * current["host-key"]);
    QVERIFY(current["host-key"] >= 8);
    int moved = 0;
    int recreated = 0;
    for (const QJsonValue &value : history["events"].toArray()) {
        const QJsonObject event = value.toObject();
        moved += event["event"] == "ip-changed" && event["sameMachine"].toBool() ? 1 : 0;
        recreated += event["event"] == "recreated" && !event["sameMachine"].toBool() ? 1 : 0;
    }
    QCOMPARE(moved, 8);
    QCOMPARE(recreated, 1);
    const QByteArray text = ctl({"nodes", "history", "lab-one/pod"}, 0);
    QVERIFY2(text.contains("the same machine (node id), so its host key stays"), text.constData());
    QVERIFY2(text.contains("Recreated: new machines with new host keys"), text.constData());
    QVERIFY(text.contains("SHA256:"));
}

void TestWatching::historyOfUnknownNodes()
{
    QVERIFY(ctl({"nodes", "history", "pod"}, 2).contains("never seen a node pod"));
    QVERIFY(ctl({"nodes", "history", "--help"}, 0).contains("MOVED OR RECREATED"));
}

void TestWatching::notifiesOnceForAPod()
{
    if (QStandardPaths::findExecutable("dbus-daemon").isEmpty() ||
        QStandardPaths::findExecutable("dbus-monitor").isEmpty()) {
        QSKIP("dbus-daemon and dbus-monitor are not installed");
    }
    ChildProcess daemon;
    daemon.start("dbus-daemon", {"--session", "--nofork", "--print-address"});
    QTRY_VERIFY(daemon.canReadLine());
    QProcessEnvironment env = environment();
    env.insert("DBUS_SESSION_BUS_ADDRESS", QString::fromLatin1(daemon.readLine()).trimmed());
    ChildProcess monitor;
    monitor.setProcessEnvironment(env);
    monitor.start("dbus-monitor", {"--session", "interface=org.freedesktop.Notifications"});
    QTRY_VERIFY(monitor.bytesAvailable() > 0);
    {
        Watcher first(env, {"--notify"});
        QVERIFY2(first.says("\"appeared\""), first.all().constData());
        Watcher second(env, {"--notify"});
        QVERIFY2(second.says(Reading), second.all().constData());
        post(m_pod + ":moveIps");
        QVERIFY2(first.says("\"ip-changed\""), first.all().constData());
        QVERIFY2(second.says("\"ip-changed\""), second.all().constData());
        QByteArray told;
        QTRY_VERIFY((told += monitor.readAll()).contains("IPs of pod changed"));
        QVERIFY(second.says("no such words", 500) == false); // time for a second message
        told += monitor.readAll();
        QCOMPARE(told.count("IPs of pod changed"), 1);
        QVERIFY(told.contains("8 workers have new external IPs."));
        // The person switches it off in the window.
        QFile state(m_home->filePath(".local/state/podium/window.ini"));
        QVERIFY(state.open(QIODevice::WriteOnly));
        state.write("[desktop]\nnotifyNodes=false\n");
        state.close();
        post(m_pod + ":moveIps");
        QTRY_COMPARE(first.all().count("\"ip-changed\""), 16);
        QTRY_COMPARE(second.all().count("\"ip-changed\""), 16);
        QVERIFY(second.says("no such words", 500) == false);
        QVERIFY(!monitor.readAll().contains("IPs of pod changed"));
    }
    for (QProcess *process : {&monitor, &daemon}) {
        process->terminate();
        QVERIFY(process->waitForFinished(-1));
    }
}

QTEST_GUILESS_MAIN(TestWatching)
#include "tst_watching.moc"
