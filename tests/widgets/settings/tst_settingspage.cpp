// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/findingsmodel.h"
#include "core/models/settingsholder.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/patience.h"
#include "widgets/common/labels.h"
#include "widgets/common/noticebar.h"
#include "widgets/settings/accountsection.h"
#include "widgets/settings/checksection.h"
#include "widgets/settings/desktopoptions.h"
#include "widgets/settings/reportdialog.h"
#include "widgets/settings/secretdialog.h"
#include "widgets/settings/secretsection.h"
#include "widgets/settings/settingspage.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

namespace {

QProcessEnvironment environmentWith(const QString &name, const QString &value)
{
    QProcessEnvironment environment;
    environment.insert(name, value);
    return environment;
}

struct Fixture
{
    explicit Fixture(const QProcessEnvironment &environment = {})
        : state(home.filePath("window.ini"), QSettings::IniFormat)
        , paths{home.path(), home.filePath("config"), home.filePath("data"), home.filePath("state")}
        , settings(paths, store::Settings(), environment)
        , page(settings, state, true)
        , saved(&settings, &models::SettingsHolder::saved)
    {
        page.show();
    }
    [[nodiscard]] QLineEdit *line(const char *name) const { return byName<QLineEdit>(page, name); }
    static void edit(QLineEdit *line, const QString &text)
    {
        line->setText(text);
        emit line->editingFinished();
    }
    [[nodiscard]] store::Settings stored() const { return store::loadSettings(paths).value(); }

    QTemporaryDir home;
    QSettings state;
    Paths paths;
    models::SettingsHolder settings;
    SettingsPage page;
    QSignalSpy saved;
};

} // namespace

class TestSettingsPage final : public QObject
{
    Q_OBJECT

private slots:
    void fitsASmallWindow();
    void writesWhatIsSet();
    void outputLimitsAreKept();
    void refusesWhatCannotBe();
    void environmentGoesBefore();
    void quickChangesEndWithTheLast();
    void showsTheFile();
    void saysWhenItCannotSave();
    void desktopOptionsStayWithTheWindow();
    void secretsAreNamesOnly();
    void aReplacedSecretStaysOnWorkers();
    void showsTheAccount();
    void signsIn();
    void showsWhatIsMissing();
    void showsTheReportBeforeItIsSaved();
};

/// Without scrolling sideways, at what a window of 820 leaves.
void TestSettingsPage::fitsASmallWindow()
{
    Fixture f;
    f.page.resize(660, 540);
    auto *scroll = f.page.findChild<QScrollArea *>();
    QVERIFY(scroll);
    QTRY_VERIFY(scroll->verticalScrollBar()->maximum() > 0); // it is laid out
    QCOMPARE(scroll->horizontalScrollBar()->maximum(), 0);
}

void TestSettingsPage::writesWhatIsSet()
{
    Fixture f;
    Fixture::edit(f.line("Projects"), "lab-speech, lab-vision");
    QTRY_COMPARE(f.saved.count(), 1);
    Fixture::edit(f.line("Login name"), "matt");
    auto *look = byName<QComboBox>(f.page, "Theme");
    look->setCurrentText("Dark");
    emit look->activated(look->currentIndex());
    QTRY_COMPARE(f.stored().colourScheme, QString("dark"));
    QCOMPARE(f.stored().projects, QStringList({"lab-speech", "lab-vision"}));
    QCOMPARE(f.stored().sshUser, QString("matt"));
    QCOMPARE(f.stored().sshPort, quint16(22));
}

void TestSettingsPage::outputLimitsAreKept()
{
    Fixture f;
    auto *memory = byName<QSpinBox>(f.page, "Output in memory");
    auto *disk = byName<QSpinBox>(f.page, "Output on disk");
    QCOMPARE(memory->value(), 256);
    QCOMPARE(disk->value(), 4096);
    memory->setValue(64);
    emit memory->editingFinished();
    disk->setValue(0);
    QCOMPARE(disk->text(), QString("none"));
    emit disk->editingFinished();
    QTRY_COMPARE(f.stored().outputDiskMiB, 0);
    QCOMPARE(f.stored().outputMemoryMiB, 64);
}

void TestSettingsPage::refusesWhatCannotBe()
{
    Fixture f;
    QSignalSpy changed(&f.settings, &models::SettingsHolder::changed);
    Fixture::edit(f.line("Login name"), "Not A Name");
    QVERIFY(byName<QLabel>(f.page, "Not a valid Linux login name."));
    Fixture::edit(f.line("Projects"), "UPPER <b>");
    QVERIFY(byName<QLabel>(f.page, "“UPPER” is not a valid project id."));
    QCOMPARE(changed.count(), 0);
    // What is set elsewhere takes none of it along, and leaves it to be corrected.
    auto *look = byName<QComboBox>(f.page, "Theme");
    look->setCurrentText("Dark");
    emit look->activated(look->currentIndex());
    QTRY_COMPARE(f.stored().colourScheme, QString("dark"));
    QCOMPARE(f.stored().projects, QStringList());
    QCOMPARE(f.stored().sshUser, QString());
    QCOMPARE(f.line("Projects")->text(), QString("UPPER <b>"));
    QCOMPARE(f.line("Login name")->text(), QString("Not A Name"));
    Fixture::edit(f.line("Login name"), "ok");
    QVERIFY(!byName<QLabel>(f.page, "Not a valid Linux login name."));
    QTRY_COMPARE(f.stored().sshUser, QString("ok"));
}

void TestSettingsPage::environmentGoesBefore()
{
    Fixture f(environmentWith("PODIUM_SSH_USER", "demo"));
    QLineEdit *user = f.line("Login name");
    QVERIFY(!user->isEnabled());
    QCOMPARE(user->text(), QString("demo"));
    const auto *note = byName<QLabel>(
        f.page, "PODIUM_SSH_USER is set in the environment and overrides this setting.");
    QVERIFY(note);
    const auto *port = byName<QSpinBox>(f.page, "Port");
    QTRY_VERIFY(note->y() > user->y() && note->y() < port->y()); // below what it is about
    Fixture::edit(f.line("Projects"), "lab-speech");
    QTRY_COMPARE(f.saved.count(), 1);
    QCOMPARE(f.stored().sshUser, QString()); // never written down
}

void TestSettingsPage::quickChangesEndWithTheLast()
{
    Fixture f;
    for (const char *name : {"a", "b", "c", "d"}) {
        Fixture::edit(f.line("Login name"), name);
    }
    QTRY_COMPARE(f.stored().sshUser, QString("d"));
}

void TestSettingsPage::showsTheFile()
{
    Fixture f;
    auto *contents = byName<QPlainTextEdit>(f.page, "Contents of config.json");
    QTRY_COMPARE(
        contents->toPlainText(), QString("Does not exist yet: all settings have their defaults."));
    Fixture::edit(f.line("Projects"), "lab-speech");
    QTRY_VERIFY(contents->toPlainText().contains("lab-speech"));
    QVERIFY(contents->isReadOnly());
}

void TestSettingsPage::saysWhenItCannotSave()
{
    Fixture f;
    QFile block(f.paths.configDir); // a file where the folder should be
    QVERIFY(block.open(QIODevice::WriteOnly));
    QSignalSpy failed(&f.settings, &models::SettingsHolder::saveFailed);
    Fixture::edit(f.line("Projects"), "lab-speech");
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(byName<QAbstractButton>(f.page, "Dismiss notice"));
    block.remove();
    Fixture::edit(f.line("Projects"), "lab-vision");
    QTRY_COMPARE(f.saved.count(), 1);
    QVERIFY(!byName<QAbstractButton>(f.page, "Dismiss notice")); // it could
}

void TestSettingsPage::desktopOptionsStayWithTheWindow()
{
    Fixture f;
    QSignalSpy changed(&f.page, &SettingsPage::desktopOptionsChanged);
    byName<QCheckBox>(f.page, "Finished runs")->click();
    QCOMPARE(changed.count(), 1);
    QVERIFY(!loadDesktopOptions(f.state).notifyRuns);
    QVERIFY(loadDesktopOptions(f.state).notifyNodes);
    QCOMPARE(f.saved.count(), 0);
}

void TestSettingsPage::secretsAreNamesOnly()
{
    Fixture f;
    const auto wandb = secret::SecretName::parse("wandb").value();
    QVERIFY(byName<QLabel>(f.page, "none yet"));
    secret::SecretBook book = secret::withEntry({}, wandb, {});
    f.page.secrets().setBook(book, {});
    QTRY_VERIFY(byName<ElidedLabel>(f.page, "in the keyring · put nowhere"));
    QVERIFY(!byName<QPushButton>(f.page, "Take wandb away from workers"));
    f.page.secrets().setBook(book, {wandb});
    QTRY_VERIFY(byName<ElidedLabel>(f.page, "until Podium closes: no keyring runs · put nowhere"));
    secret::Placement placement;
    placement.id = "1";
    placement.secret = wandb;
    placement.isCertain = true;
    placement.worker = WorkerRef::parse("lab/us-central2-b/pod:0").value();
    book = secret::withoutEntry(secret::withPlacements(book, {placement}), wandb);
    f.page.secrets().setBook(book, {});
    QTRY_VERIFY(byName<ElidedLabel>(f.page, "not kept any more · on 1 worker of pod"));
    QSignalSpy wanted(&f.page.secrets(), &SecretSection::withdrawRequested);
    byName<QPushButton>(f.page, "Take wandb away from workers")->click();
    QCOMPARE(wanted.count(), 1);
    QVERIFY(!byName<QPushButton>(f.page, "Remove wandb"));
}

void TestSettingsPage::aReplacedSecretStaysOnWorkers()
{
    const auto wandb = secret::SecretName::parse("wandb").value();
    const auto said = [](const SecretDialog &dialog) {
        const auto labels = dialog.findChildren<QLabel *>();
        const auto found = std::find_if(labels.begin(), labels.end(), [](const QLabel *label) {
            return label->text().startsWith(
                "Workers keep the one before until its recipe is run there again:");
        });
        return found == labels.end() ? QStringList() : (*found)->text().split('\n').mid(1);
    };
    std::vector<secret::Placement> placements;
    for (int place = 0; place < 8; ++place) {
        for (int worker = 0; worker < 2; ++worker) {
            secret::Placement placement;
            placement.secret = wandb;
            placement.worker =
                WorkerRef::parse(QString("lab/us-central2-b/pod:%1").arg(worker)).value();
            placement.path = QString("~/<b>%1").arg(place);
            placement.recipe = "secret-file";
            placement.isCertain = worker == 0;
            placements.push_back(placement);
        }
    }
    const SecretDialog nowhere(wandb);
    QCOMPARE(said(nowhere), QStringList());
    const SecretDialog two(wandb, {placements[0], placements[1], placements[2]});
    QCOMPARE(
        said(two),
        QStringList(
            {"~/<b>0, on 2 workers of pod (not certain on 1 of them), by the recipe secret-file",
             "~/<b>1, on 1 worker of pod, by the recipe secret-file"}));
    const SecretDialog many(wandb, placements);
    QCOMPARE(said(many).size(), 7);
    QCOMPARE(said(many).last(), QString("and 2 more"));
    QCOMPARE(richLabels(many).filter("<b>"), QStringList());
}

void TestSettingsPage::showsTheAccount()
{
    Fixture f;
    QVERIFY(byName<ElidedLabel>(f.page, "not signed in"));
    f.page.setCredentials({"gcloud", "<b>me@example.org", {}, {}, {}});
    QVERIFY(byName<ElidedLabel>(f.page, "<b>me@example.org"));
    QVERIFY(byName<ElidedLabel>(f.page, "gcloud"));
    QVERIFY(!byName<QPushButton>(f.page, "Stop using the key file"));
    f.page.account().setKeyFileChosen(true);
    QVERIFY(byName<QPushButton>(f.page, "Stop using the key file"));
    QCOMPARE(richLabels(f.page), QStringList());
}

void TestSettingsPage::signsIn()
{
    Fixture f;
    AccountSection &account = f.page.account();
    auto *signIn = byName<QPushButton>(f.page, "Sign in");
    QVERIFY(signIn && !signIn->isEnabled());
    QVERIFY2(signIn->toolTip().contains("not installed"), qPrintable(signIn->toolTip()));
    account.setGcloudFound(true);
    QSignalSpy wanted(&account, &AccountSection::gcloudLoginRequested);
    signIn->click();
    QCOMPARE(wanted.count(), 1);
    // What it waits for, with the link and a way back.
    account.setSigningIn(true, {});
    QVERIFY(!signIn->isEnabled());
    QCOMPARE(byName<QLabel>(f.page, "Sign-in")->text(), QString("Waiting for gcloud…"));
    QVERIFY(!byName<QPushButton>(f.page, "Copy link"));
    account.setSigningIn(true, "https://accounts.example/auth");
    byName<QPushButton>(f.page, "Copy link")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("https://accounts.example/auth"));
    QSignalSpy cancelled(&account, &AccountSection::gcloudLoginCancelled);
    byName<QPushButton>(f.page, "Cancel the sign-in")->click();
    QCOMPARE(cancelled.count(), 1);
    account.setSigningIn(false, {});
    QVERIFY(!byName<QPushButton>(f.page, "Cancel the sign-in"));
    QVERIFY(signIn->isEnabled());
    f.page.showError(
        {ErrorKind::Credentials, "gcloud did not sign in.", {}, "Try again.", "gcloud"});
    QVERIFY(byName<NoticeBar>(f.page, "gcloud did not sign in. Try again."));
    // Which still holds where something else was saved; the next sign-in is another one.
    Fixture::edit(f.line("Projects"), "lab-speech");
    QTRY_COMPARE(f.saved.count(), 1);
    QVERIFY(byName<NoticeBar>(f.page, "gcloud did not sign in. Try again."));
    f.page.clearError();
    QVERIFY(!byName<QAbstractButton>(f.page, "Dismiss notice"));
    // Where a key file is used, signing in would change nothing.
    account.setKeyFileChosen(true);
    QVERIFY(!signIn->isEnabled());
}

void TestSettingsPage::showsWhatIsMissing()
{
    using State = doctor::Finding::State;
    Fixture f;
    models::FindingsModel model;
    CheckSection &section = f.page.check();
    section.setModel(&model);
    QVERIFY(byName<QLabel>(section, "Not checked yet."));
    QSignalSpy wanted(&section, &CheckSection::checkRequested);
    auto *look = byName<QPushButton>(section, "Check now");
    look->click();
    QCOMPARE(wanted.count(), 1);
    section.setState(true, {});
    QVERIFY(!look->isEnabled());

    model.setFindings(
        {{"ssh", State::Good, "ssh is <b>there</b>."},
         {"~/.ssh", State::Bad, "Others may read it.", "Keep others out.", "chmod 700 ~/.ssh"}});
    section.setState(false, "just now");
    QVERIFY(look->isEnabled());
    QVERIFY(byName<QLabel>(section, "1 thing to fix. Checked just now."));
    QTRY_VERIFY(byName<QLabel>(section, "Others may read it.")); // rows show themselves later
    QVERIFY(byName<QLabel>(section, "Keep others out."));
    QVERIFY(!byName<QLabel>(section, "ssh is <b>there</b>."));
    byName<QAbstractButton>(section, "Copy the command for ~/.ssh")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("chmod 700 ~/.ssh"));
    byName<QCheckBox>(section, "Show also what is as it should be")->click();
    QTRY_VERIFY(byName<QLabel>(section, "ssh is <b>there</b>."));
    QCOMPARE(richLabels(f.page), QStringList());

    model.setFindings({{"ssh", State::Good, "ssh is there."}});
    section.setState(false, "just now");
    QVERIFY(byName<QLabel>(section, "Found nothing to fix. Checked just now."));
    QVERIFY(!byName<QAbstractButton>(section, "Copy the command for ~/.ssh"));
}

void TestSettingsPage::showsTheReportBeforeItIsSaved()
{
    Fixture f;
    QSignalSpy wanted(&f.page.check(), &CheckSection::reportRequested);
    byName<QPushButton>(f.page.check(), "Report a fault…")->click();
    QCOMPARE(wanted.count(), 1);

    ReportDialog dialog("== Versions ==\nPodium: 1\n");
    dialog.show();
    auto *text = byName<QPlainTextEdit>(dialog, "The report");
    QCOMPARE(text->toPlainText(), QString("== Versions ==\nPodium: 1\n"));
    text->setPlainText("less"); // what is shown is what goes
    QCOMPARE(dialog.report(), QString("less"));
    byName<QPushButton>(dialog, "Copy")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("less"));
    dialog.showSaved("/tmp/r.txt");
    QVERIFY(byName<NoticeBar>(dialog, "Saved as /tmp/r.txt."));
    dialog.showError({ErrorKind::AlreadyExists, "It is there.", {}, "Choose another name.", {}});
    QVERIFY(byName<NoticeBar>(dialog, "It is there. Choose another name."));
}

QTEST_MAIN(TestSettingsPage)
#include "tst_settingspage.moc"
