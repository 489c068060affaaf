// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// A spot node that is kept, over real workers: what a person has of it after it was taken away.
#include "tests/app/podiumctl/ctllab.h"
#include "tests/fakes/patience.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlKeep final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void itComesBackWithItsPeopleAndItsRecipe();

private:
    /// As a person's terminal does it: by the alias, with what Podium wrote for ssh.
    [[nodiscard]] Outcome byAlias(const QString &command, const QStringList &options = {}) const
    {
        return m_lab->run(
            "ssh",
            QStringList{
                "-F", m_lab->file(".ssh/config"), "-oBatchMode=yes", "-oLogLevel=ERROR",
                "-oConnectTimeout=60"} +
                options + QStringList{"spotty", command});
    }
    /// As ada, with her own key.
    [[nodiscard]] Outcome asAda(const QString &command) const
    {
        return byAlias(
            command, {"-l", "ada", "-i", m_lab->file("ada"), "-oIdentitiesOnly=yes",
                      "-oIdentityAgent=none"});
    }
    [[nodiscard]] QJsonObject node() const
    {
        return m_lab->cloud().get("/v2/projects/lab/locations/us-central2-b/nodes/spotty").json();
    }
    void writeRecipe() const
    {
        const QString folder = m_lab->file(".config/podium/recipes");
        QVERIFY(QDir().mkpath(folder));
        QFile recipe(folder + "/mark.sh");
        QVERIFY(recipe.open(QIODevice::WriteOnly));
        recipe.write("#: recipe mark\n#: purpose A file that shows that it was here\n#: as root\n\n"
                     "#: step The file is there\n#: check\ntest -e /etc/set-up-done\n"
                     "#: act\ntouch /etc/set-up-done\n");
        QFile ofAccounts(folder + "/hello.sh");
        QVERIFY(ofAccounts.open(QIODevice::WriteOnly));
        ofAccounts.write("#: recipe hello\n#: purpose A file in a home\n#: as root\n"
                         "#: parameter login\n\n#: step The file is there\n"
                         "#: check\ntest -e \"/home/$R_login/.hello\"\n"
                         "#: act\ntouch \"/home/$R_login/.hello\"\n");
    }
    /// That it stands, its person can log in, and its recipe and that of accounts were applied.
    void proveAllOfIt() const
    {
        const Outcome admin = byAlias("test -e /etc/set-up-done && hostname");
        VERIFY_EXIT(admin, 0);
        const Outcome ada = asAda("test -e .hello && id -un");
        VERIFY_EXIT(ada, 0);
        QCOMPARE(ada.out.trimmed(), QByteArray("ada"));
    }

    /// What Activity has of its recipe, the oldest first.
    [[nodiscard]] QList<QJsonObject> recipesTold() const
    {
        QList<QJsonObject> told;
        const QJsonObject all = m_lab->ctl({"activity", "--kind", "run", "--json"}).json();
        for (const QJsonValue &entry : all["activity"].toArray()) {
            if (entry.toObject()["summary"].toString().startsWith("Recipe mark: ")) {
                told << entry.toObject();
            }
        }
        return told;
    }

    std::unique_ptr<CtlLab> m_lab;
};

void TestCtlKeep::init()
{
    m_lab = std::make_unique<CtlLab>();
    QVERIFY2(m_lab->start({"other"}), qPrintable(m_lab->cloud().error()));
    writeRecipe();
    VERIFY_EXIT(m_lab->people({"recipes", "hello"}), 0);
    VERIFY_EXIT(
        m_lab->people({"add", "ada", "--key", m_lab->publicKey("ada"), "--on", "spotty"}), 0);
}

void TestCtlKeep::itComesBackWithItsPeopleAndItsRecipe()
{
    const Outcome made = m_lab->ctl(
        {"create", "spotty", "--project", "lab", "--type", "v4-8", "--zone", "us-central2-b",
         "--spot", "--keep", "--then", "mark", "--yes", "--yes-it-costs"});
    VERIFY_EXIT(made, 0);
    QCOMPARE(recipesTold().size(), 1);
    const QJsonObject told = recipesTold().first();
    QCOMPARE(told["summary"].toString(), QString("Recipe mark: changed."));
    QCOMPARE(told["outcome"].toString(), QString("good"));
    const Outcome verdicts = m_lab->ctl({"recipe", "verdicts", told["run"].toString(), "--json"});
    VERIFY_EXIT(verdicts, 0);
    QVERIFY(verdicts.json()["workers"].toArray().first().toObject()["good"].toBool());
    VERIFY_EXIT(m_lab->ctl({"nodes"}), 0);
    VERIFY_EXIT(m_lab->ctl({"ssh-config", "write"}), 0);
    proveAllOfIt();
    const QString firstId = node()["id"].toString();
    const QString firstAddress = m_lab->address("spotty");
    QVERIFY(!firstId.isEmpty());
    VERIFY_EXIT(byAlias("sudo -n touch /etc/of-the-first-life"), 0);

    QProcess watch;
    watch.setProcessChannelMode(QProcess::MergedChannels);
    watch.setProcessEnvironment(m_lab->environment());
    watch.start(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), {"watch", "--write", "--interval", "2"});
    QVERIFY(watch.waitForStarted(podium::Patience));
    QCOMPARE(m_lab->cloud().post("/sim/nodes/lab/us-central2-b/spotty:preempt").status, 200);
    // Two looks half a minute apart, the deletion, and another one, with all that comes after.
    const auto isBack = [this, &firstId] {
        const QJsonObject now = node();
        return now["state"].toString() == "READY" && now["id"].toString() != firstId &&
               byAlias("test -e /etc/set-up-done").exitCode == 0 && asAda("true").exitCode == 0;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isBack(), 4 * podium::Patience);
    QVERIFY(m_lab->address("spotty") != firstAddress); // so that the alias had to follow it
    proveAllOfIt();
    VERIFY_EXIT(byAlias("test -e /etc/of-the-first-life"), 1); // a new disk, set up anew
    // Its file is there a moment before its verdict is.
    QTRY_COMPARE(recipesTold().size(), 2);
    QVERIFY(recipesTold().last()["run"] != told["run"]);
    watch.terminate();
    QVERIFY(watch.waitForFinished(podium::Patience));
}

QTEST_GUILESS_MAIN(TestCtlKeep)
#include "tst_ctlkeep.moc"
