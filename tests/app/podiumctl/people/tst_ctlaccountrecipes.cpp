// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl people recipes: what is run where an account was made, on real workers.
#include "tests/app/podiumctl/ctllab.h"
#include "tests/fakes/patience.h"

#include <QMap>

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlAccountRecipes final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void whatCannotBeRunIsRefused();
    void eachNewAccountGetsThem();
    void onePersonHasOthersBesides();
    void whereOneFailsTheNextIsNotRun();
    void nothingOfPeopleWaitsForThem();
    void whatAKillLeftIsTriedAgain();
    void whereAnAccountIsHalfMadeTheyWait();
    void aKillWhileAnAccountIsMadeLosesNone();

private:
    /// A step that leaves a file in the home of the account, and fails on the second worker where
    /// that is wished.
    void writeRecipe(const QString &name, bool failsOnSecond = false) const
    {
        const QString folder = m_lab->file(".config/podium/recipes");
        QVERIFY(QDir().mkpath(folder));
        QFile file(folder + '/' + name + ".sh");
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QByteArray mark = "/home/$R_login/." + name.toUtf8();
        file.write(
            "#: recipe " + name.toUtf8() + "\n#: purpose Try\n#: as root\n#: parameter login\n" +
            "#: step The file is there\n#: check\ntest -e \"" + mark + "\"\n#: act\n" +
            (failsOnSecond ? "case $(hostname) in *-w-1) exit 5 ;; esac\n" : "") + "touch \"" +
            mark + "\"\nchown \"$R_login\" \"" + mark + "\"\n");
    }
    void add(const QString &login) const
    {
        VERIFY_EXIT(
            m_lab->people({"add", login, "--key", m_lab->publicKey(login), "--on", "pod"}), 0);
    }
    [[nodiscard]] QString has(const QString &login, int worker) const
    {
        return QString::fromUtf8(m_lab->ssh(login, "pod", "echo .[f-g]*", worker).out).trimmed();
    }
    [[nodiscard]] QJsonArray pending() const
    {
        return m_lab->people({"recipes", "--json"}).json()["pending"].toArray();
    }
    /// Until the worker says, by a file, that it is in the middle.
    void beginApply(QProcess &apply) const
    {
        podium::tests::begin(
            apply, PODIUM_BIN_DIR "/podiumctl", {"people", "apply", "pod:0", "--yes"},
            m_lab->environment());
        const QString wait =
            QStringLiteral("timeout %1 sh -c 'until [ -e /tmp/began ]; do sleep 0.1; done'")
                .arg(podium::Patience / 1000);
        VERIFY_EXIT(m_lab->admin("pod", wait), 0);
    }

    std::unique_ptr<CtlLab> m_lab;
};

void TestCtlAccountRecipes::init()
{
    m_lab = std::make_unique<CtlLab>();
    QVERIFY2(m_lab->start({"pod:2"}), qPrintable(m_lab->cloud().error()));
    writeRecipe("first");
    writeRecipe("gift");
}

void TestCtlAccountRecipes::whatCannotBeRunIsRefused()
{
    VERIFY_EXIT(m_lab->people({"recipes", "no-such"}), 2);
    VERIFY_EXIT(m_lab->people({"recipes", "first", "wandb-token"}), 2); // it needs a token
    VERIFY_EXIT(m_lab->people({"recipes", m_lab->file(".config/podium/recipes/first.sh")}), 2);
    VERIFY_EXIT(m_lab->people({"recipes", "first", "--none"}), 2);
    const Outcome none = m_lab->people({"recipes", "--json"});
    VERIFY_EXIT(none, 0);
    QVERIFY(none.json()["recipes"].toArray().isEmpty());
    VERIFY_EXIT(m_lab->people({"recipes", "gift", "first"}), 0);
    QCOMPARE(m_lab->people({"recipes"}).out, QByteArray("gift\nfirst\n"));
    VERIFY_EXIT(m_lab->people({"recipes", "--none"}), 0);
    QCOMPARE(m_lab->people({"recipes"}).out, QByteArray());
}

void TestCtlAccountRecipes::eachNewAccountGetsThem()
{
    if (m_lab->cloud().workers() == "none") {
        QSKIP(qPrintable(m_lab->cloud().error()));
    }
    VERIFY_EXIT(m_lab->people({"recipes", "first", "gift"}), 0);
    add("ada");
    const Outcome plan = m_lab->people({"plan"});
    VERIFY_EXIT(plan, 1);
    QVERIFY2(plan.out.contains("Once it is made, the recipe first is run."), plan.all());
    const Outcome applied = m_lab->people({"apply", "--yes"});
    VERIFY_EXIT(applied, 0);
    QVERIFY2(applied.err.contains("recipe first for ada"), applied.all());
    for (int worker = 0; worker < 2; ++worker) {
        const QByteArray verdict =
            QStringLiteral("pod:%1: The file is there: changed").arg(worker).toUtf8();
        QCOMPARE(applied.out.count(verdict), 2);
        QCOMPARE(has("ada", worker), QString(".first .gift"));
    }
    // Both are told, with whose they were, and can be opened. Workers that answer late have a run
    // of their own.
    const Outcome told = m_lab->ctl({"activity", "person:ada", "--kind", "run", "--json"});
    VERIFY_EXIT(told, 0);
    QMap<QString, int> workers;
    for (const QJsonValue &value : told.json()["activity"].toArray()) {
        const QJsonObject entry = value.toObject();
        QCOMPARE(entry["outcome"].toString(), QString("good"));
        const Outcome run = m_lab->ctl({"recipe", "verdicts", entry["run"].toString(), "--json"});
        VERIFY_EXIT(run, 0);
        workers[run.json()["recipe"].toString()] += run.json()["workers"].toArray().size();
        QVERIFY(entry["summary"].toString().startsWith(
            "Recipe " + run.json()["recipe"].toString() + " for ada: "));
    }
    QCOMPARE(workers, (QMap<QString, int>{{"first", 2}, {"gift", 2}}));
    // An account is made once.
    VERIFY_EXIT(m_lab->ssh("ada", "pod", "rm .first"), 0);
    const Outcome again = m_lab->people({"apply", "--yes"});
    VERIFY_EXIT(again, 0);
    QVERIFY(!again.all().contains("recipe"));
    add("ben");
    const Outcome other = m_lab->people({"apply", "--yes", "--json"});
    VERIFY_EXIT(other, 0);
    QCOMPARE(other.json()["changedWorkers"].toInt(), 2); // one document, as ever
    QVERIFY(other.json()["recipeErrors"].toArray().isEmpty());
    QMap<QString, int> good;
    for (const QJsonValue &value : other.json()["recipes"].toArray()) {
        QCOMPARE(value["login"].toString(), QString("ben"));
        for (const QJsonValue &at : value["workers"].toArray()) {
            QCOMPARE(at["steps"][0]["state"].toString(), QString("changed"));
            good[value["recipe"].toString()] += at["good"].toBool() ? 1 : 0;
        }
    }
    QCOMPARE(good, (QMap<QString, int>{{"first", 2}, {"gift", 2}}));
    QCOMPARE(has("ben", 1), QString(".first .gift"));
    QCOMPARE(has("ada", 0), QString(".gift"));
}

void TestCtlAccountRecipes::onePersonHasOthersBesides()
{
    add("ada");
    add("ben");
    VERIFY_EXIT(m_lab->people({"recipes", "first"}), 0);
    VERIFY_EXIT(m_lab->people({"recipes", "--for", "eve", "gift"}), 2);
    VERIFY_EXIT(m_lab->people({"recipes", "--for", "ada", "no-such"}), 2);
    VERIFY_EXIT(m_lab->people({"recipes", "--for", "ada", "gift"}), 0);
    QCOMPARE(m_lab->people({"recipes", "--for", "ada"}).out, QByteArray("gift\n"));
    QCOMPARE(m_lab->people({"recipes"}).out, QByteArray("first\nfor ada: gift\n"));
    const QJsonObject all = m_lab->people({"recipes", "--json"}).json();
    QCOMPARE(all["recipes"].toArray(), QJsonArray{"first"});
    QCOMPARE(all["people"].toObject(), (QJsonObject{{"ada", QJsonArray{"gift"}}}));
    if (m_lab->cloud().workers() == "none") {
        QSKIP(qPrintable(m_lab->cloud().error()));
    }
    const Outcome plan = m_lab->people({"plan", "--json"});
    VERIFY_EXIT(plan, 1);
    QCOMPARE(plan.out.count("the recipe gift is run"), 2); // on both workers, for one of two
    VERIFY_EXIT(m_lab->people({"apply", "--yes"}), 0);
    for (int worker = 0; worker < 2; ++worker) {
        QCOMPARE(has("ada", worker), QString(".first .gift"));
        QCOMPARE(has("ben", worker), QString(".first"));
    }
}

void TestCtlAccountRecipes::whereOneFailsTheNextIsNotRun()
{
    if (m_lab->cloud().workers() == "none") {
        QSKIP(qPrintable(m_lab->cloud().error()));
    }
    writeRecipe("first", true);
    VERIFY_EXIT(m_lab->people({"recipes", "first", "gift"}), 0);
    add("ada");
    const Outcome applied = m_lab->people({"apply", "--yes"});
    VERIFY_EXIT(applied, 1);
    QVERIFY2(applied.out.contains("pod:1: The file is there: failed"), applied.all());
    QCOMPARE(has("ada", 0), QString(".first .gift"));
    QCOMPARE(has("ada", 1), QString(".[f-g]*")); // she is there all the same
    // As the help says, one of them is run again by hand.
    writeRecipe("first");
    VERIFY_EXIT(m_lab->ctl({"recipe", "run", "first", "pod", "--set", "login=ada"}), 0);
    QCOMPARE(has("ada", 1), QString(".first"));
}

void TestCtlAccountRecipes::nothingOfPeopleWaitsForThem()
{
    if (m_lab->cloud().workers() == "none") {
        QSKIP(qPrintable(m_lab->cloud().error()));
    }
    add("ada");
    VERIFY_EXIT(m_lab->people({"apply", "--yes"}), 0);
    VERIFY_EXIT(m_lab->people({"recipes", "first"}), 0);
    QVERIFY(QFile::remove(m_lab->file(".config/podium/recipes/first.sh")));
    add("ben");
    VERIFY_EXIT(m_lab->people({"remove", "ada", "--yes"}), 0);
    const Outcome applied = m_lab->people({"apply", "--yes", "--json"});
    VERIFY_EXIT(applied, 1);
    QVERIFY2(applied.err.contains("first"), applied.all());
    QVERIFY(applied.json()["recipes"].toArray().isEmpty());
    QCOMPARE(
        applied.json()["recipeErrors"].toArray().at(0)["kind"].toString(), QString("not-found"));
    for (int worker = 0; worker < 2; ++worker) {
        QVERIFY(m_lab->ssh("ada", "pod", "true", worker).exitCode != 0);
        QCOMPARE(m_lab->ssh("ben", "pod", "id -un", worker).out, QByteArray("ben\n"));
    }
    VERIFY_EXIT(m_lab->people({"plan"}), 0);
}

void TestCtlAccountRecipes::whatAKillLeftIsTriedAgain()
{
    if (m_lab->cloud().workers() == "none") {
        QSKIP(qPrintable(m_lab->cloud().error()));
    }
    QFile file(m_lab->file(".config/podium/recipes/first.sh"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"(#: recipe first
#: purpose Try
#: as root
#: parameter login
#: step The file is there
#: check
test -e "/home/$R_login/.first"
#: act
touch /tmp/began
until [ -e /tmp/go ]; do sleep 0.1; done
touch "/home/$R_login/.first"
)");
    file.close();
    VERIFY_EXIT(m_lab->people({"recipes", "first", "gift"}), 0);
    add("ada");
    QProcess apply;
    beginApply(apply);
    apply.kill();
    QVERIFY(apply.waitForFinished(podium::Patience));
    const auto isPending = [this] {
        const QJsonArray left = pending();
        return left.size() == 1 && left[0]["login"] == QLatin1String("ada") &&
               left[0]["recipes"].toArray() == QJsonArray({"first", "gift"});
    };
    QVERIFY(isPending());
    // To look changes nothing.
    VERIFY_EXIT(m_lab->people({"plan", "pod:0"}), 0);
    QVERIFY(isPending());
    VERIFY_EXIT(m_lab->admin("pod", "touch /tmp/go"), 0);
    const Outcome again = m_lab->people({"apply", "pod:0", "--yes", "--json"});
    VERIFY_EXIT(again, 0);
    QCOMPARE(again.json()["changedWorkers"].toInt(), 0); // the account was there
    QStringList run;
    for (const QJsonValue &recipe : again.json()["recipes"].toArray()) {
        run << recipe["recipe"].toString();
        QCOMPARE(recipe["workers"].toArray().size(), 1);
        QVERIFY(recipe["workers"][0]["good"].toBool());
    }
    QCOMPARE(run, (QStringList{"first", "gift"}));
    QCOMPARE(has("ada", 0), QString(".first .gift"));
    QVERIFY(pending().isEmpty());
}

/// They are for an account that is as it should be, and are not lost until it is.
void TestCtlAccountRecipes::whereAnAccountIsHalfMadeTheyWait()
{
    if (m_lab->cloud().workers() == "none") {
        QSKIP(qPrintable(m_lab->cloud().error()));
    }
    VERIFY_EXIT(m_lab->people({"recipes", "first"}), 0);
    add("ada");
    VERIFY_EXIT(m_lab->people({"grant", "ada", "pod", "--group", "lab"}), 0);
    const Outcome half = m_lab->people({"apply", "pod:0", "--yes"});
    QVERIFY2(half.exitCode != 0, half.all());
    QVERIFY2(half.all().contains("there is no group lab"), half.all());
    VERIFY_EXIT(
        m_lab->admin("pod", "test -d /home/ada && sudo -n sh -c 'test ! -e /home/ada/.first'"), 0);
    QCOMPARE(pending().size(), 1);
    VERIFY_EXIT(m_lab->admin("pod", "sudo -n groupadd lab"), 0);
    VERIFY_EXIT(m_lab->people({"apply", "pod:0", "--yes"}), 0);
    QCOMPARE(has("ada", 0), QString(".first"));
    QVERIFY(pending().isEmpty());
}

void TestCtlAccountRecipes::aKillWhileAnAccountIsMadeLosesNone()
{
    if (m_lab->cloud().workers() == "none") {
        QSKIP(qPrintable(m_lab->cloud().error()));
    }
    // What comes next there, once the account is made, does not go on by itself.
    QVERIFY(m_lab->runAsRoot("pod", R"(groupadd lab
mkdir -p /var/lib/programs
cat >/var/lib/programs/usermod <<'END'
#!/bin/sh
touch /tmp/began
until [ -e /tmp/go ]; do sleep 0.1; done
exec /usr/sbin/usermod "$@"
END
chmod 755 /var/lib/programs/usermod
mount --bind /var/lib/programs /usr/local/sbin)"));
    VERIFY_EXIT(m_lab->people({"recipes", "first"}), 0);
    add("ada");
    VERIFY_EXIT(m_lab->people({"grant", "ada", "pod", "--group", "lab"}), 0);
    QProcess apply;
    beginApply(apply);
    QTRY_COMPARE(pending().size(), 1); // before the worker has told of the rest
    apply.kill();
    QVERIFY(apply.waitForFinished(podium::Patience));
    VERIFY_EXIT(m_lab->admin("pod", "touch /tmp/go"), 0);
    VERIFY_EXIT(m_lab->people({"apply", "pod:0", "--yes"}), 0);
    QCOMPARE(has("ada", 0), QString(".first"));
    QVERIFY(pending().isEmpty());
}

QTEST_GUILESS_MAIN(TestCtlAccountRecipes)
#include "tst_ctlaccountrecipes.moc"
