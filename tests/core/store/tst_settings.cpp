// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"
#include "core/store/config/settingkeys.h"
#include "core/store/config/settings.h"
#include "core/store/config/settingsreport.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace podium;
using namespace podium::store;
using namespace std::chrono_literals;

class TestSettings final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void noFileGivesDefaults();
    void savedIsLoaded();
    void onlyWhatDiffersIsWritten();
    void theOrderOfTheKeysIsKept();
    void untouchedRulesStayAsTheyStand();
    void whatOthersWroteMeanwhileStays();
    void refusesWhatItCannotRead_data();
    void refusesWhatItCannotRead();
    void linkIsKept();
    void environmentGoesBeforeTheFile();
    void chosenKeyFileIsUsedWhereTheEnvironmentNamesNone();
    void eachKeyIsExplained();
    void reportHasNoFreeText();

private:
    [[nodiscard]] bool write(const QByteArray &json) const
    {
        return writeFileAtomically(m_paths.configFile(), json, 0600).has_value();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    Paths m_paths;
};

void TestSettings::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_paths.configDir = m_folder->filePath("podium");
    QVERIFY(QDir().mkpath(m_paths.configDir));
}

void TestSettings::noFileGivesDefaults()
{
    const auto settings = loadSettings(m_paths);
    QVERIFY(settings);
    QVERIFY(settings->projects.isEmpty());
    QCOMPARE(int(settings->refreshInterval.count()), 60);
    QCOMPARE(int(settings->sshPort), 22);
    QVERIFY(write("  \n"));
    QVERIFY(loadSettings(m_paths));
}

void TestSettings::savedIsLoaded()
{
    QVERIFY(QDir().rmdir(m_paths.configDir));
    Settings settings;
    settings.projects = QStringList{"lab-one", "lab-two"};
    settings.refreshInterval = 30s;
    settings.credentialsFile = "/keys/robot.json";
    settings.sshUser = QString::fromUtf8("ad\u00e4");
    settings.sshPort = 2222;
    settings.sshIdentityFiles = QStringList{"~/.ssh/a \"b\"", "/k"};
    settings.sshConfig.aliasPattern = "{zone}-{node}-{worker}";
    settings.sshConfig.user = "eve";
    settings.sshConfig.identityFile = "/key";
    settings.sshConfig.port = 2200;
    settings.sshConfig.forwardAgent = true;
    sshconfig::ConfigRule jump;
    jump.project = "lab-*";
    jump.node = "pod*";
    jump.aliasPattern = "{node}.w{worker}";
    jump.user = "eve";
    jump.identityFile = "/k";
    jump.port = 2022;
    jump.forwardAgent = false;
    jump.routeKind = sshconfig::ConfigRule::Route::ProxyJump;
    jump.route = "bastion";
    jump.address = sshconfig::ConfigRule::Address::Internal;
    sshconfig::ConfigRule out;
    out.zone = "us-*";
    out.leaveOut = true;
    sshconfig::ConfigRule direct;
    direct.routeKind = sshconfig::ConfigRule::Route::Direct;
    sshconfig::ConfigRule command;
    command.routeKind = sshconfig::ConfigRule::Route::ProxyCommand;
    command.route = "nc {node} %p";
    sshconfig::ConfigRule iap;
    iap.routeKind = sshconfig::ConfigRule::Route::Iap;
    settings.sshConfig.rules = {jump, out, direct, command, iap};
    settings.colourScheme = "dark";
    settings.recipeFolders = QStringList{"~/lab/recipes", "/srv/recipes"};
    QVERIFY(saveSettings(m_paths, settings));
    const auto loaded = loadSettings(m_paths);
    QVERIFY(loaded);
    QCOMPARE(loaded->projects, settings.projects);
    QVERIFY(loaded->refreshInterval == settings.refreshInterval);
    QCOMPARE(loaded->credentialsFile, settings.credentialsFile);
    QCOMPARE(loaded->sshUser, settings.sshUser);
    QCOMPARE(loaded->sshPort, settings.sshPort);
    QCOMPARE(loaded->sshIdentityFiles, settings.sshIdentityFiles);
    QVERIFY(loaded->sshConfig == settings.sshConfig);
    QCOMPARE(loaded->colourScheme, settings.colourScheme);
    QCOMPARE(loaded->recipeFolders, settings.recipeFolders);
    struct stat info = {};
    QCOMPARE(::stat(QFile::encodeName(m_paths.configFile()).constData(), &info), 0);
    QCOMPARE(int(info.st_mode & 07777), 0600);
}

void TestSettings::onlyWhatDiffersIsWritten()
{
    Settings settings;
    QVERIFY(saveSettings(m_paths, settings));
    QCOMPARE(readFile(m_paths.configFile()).value(), QByteArray("{}\n"));
    settings.sshPort = 2222;
    QVERIFY(saveSettings(m_paths, settings));
    QCOMPARE(
        readFile(m_paths.configFile()).value(),
        QByteArray("{\n  \"ssh\": {\n    \"port\": 2222\n  }\n}\n"));
    settings.sshPort = 22; // in the file already: said, not taken out
    QVERIFY(saveSettings(m_paths, settings));
    QVERIFY(readFile(m_paths.configFile()).value().contains("\"port\": 22\n"));
}

void TestSettings::theOrderOfTheKeysIsKept()
{
    QVERIFY(write(R"({"sshConfig": {"user": "eve"}, "ssh": {"user": "ada", "port": 5}})"));
    auto settings = loadSettings(m_paths);
    QVERIFY(settings);
    settings->sshPort = 6;
    settings->colourScheme = "light";
    QVERIFY(saveSettings(m_paths, *settings));
    const QByteArray bytes = readFile(m_paths.configFile()).value();
    QVERIFY(bytes.indexOf("sshConfig") < bytes.indexOf("\"ssh\""));
    QVERIFY(bytes.indexOf("\"ssh\"") < bytes.indexOf("colourScheme"));
    const QJsonObject json = QJsonDocument::fromJson(bytes).object();
    QCOMPARE(json["ssh"].toObject(), (QJsonObject{{"user", "ada"}, {"port", 6}}));
    QCOMPARE(json["colourScheme"].toString(), QStringLiteral("light"));
}

void TestSettings::untouchedRulesStayAsTheyStand()
{
    QVERIFY(write(R"({"sshConfig": {"rules": [{"user": "", "node": "a*"}]}})"));
    auto settings = loadSettings(m_paths);
    QVERIFY(settings);
    settings->colourScheme = "light";
    QVERIFY(saveSettings(m_paths, *settings));
    QVERIFY(readFile(m_paths.configFile()).value().contains("\"user\": \"\""));
    settings->sshConfig.rules.clear();
    QVERIFY(saveSettings(m_paths, *settings));
    QVERIFY(loadSettings(m_paths)->sshConfig.rules.empty());
}

void TestSettings::whatOthersWroteMeanwhileStays()
{
    QVERIFY(write(R"({"ssh": {"user": "ada"}, "projects": ["old"], "colourScheme": "dark"})"));
    const auto before = loadSettings(m_paths);
    QVERIFY(before);
    QVERIFY(write(R"({"ssh": {"user": "eve"}, "credentialsFile": "/keys/robot.json",
                      "projects": ["new"], "sshConfig": {"rules": [{"node": "a*"}]}})"));
    Settings after = *before;
    after.projects = QStringList{"mine"};
    QVERIFY(saveChanges(m_paths, *before, after));
    const auto now = loadSettings(m_paths);
    QVERIFY(now);
    QCOMPARE(now->projects, QStringList{"mine"});
    QCOMPARE(now->sshUser, QString("eve"));
    QCOMPARE(now->credentialsFile, QString("/keys/robot.json"));
    QCOMPARE(now->sshConfig.rules.size(), std::size_t(1));
    QVERIFY(!readFile(m_paths.configFile()).value().contains("colourScheme")); // taken out
    Settings ruled = after;
    ruled.sshConfig.rules.resize(2);
    QVERIFY(saveChanges(m_paths, after, ruled));
    QCOMPARE(loadSettings(m_paths)->sshConfig.rules.size(), std::size_t(2));
}

void TestSettings::refusesWhatItCannotRead_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("reason");
    QTest::newRow("comma") << QByteArray("{\n \"projects\": [],\n}") << "Line 3";
    QTest::newRow("cut") << QByteArray("{\"projects\": [\"a\"") << "Line 1";
    QTest::newRow("list") << QByteArray("[]") << "object";
    QTest::newRow("not utf-8") << QByteArray("{\"ssh\": \"\xff\"}") << "Line 1";
    QTest::newRow("text for list")
        << QByteArray(R"({"projects": "a"})") << "projects must be a list";
    QTest::newRow("numbers in list") << QByteArray(R"({"projects": [1]})") << "projects must be";
    QTest::newRow("port") << QByteArray(R"({"ssh": {"port": 70000}})")
                          << "ssh.port must be a number from 1";
    QTest::newRow("port as text") << QByteArray(R"({"ssh": {"port": "22"}})") << "ssh.port";
    QTest::newRow("huge port") << QByteArray(R"({"ssh": {"port": 18446744073709551615}})")
                               << "ssh.port";
    QTest::newRow("interval") << QByteArray(R"({"refreshInterval": 0})") << "refreshInterval";
    QTest::newRow("half second") << QByteArray(R"({"refreshInterval": 7.5})") << "refreshInterval";
    QTest::newRow("section") << QByteArray(R"({"sshConfig": 5})") << "sshConfig must be an object";
    QTest::newRow("flag") << QByteArray(R"({"sshConfig": {"forwardAgent": 1}})")
                          << "sshConfig.forwardAgent";
    QTest::newRow("rules") << QByteArray(R"({"sshConfig": {"rules": {}}})")
                           << "rules must be a list";
    QTest::newRow("rule") << QByteArray(R"({"sshConfig": {"rules": [1]}})")
                          << "rules must be a list";
    QTest::newRow("rule port") << QByteArray(R"({"sshConfig": {"rules": [{"port": 0}]}})")
                               << "port must be a number";
    QTest::newRow("two routes")
        << QByteArray(R"({"sshConfig": {"rules": [{"proxyJump": "a", "direct": true}]}})")
        << "alone";
    QTest::newRow("address") << QByteArray(R"({"sshConfig": {"rules": [{"address": "x"}]}})")
                             << "external or internal";
    QTest::newRow("scheme") << QByteArray(R"({"colourScheme": "drak"})")
                            << "colourScheme must be system or light or dark";
    QTest::newRow("folder of nowhere")
        << QByteArray(R"({"recipeFolders": ["~/lab", "lab"]})") << "recipeFolders must be paths";
    QTest::newRow("user") << QByteArray(R"({"ssh": {"user": null}})")
                          << "ssh.user must be a string";
    QTest::newRow("unknown key in a rule")
        << QByteArray(R"({"sshConfig": {"rules": [{"nodee": "a", "leaveOut": true}]}})")
        << R"("nodee" in sshConfig.rules is not a setting. Did you mean "node"?)";
    QTest::newRow("unknown key in a section")
        << QByteArray(R"({"ssh": {"prot": 22}})")
        << R"("prot" in ssh is not a setting. Did you mean "port"?)";
    QTest::newRow("unknown key")
        << QByteArray(R"({"refreshinterval": 5})")
        << R"("refreshinterval" is not a setting. Did you mean "refreshInterval"?)";
    QTest::newRow("a section's key outside of it")
        << QByteArray(R"({"aliasPattern": "x"})") << R"("aliasPattern" is not a setting.)";
    QTest::newRow("nothing like it")
        << QByteArray(R"({"zebra": [1, {"x": null}]})") << R"("zebra" is not a setting.)";
}

void TestSettings::refusesWhatItCannotRead()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, reason);
    QVERIFY(write(json));
    const auto loaded = loadSettings(m_paths);
    QVERIFY(!loaded);
    QVERIFY(loaded.error().kind == ErrorKind::InvalidArgument);
    QVERIFY2(loaded.error().detail.contains(reason), qPrintable(loaded.error().text()));
    QVERIFY(loaded.error().summary.contains(m_paths.configFile()));
    // Nor is it overwritten.
    QVERIFY(!saveSettings(m_paths, Settings{}));
    QCOMPARE(readFile(m_paths.configFile()).value(), json);
}

void TestSettings::linkIsKept()
{
    const QString target = m_folder->filePath("dotfiles.json");
    QVERIFY(writeFileAtomically(target, R"({"colourScheme": "dark"})", 0600));
    QVERIFY(QFile::link(target, m_paths.configFile()));
    auto settings = loadSettings(m_paths);
    QVERIFY(settings);
    settings->colourScheme = "light";
    QVERIFY(saveSettings(m_paths, *settings));
    QVERIFY(QFileInfo(m_paths.configFile()).isSymLink());
    QVERIFY(readFile(target).value().contains("light"));
}

void TestSettings::environmentGoesBeforeTheFile()
{
    QProcessEnvironment environment;
    Settings settings;
    settings.sshUser = "file";
    auto applied = applyEnvironment(settings, environment);
    QVERIFY(applied);
    QCOMPARE(applied->sshUser, QStringLiteral("file"));
    environment.insert("PODIUM_SSH_USER", "eve");
    environment.insert("PODIUM_SSH_PORT", "2022");
    environment.insert("PODIUM_SSH_IDENTITY", "/k");
    applied = applyEnvironment(settings, environment);
    QVERIFY(applied);
    QCOMPARE(applied->sshUser, QStringLiteral("eve"));
    QCOMPARE(int(applied->sshPort), 2022);
    QCOMPARE(applied->sshIdentityFiles, QStringList{"/k"});
    QCOMPARE(int(applied->sshConfig.port), 2022);
    for (const char *bad : {"0", "65536", "ssh", "-1", "22 "}) {
        environment.insert("PODIUM_SSH_PORT", bad);
        applied = applyEnvironment(settings, environment);
        if (QByteArray(bad) != "22 ") {
            QVERIFY2(!applied, bad);
            QVERIFY(applied.error().text().contains("PODIUM_SSH_PORT"));
        }
    }
}

void TestSettings::chosenKeyFileIsUsedWhereTheEnvironmentNamesNone()
{
    const QString variable = "GOOGLE_APPLICATION_CREDENTIALS";
    Settings settings;
    QVERIFY(!withCredentialsFile({}, settings).contains(variable));
    settings.credentialsFile = "/keys/robot.json";
    QCOMPARE(withCredentialsFile({}, settings).value(variable), settings.credentialsFile);
    QProcessEnvironment environment;
    environment.insert(variable, "/keys/own.json");
    QCOMPARE(withCredentialsFile(environment, settings).value(variable), "/keys/own.json");
}

void TestSettings::eachKeyIsExplained()
{
    const auto keys = settingKeys();
    QVERIFY(keys.size() > 20);
    for (const SettingKey &key : keys) {
        QVERIFY2(key.what.endsWith('.'), qPrintable(key.name));
    }
    const auto port = std::find_if(
        keys.begin(), keys.end(), [](const SettingKey &key) { return key.name == "ssh.port"; });
    QVERIFY(port != keys.end());
    QCOMPARE(port->type, QString("number from 1 to 65535"));
    QCOMPARE(port->usual, QString("22"));
}

void TestSettings::reportHasNoFreeText()
{
    Settings settings;
    const QString secret = "sshpass-p-hunter2";
    for (QString *text :
         {&settings.credentialsFile, &settings.sshUser, &settings.sshConfig.aliasPattern,
          &settings.sshConfig.user, &settings.sshConfig.identityFile}) {
        *text = secret;
    }
    settings.projects = QStringList{secret};
    settings.sshIdentityFiles = QStringList{secret};
    settings.recipeFolders = QStringList{secret};
    settings.sshPort = 2222;
    settings.colourScheme = "dark";
    sshconfig::ConfigRule rule;
    rule.node = secret;
    rule.user = secret;
    rule.routeKind = sshconfig::ConfigRule::Route::ProxyCommand;
    rule.route = secret;
    settings.sshConfig.rules = {rule};
    const QString report = reportedSettings(settings).join('\n');
    QVERIFY2(!report.contains(secret), qPrintable(report));
    for (const char *line :
         {"ssh.port: 2222", "colourScheme: dark", "credentialsFile: (set)", "projects: (1 set)",
          "sshConfig.rules[0]: (sets node, user, proxyCommand)"}) {
        QVERIFY2(report.contains(line), qPrintable(QString(line) + " is not in " + report));
    }
}

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"
