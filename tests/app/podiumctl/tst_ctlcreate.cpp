// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl create, requests and request, against a cloud.
#include "tests/app/podiumctl/ctllab.h"
#include "tests/app/podiumctl/interminal.h"
#include "tests/fakes/patience.h"

#include <QProcess>
#include <QSaveFile>

#include <csignal>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using podium::tests::CtlLab;
using podium::tests::InTerminal;
using podium::tests::Outcome;

namespace {

const QStringList Wanted{"create", "new",  "--project", "lab",
                         "--type", "v4-8", "--zone",    "us-central2-b"};

} // namespace

class TestCtlCreate final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void nothingIsMadeUnasked();
    void thePlanSaysForHowLongAndWhatFollows();
    void whatCostsNeedsAWordOfItsOwn();
    void makesWhatAGrantCovers();
    void saysWhyItWasNotMade();
    void interruptedAndGivenUp();
    void interruptedItNamesTheRecipeThatGoesOn();
    void theWatchCarriesOnWhatNobodyWaitsFor();
    void whatStandsIsGivenUpAndStays();
    void whatFailedTooOftenIsNotWaitedFor();
    void ctrlCAtAQuestionEndsIt_data();
    void ctrlCAtAQuestionEndsIt();
    void aQueuedOneIsMade();
    void wrongWords_data();
    void wrongWords();

private:
    [[nodiscard]] int status(const QString &name) const
    {
        return m_lab->cloud().get("/v2/projects/lab/locations/us-central2-b/nodes/" + name).status;
    }
    /// Writes down that the node of the only request stands, and that its recipe failed there.
    void letItStand() const
    {
        QFile file(m_lab->file(".local/share/podium/node-requests.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QJsonObject all = QJsonDocument::fromJson(file.readAll()).object();
        QJsonObject request = all["requests"].toArray()[0].toObject();
        const QString now = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs);
        const QJsonObject recipe{
            {"recipe", "timezone"}, {"done", false}, {"failures", 3}, {"error", "No such zone."}};
        request["attempts"] = QJsonArray{QJsonObject{
            {"zone", "us-central2-b"},
            {"requestId", "x"},
            {"sentAt", now},
            {"standsSince", now},
            {"after", QJsonArray{recipe}}}};
        all["requests"] = QJsonArray{request};
        QSaveFile after(file.fileName()); // whole, for whoever reads it meanwhile
        QVERIFY(after.open(QIODevice::WriteOnly));
        QVERIFY(after.write(QJsonDocument(all).toJson()) > 0 && after.commit());
    }
    [[nodiscard]] QJsonArray requests() const
    {
        return m_lab->ctl({"requests", "--json"}).json()["requests"].toArray();
    }
    std::unique_ptr<CtlLab> m_lab;
};

void TestCtlCreate::init()
{
    m_lab = std::make_unique<CtlLab>();
    QVERIFY2(m_lab->start({"one"}), qPrintable(m_lab->cloud().error()));
}

void TestCtlCreate::nothingIsMadeUnasked()
{
    const Outcome shown = m_lab->ctl(Wanted + QStringList{"--dry-run", "--yes-it-costs"});
    VERIFY_EXIT(shown, 0);
    QVERIFY2(shown.out.contains("gcloud compute tpus tpu-vm create new --project=lab"), shown.out);
    VERIFY_EXIT(m_lab->ctl(Wanted + QStringList{"--yes-it-costs"}), 4); // nobody to ask
    const Outcome document = m_lab->ctl(Wanted + QStringList{"--dry-run", "--json"});
    VERIFY_EXIT(document, 4);
    QVERIFY(document.json()["request"].isNull());
    QCOMPARE(document.json()["coverage"].toArray().size(), 1);
    QCOMPARE(status("new"), 404);
    QVERIFY(requests().isEmpty());
}

void TestCtlCreate::thePlanSaysForHowLongAndWhatFollows()
{
    const QStringList dry{"--dry-run", "--yes-it-costs"};
    const Outcome once = m_lab->ctl(Wanted + dry);
    VERIFY_EXIT(once, 0);
    QVERIFY2(!once.out.contains(" it stands: ") && !once.out.contains("Until there"), once.out);
    const Outcome kept = m_lab->ctl(
        Wanted + dry +
        QStringList{
            "--spot", "--keep", "--then", "timezone", "--then", "limits", "--until-capacity",
            "3d"});
    VERIFY_EXIT(kept, 0);
    QVERIFY2(kept.out.contains("Until there is capacity, at most until 2"), kept.out);
    QVERIFY2(kept.out.contains("Kept: whenever it is preempted"), kept.out);
    const QByteArray follows =
        "Each time it stands: the people of the roster, recipe timezone, recipe limits. "
        "Recipes may change its workers as root.";
    QVERIFY2(kept.out.contains(follows), kept.out);
    const Outcome made = m_lab->ctl(Wanted + dry + QStringList{"--then", "timezone"});
    VERIFY_EXIT(made, 0);
    QVERIFY2(
        made.out.contains("Once it stands: the people of the roster, recipe timezone."), made.out);
    const Outcome none = m_lab->ctl(Wanted + dry + QStringList{"--then", "timezoen"});
    VERIFY_EXIT(none, 2); // and not first when the node stands, and costs
    QVERIFY2(none.err.contains("timezoen"), none.err);
}

void TestCtlCreate::whatCostsNeedsAWordOfItsOwn()
{
    const Outcome refused = m_lab->ctl(Wanted + QStringList{"--yes"});
    VERIFY_EXIT(refused, 4);
    QVERIFY2(refused.err.contains("--yes-it-costs"), refused.err);
    QCOMPARE(status("new"), 404);
}

void TestCtlCreate::makesWhatAGrantCovers()
{
    VERIFY_EXIT(
        m_lab->ctl(
            {"grants", "add", "--project", "lab", "--from",
             QDate::currentDate().addDays(-1).toString(Qt::ISODate), "--days", "90", "--row",
             "24 on-demand v4 chips us-central2-b", "--yes"}),
        0);
    const Outcome made = m_lab->ctl(Wanted + QStringList{"--yes", "--json"});
    VERIFY_EXIT(made, 0);
    QCOMPARE(made.json()["request"].toObject()["state"].toString(), QString("made"));
    QCOMPARE(
        made.json()["coverage"].toArray()[0].toObject()["verdict"].toString(), QString("covered"));
    QCOMPARE(status("new"), 200);
    VERIFY_EXIT(m_lab->ctl(Wanted + QStringList{"--yes"}), 5); // the name is taken now
    QCOMPARE(status("new"), 200);
    QCOMPARE(requests().size(), 2);
    const QString id = requests()[0].toObject()["id"].toString();
    VERIFY_EXIT(m_lab->ctl({"request", "cancel", id, "--yes"}), 2); // it is over
    QCOMPARE(status("new"), 200);
}

void TestCtlCreate::saysWhyItWasNotMade()
{
    m_lab->cloud().post("/sim/zones/us-central2-b:stockout");
    const Outcome none = m_lab->ctl(Wanted + QStringList{"--yes", "--yes-it-costs"});
    VERIFY_EXIT(none, 5);
    QVERIFY2(none.err.contains("no capacity"), none.err);
    QCOMPARE(status("new"), 404);
}

void TestCtlCreate::interruptedAndGivenUp()
{
    m_lab->cloud().post("/sim/zones/us-central2-b:stockout");
    QProcess waiting;
    waiting.setProcessChannelMode(QProcess::MergedChannels);
    waiting.setProcessEnvironment(m_lab->environment());
    waiting.start(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
        Wanted + QStringList{"--until-capacity", "1h", "--yes", "--yes-it-costs"});
    QByteArray told;
    while (!told.contains("next try at")) {
        QVERIFY2(waiting.waitForReadyRead(podium::Patience), told);
        told += waiting.readAll();
    }
    const QJsonObject active = requests()[0].toObject();
    const QString id = active["id"].toString();
    QCOMPARE(active["state"].toString(), QString("active"));
    // One Podium works on it, and hears what another one wishes.
    VERIFY_EXIT(m_lab->ctl({"request", "pause", id}), 0);
    while (!told.contains("paused")) {
        QVERIFY2(waiting.waitForReadyRead(podium::Patience), told);
        told += waiting.readAll();
    }
    const QStringList zones{"request", "zones", id, "us-central2-b", "us-central1-a"};
    const Outcome costs = m_lab->ctl(zones + QStringList{"--json"});
    VERIFY_EXIT(costs, 4); // no grant covers that one, and its price is not known
    QCOMPARE(costs.json()["coverage"].toArray().size(), 1);
    QCOMPARE(requests()[0].toObject()["zones"].toArray().size(), 1);
    VERIFY_EXIT(m_lab->ctl(zones + QStringList{"--yes-it-costs"}), 0);
    QCOMPARE(requests()[0].toObject()["zones"].toArray().size(), 2);
    VERIFY_EXIT(m_lab->ctl({"request", "zones", id, "nowhere at all"}), 2);
    ::kill(pid_t(waiting.processId()), SIGINT);
    QVERIFY(waiting.waitForFinished(podium::Patience));
    QCOMPARE(waiting.exitCode(), 130);
    told = waiting.readAll();
    QVERIFY2(told.contains("podiumctl request resume " + id.toUtf8()), told);
    VERIFY_EXIT(m_lab->ctl({"request", "cancel", id}), 4); // nobody to ask
    VERIFY_EXIT(m_lab->ctl({"request", "cancel", id, "--yes"}), 0);
    const QJsonObject ended = requests()[0].toObject();
    QCOMPARE(ended["state"].toString(), QString("cancelled"));
    VERIFY_EXIT(m_lab->ctl({"request", "resume", id}), 2);
    QCOMPARE(status("new"), 404);
}

void TestCtlCreate::interruptedItNamesTheRecipeThatGoesOn()
{
    if (m_lab->cloud().workers() == "none") {
        QSKIP(qPrintable(m_lab->cloud().error()));
    }
    QVERIFY(QDir().mkpath(m_lab->file(".config/podium/recipes")));
    QFile recipe(m_lab->file(".config/podium/recipes/slow.sh"));
    QVERIFY(recipe.open(QIODevice::WriteOnly));
    recipe.write("#: recipe slow\n#: purpose Something that takes long\n\n#: step It is done\n"
                 "#: check\nfalse\n#: act\nsleep 600\n");
    recipe.close();
    QProcess making;
    making.setProcessChannelMode(QProcess::MergedChannels);
    making.setProcessEnvironment(m_lab->environment());
    making.start(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
        Wanted + QStringList{"--then", "slow", "--yes", "--yes-it-costs"});
    QString run; // of the recipe; who looks at a worker keeps no such file
    const auto hasBegun = [this, &run] {
        const QDir journals(m_lab->file(".local/state/podium/ledger"));
        for (const QFileInfo &each : journals.entryInfoList({"*.run"})) {
            QFile file(each.filePath());
            if (file.open(QIODevice::ReadOnly) && file.readAll().contains("\nb 0\n")) {
                run = each.completeBaseName();
            }
        }
        return !run.isEmpty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasBegun(), podium::Patience);
    ::kill(pid_t(making.processId()), SIGINT);
    QVERIFY(making.waitForFinished(podium::Patience));
    QCOMPARE(making.exitCode(), 130);
    const QByteArray told = making.readAll();
    QVERIFY2(told.contains("recipe slow may still run on lab/us-central2-b/new:0"), told);
    QVERIFY2(told.contains("podiumctl attach " + run.toLatin1()), told);
}

void TestCtlCreate::theWatchCarriesOnWhatNobodyWaitsFor()
{
    const Outcome left =
        m_lab->ctl(Wanted + QStringList{"--no-wait", "--yes", "--yes-it-costs", "--json"});
    VERIFY_EXIT(left, 0);
    QCOMPARE(left.json()["request"].toObject()["state"].toString(), QString("active"));
    QCOMPARE(status("new"), 404);
    QProcess watch;
    watch.setProcessChannelMode(QProcess::MergedChannels);
    watch.setProcessEnvironment(m_lab->environment());
    watch.start(QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), {"watch"});
    QByteArray told;
    while (!told.contains("new  stands in us-central2-b")) {
        QVERIFY2(watch.waitForReadyRead(podium::Patience), told);
        told += watch.readAll();
    }
    QCOMPARE(status("new"), 200);
    QCOMPARE(requests()[0].toObject()["state"].toString(), QString("made"));
    ::kill(pid_t(watch.processId()), SIGINT);
    QVERIFY(watch.waitForFinished(podium::Patience));
}

void TestCtlCreate::whatStandsIsGivenUpAndStays()
{
    VERIFY_EXIT(
        m_lab->ctl(
            Wanted +
            QStringList{
                "--spot", "--keep", "--then", "timezone", "--no-wait", "--yes", "--yes-it-costs"}),
        0);
    letItStand();
    const QJsonObject standing = requests()[0].toObject();
    QVERIFY(standing["status"].toString().startsWith("stands in us-central2-b"));
    InTerminal terminal(
        PODIUM_BIN_DIR "/podiumctl", {"request", "cancel", standing["id"].toString()},
        m_lab->environment());
    QTRY_VERIFY(terminal.hasEnded() || terminal.screen().endsWith("[y/N] "));
    const QByteArray stays = "The node stays and is charged for; it is not made again.";
    QVERIFY2(terminal.screen().contains(stays), terminal.screen().constData());
    terminal.type("y\r");
    QTRY_VERIFY(terminal.hasEnded());
    QVERIFY2(terminal.exitCode() == 0, terminal.screen().constData()); // also without its recipe
    QCOMPARE(requests()[0].toObject()["state"].toString(), QString("made"));
    QCOMPARE(requests()[0].toObject()["reason"].toString(), QString());
}

/// Nobody tries it again before a person says so; the node goes on being kept.
void TestCtlCreate::whatFailedTooOftenIsNotWaitedFor()
{
    VERIFY_EXIT(
        m_lab->ctl(
            Wanted +
            QStringList{
                "--spot", "--keep", "--then", "timezone", "--no-wait", "--yes", "--yes-it-costs"}),
        0);
    letItStand();
    const QString id = requests()[0].toObject()["id"].toString();
    const QString lock = m_lab->file(".local/share/podium/request-" + id + ".lock");
    const int other = ::open(lock.toLocal8Bit().constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    QVERIFY(other >= 0 && ::flock(other, LOCK_EX) == 0); // as another Podium that carries it out
    QProcess resumed;
    resumed.setProcessChannelMode(QProcess::MergedChannels);
    resumed.setProcessEnvironment(m_lab->environment());
    resumed.start(QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), {"request", "resume", id});
    QByteArray told;
    while (!told.contains("another Podium carries it out")) {
        QVERIFY2(resumed.waitForReadyRead(podium::Patience), told);
        told += resumed.readAll();
    }
    QCOMPARE(resumed.state(), QProcess::Running); // what failed before is tried again
    letItStand();
    QVERIFY(resumed.waitForFinished(podium::Patience));
    told += resumed.readAll();
    QVERIFY2(resumed.exitCode() == 5, told);
    QVERIFY2(told.contains("recipe timezone was not done. No such zone."), told);
    QVERIFY2(told.contains("new is kept by whichever Podium has the watch"), told);
    QCOMPARE(requests()[0].toObject()["state"].toString(), QString("active"));
    ::close(other);
}

void TestCtlCreate::ctrlCAtAQuestionEndsIt_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("question");
    QTest::newRow("yes or no") << QStringList{"stop", "one"} << QByteArray("[y/N] ");
    QTest::newRow("a name") << QStringList{"delete", "one"} << QByteArray("to delete it: ");
}

void TestCtlCreate::ctrlCAtAQuestionEndsIt()
{
    QFETCH(const QStringList, words);
    QFETCH(const QByteArray, question);
    InTerminal terminal(PODIUM_BIN_DIR "/podiumctl", words, m_lab->environment());
    QTRY_VERIFY(terminal.hasEnded() || terminal.screen().endsWith(question));
    terminal.type("\x03");
    QTRY_VERIFY2(terminal.hasEnded(), terminal.screen().constData());
    QVERIFY2(terminal.exitCode() == 130, terminal.screen().constData());
    const Outcome nodes = m_lab->ctl({"nodes"});
    VERIFY_EXIT(nodes, 0);
    QVERIFY2(nodes.out.contains("READY"), nodes.out); // nothing was done
}

void TestCtlCreate::aQueuedOneIsMade()
{
    const Outcome made = m_lab->ctl(
        Wanted + QStringList{"--queued", "--valid-for", "6h", "--yes", "--yes-it-costs"});
    VERIFY_EXIT(made, 0);
    QVERIFY2(made.out.contains("--valid-until-duration=21600s"), made.out);
    const QJsonObject node =
        m_lab->cloud().get("/v2/projects/lab/locations/us-central2-b/nodes/new").json();
    QVERIFY(node["queuedResource"].toString().contains("/queuedResources/new-"));
    VERIFY_EXIT(m_lab->ctl({"delete", "new", "--yes"}), 0);
    const auto queued = m_lab->cloud().get("/v2/projects/lab/locations/-/queuedResources").json();
    QVERIFY(queued["queuedResources"].toArray().isEmpty());
}

void TestCtlCreate::wrongWords_data()
{
    QTest::addColumn<QStringList>("words");
    const auto with = [](const QStringList &more) { return Wanted + more; };
    QTest::newRow("no name") << QStringList{
        "create", "--project", "lab", "--zone", "us-central2-b"};
    QTest::newRow("a bad name") << QStringList{"create", "New_", "--project", "lab",
                                               "--type", "v4-8", "--zone",    "us-a1-b"};
    QTest::newRow("no such type") << QStringList{"create", "new",  "--project", "lab",
                                                 "--type", "v9-8", "--zone",    "us-a1-b"};
    QTest::newRow("a bad zone") << with({"--zone", "no zone"});
    QTest::newRow("a bad label") << with({"--label", "Team=ada"});
    QTest::newRow("Podium's label") << with({"--label", "podium-request=x"});
    QTest::newRow("half a pair") << with({"--metadata", "startup-script"});
    QTest::newRow("a bad time") << with({"--until-capacity", "soon"});
    QTest::newRow("too long in the queue")
        << with({"--queued", "--valid-for", "99999d", "--yes", "--yes-it-costs", "--no-wait"});
    QTest::newRow("valid where nothing waits")
        << with({"--valid-for", "3d", "--yes", "--yes-it-costs", "--no-wait"});
    QTest::newRow("no such request") << QStringList{"request", "resume", "nothing"};
}

void TestCtlCreate::wrongWords()
{
    QFETCH(QStringList, words);
    VERIFY_EXIT(m_lab->ctl(words), 2);
    QCOMPARE(status("new"), 404);
}

QTEST_GUILESS_MAIN(TestCtlCreate)
#include "tst_ctlcreate.moc"
