// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// The examples of the help and of the guide, on the demo cloud.
#include "app/podiumctl/helptexts.h"
#include "tests/app/podiumctl/ctllab.h"

#include <QDir>

using podium::tests::CtlLab;
using podium::tests::Outcome;

namespace {

/// A line that ends with another status than 0 where it has done its job, and what it says then.
struct MeantToEnd
{
    const char *line;
    int status;
    const char *says;
};
constexpr MeantToEnd Meant[] = {
    // There is a difference, or no grant: that is what was asked.
    {"^podiumctl ssh-config diff$", 1, "+Include ~/.ssh/podium/config"},
    {"^podiumctl people plan$", 1, "to be changed"},
    {"^podiumctl grants check ", 1, "Not covered"},
    // Where nothing was written yet ssh does not use it.
    {"^podiumctl ssh-config check$", 1, "inactive"},
    // grep finds nothing, which is what the page says.
    {"^find .* -exec grep -lE .* \\{\\} \\+$", 1, ""},
    // Google vouches for all keys of the demo cloud, so that none is forgotten.
    {"^podiumctl ssh-config forget-key ", 4, "Google vouches"},
    // The demo has no buckets.
    {"^podiumctl bucket check ", 5, "gs://lab-data"},
    // The demo has no repository, and python3 only where this machine has it.
    {"^podiumctl equal ", 1, "Not known to be the same"},
    // init() has none.
    {"^podiumctl secret set ", 4, "No keyring runs"},
    {"^podiumctl recipe run wandb-token .*=@wandb$", 4, "No keyring runs"},
    // Nodes without an address cannot be asked; where somebody has left, not be seen to be clean.
    {"podiumctl people apply --yes$", 3, "has no external IP address"},
    {"^podiumctl people audit$", 3, "has no external IP address"},
    {"^podiumctl run @all ", 3, "has no external IP address"},
};

bool didItsJob(const QString &line, const Outcome &outcome)
{
    return outcome.exitCode == 0 ||
           std::any_of(std::begin(Meant), std::end(Meant), [&](const MeantToEnd &meant) {
               return outcome.exitCode == meant.status && outcome.all().contains(meant.says) &&
                      QRegularExpression(QLatin1String(meant.line)).match(line).hasMatch();
           });
}

/// The demo as it stands, but for the number of workers: `people` looks at all of them. One pod
/// stays, of two.
QJsonObject smallDemo()
{
    QFile file(QStringLiteral(PODIUM_SOURCE_DIR "/resources/demo/demo.json"));
    [&] { QVERIFY(file.open(QIODevice::ReadOnly)); }();
    QJsonObject demo = QJsonDocument::fromJson(file.readAll()).object();
    QJsonArray projects;
    for (const QJsonValue &project : demo["projects"].toArray()) {
        QJsonArray nodes;
        for (const QJsonValue &node : project.toObject()["nodes"].toArray()) {
            QJsonObject smaller = node.toObject();
            smaller.insert("workers", 1);
            if (smaller["name"] == QLatin1String("pod-v4")) {
                smaller.insert("workers", 2);
                smaller.insert("acceleratorType", "v4-16");
            }
            nodes.append(smaller);
        }
        QJsonObject with = project.toObject();
        with.insert("nodes", nodes);
        projects.append(with);
    }
    demo.insert("projects", projects);
    return demo;
}

const QString NotPlain = QStringLiteral("```");

/// Each line of each block, but for blocks below a paragraph that says "On a real machine". A block
/// that is of another kind is NotPlain.
QStringList linesToRun(const QString &page)
{
    QStringList lines;
    QString paragraph;
    bool isCode = false;
    bool isNew = true;
    for (const QString &line : page.split('\n')) {
        if (line.startsWith(QLatin1String("```"))) {
            isCode = !isCode;
            if (line != QLatin1String("```")) {
                lines << NotPlain;
            }
        } else if (!isCode && line.isEmpty()) {
            isNew = true;
        } else if (!isCode) {
            paragraph = isNew ? line : paragraph;
            isNew = false;
        } else if (!paragraph.startsWith(QLatin1String("On a real machine")) && !line.isEmpty()) {
            lines << line;
        }
    }
    return lines;
}

} // namespace

class TestCtlExamples final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        // Nobody's own keyring gets what the examples store.
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/no/such/bus");
        m_lab = std::make_unique<CtlLab>();
        QVERIFY2(m_lab->cloud().startWith(smallDemo()), qPrintable(m_lab->cloud().error()));
        for (const char *name : {"ada", "other", "third"}) {
            QVERIFY(QFile::exists(m_lab->publicKey(name)));
        }
        QFile token(m_lab->file("token.txt")); // for `secret set`
        QVERIFY(token.open(QIODevice::WriteOnly) && token.write("a token\n") > 0);
        QFile key(m_lab->file("deploy_key")); // for the recipe secret-file
        QVERIFY(key.open(QIODevice::WriteOnly) && key.write("two lines\nof a key\n") > 0);
        const QDir scripts(m_lab->file("lm/scripts")); // for `run --scripts`
        QVERIFY(scripts.mkpath("."));
        for (const char *name : {"install.sh", "run.sh"}) {
            QFile script(scripts.filePath(name));
            QVERIFY(script.open(QIODevice::WriteOnly) && script.write("hostname\n") > 0);
        }
        QFile mail(m_lab->file("mail.txt")); // for `grants add`
        QVERIFY(mail.open(QIODevice::WriteOnly));
        mail.write("Your project atlas-vision now has access, free of charge for 90 days, to:\n"
                   "* 64 on-demand Cloud TPU v4 chips in zone us-central2-b\n");
    }
    void thoseOfTheHelpDoWhatTheySay();
    void planAndApplyAsTheHelpSaysApplies();
    void thoseForScriptsRunOnTheDemo();
    void thoseOfTheGuideRunOnTheDemo_data();
    void thoseOfTheGuideRunOnTheDemo();

private:
    /// As typed into a shell; `a; b` as two, as the first may say by its status that there is work.
    [[nodiscard]] Outcome typed(const QString &line) const
    {
        QProcessEnvironment environment = m_lab->environment();
        environment.insert(
            "PATH", QStringLiteral(PODIUM_BIN_DIR) + ':' + environment.value("PATH"));
        return podium::tests::execute(
            "bash", {"-o", "pipefail", "-c", "cd \"$HOME\" && " + line}, environment);
    }

    std::unique_ptr<CtlLab> m_lab;
};

void TestCtlExamples::thoseOfTheHelpDoWhatTheySay()
{
    int count = 0;
    for (const podium::ctl::ExamplesOf &of : podium::ctl::Examples) {
        for (const QString &example : QString(of.examples).split('\n')) {
            QString line = example.trimmed();
            line.replace("--timeout 10", "--timeout 100"); // only what hangs is to meet it here
            const QString beginning = QStringLiteral("podiumctl ") + of.subcommand;
            QVERIFY2(line.contains(beginning), qPrintable(line));
            const Outcome outcome = typed(line);
            const QByteArray all = line.toUtf8() + ": " + outcome.all();
            QVERIFY2(didItsJob(line, outcome), all.constData());
            ++count;
        }
    }
    QVERIFY(count > 40);
}

void TestCtlExamples::planAndApplyAsTheHelpSaysApplies()
{
    VERIFY_EXIT(
        m_lab->people({"add", "ada", "--key", "ada.pub", "--on", "dev-v4"}), 2); // elsewhere
    VERIFY_EXIT(
        m_lab->people({"add", "ada", "--key", m_lab->publicKey("ada"), "--on", "dev-v4"}), 0);
    const QString examples = QString::fromUtf8(
        std::find_if(
            std::begin(podium::ctl::Examples), std::end(podium::ctl::Examples),
            [](const auto &of) { return QLatin1String(of.subcommand) == "people apply"; })
            ->examples);
    VERIFY_EXIT(typed(examples.trimmed()), 0);
    VERIFY_EXIT(m_lab->people({"plan"}), 0);
}

void TestCtlExamples::thoseForScriptsRunOnTheDemo()
{
    QFile file(QStringLiteral(PODIUM_SOURCE_DIR "/docs/guide/scripting.md"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    int count = 0;
    for (QString line : QString::fromUtf8(file.readAll()).split('\n')) {
        if (!line.startsWith("podiumctl ")) {
            continue;
        }
        line = line.section(QStringLiteral("  #"), 0, 0).trimmed();
        if (line.contains("--tty")) {
            line = "echo exit | script -qec '" + line + "' /dev/null";
        }
        const Outcome outcome = typed(line);
        const QByteArray all = line.toUtf8() + ": " + outcome.all();
        QVERIFY2(didItsJob(line, outcome), all.constData());
        ++count;
    }
    QVERIFY(count >= 12);
    VERIFY_EXIT(m_lab->people({"plan"}), 0); // they have applied it
}

void TestCtlExamples::thoseOfTheGuideRunOnTheDemo_data()
{
    QTest::addColumn<QString>("page");
    const QDir guide(QStringLiteral(PODIUM_SOURCE_DIR "/docs/guide"));
    for (const QString &page : guide.entryList({"*.md"}, QDir::Files)) {
        if (page == "scripting.md") {
            continue; // its lines are run one by one, above
        }
        QTest::newRow(qPrintable(page)) << guide.filePath(page);
    }
}

void TestCtlExamples::thoseOfTheGuideRunOnTheDemo()
{
    QFETCH(QString, page);
    QFile file(page);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QStringList lines = linesToRun(QString::fromUtf8(file.readAll()));
    if (page.endsWith("/security.md")) { // what it looks through is there
        VERIFY_EXIT(typed("podiumctl ssh-config write && podiumctl recipe new mine"), 0);
    }
    for (const QString &line : lines) {
        QVERIFY2(line != NotPlain, "of some blocks nobody says whether they can be run");
        const Outcome outcome = typed(line);
        const QByteArray all = line.toUtf8() + ": " + outcome.all();
        QVERIFY2(didItsJob(line, outcome), all.constData());
        QVERIFY2(!line.startsWith("find ") || outcome.all().isEmpty(), all.constData());
    }
    // These are the table of contents, and what is done in the window.
    QCOMPARE(lines.isEmpty(), page.endsWith("/README.md") || page.endsWith("/first-steps.md"));
}

QTEST_GUILESS_MAIN(TestCtlExamples)
#include "tst_ctlexamples.moc"
