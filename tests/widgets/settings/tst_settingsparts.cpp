// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "widgets/settings/cloudsection.h"
#include "widgets/settings/filesection.h"
#include "widgets/settings/looksection.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::ui;

/// What single parts of the Settings page say.
class TestSettingsParts final : public QObject
{
    Q_OBJECT

private slots:
    void anIntervalIsSaidAsItIs_data();
    void anIntervalIsSaidAsItIs();
    void theFileIsShownAsItIsNow();
    void withoutATrayTheWatchCanStillBeSilenced();
};

void TestSettingsParts::anIntervalIsSaidAsItIs_data()
{
    QTest::addColumn<int>("seconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("seconds") << 45 << "45 seconds";
    QTest::newRow("one minute") << 60 << "1 minute";
    QTest::newRow("one and a half") << 90 << "90 seconds";
    QTest::newRow("minutes") << 600 << "10 minutes";
}

/// It may be written into the file by hand.
void TestSettingsParts::anIntervalIsSaidAsItIs()
{
    QFETCH(const int, seconds);
    QFETCH(const QString, text);
    CloudSection section;
    store::Settings settings;
    settings.refreshInterval = std::chrono::seconds(seconds);
    section.setSettings(settings);
    QCOMPARE(section.findChild<QComboBox *>()->currentText(), text);
}

void TestSettingsParts::theFileIsShownAsItIsNow()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("config.json");
    const auto write = [&path](const QByteArray &text) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    };
    write("{}");
    FileSection section(path);
    section.show();
    const auto *contents = section.findChild<QPlainTextEdit *>();
    QTRY_COMPARE(contents->toPlainText(), QString("{}"));
    section.hide();
    write(R"({"refreshInterval": 90})"); // in an editor
    section.show();
    QTRY_COMPARE(contents->toPlainText(), QString(R"({"refreshInterval": 90})"));
}

/// It notifies by itself, and minds what is chosen here.
void TestSettingsParts::withoutATrayTheWatchCanStillBeSilenced()
{
    const AppearanceSection section(false);
    QStringList usable;
    for (const QCheckBox *box : section.findChildren<QCheckBox *>()) {
        if (box->isEnabled()) {
            usable << box->text();
        }
    }
    QCOMPARE(usable, QStringList("Changed addresses, preemptions, maintenance"));
}

QTEST_MAIN(TestSettingsParts)
#include "tst_settingsparts.moc"
