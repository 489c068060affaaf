// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// The window in another language: what a translation has is shown in it, all else in English.
#include "app/podium/desktop/translation.h"
#include "core/models/findingsmodel.h"
#include "tests/fakes/accessiblefind.h"
#include "widgets/settings/checksection.h"

#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::app;
using namespace podium::tests;

class TestTranslation final : public QObject
{
    Q_OBJECT

private slots:
    void englishStays();
    void languageWithoutTranslationStaysEnglish();
    void isShownInTheLanguage();
};

void TestTranslation::englishStays()
{
    QVERIFY(!installTranslation(QLocale("en_GB"), {PODIUM_TRANSLATIONS}));
}

void TestTranslation::languageWithoutTranslationStaysEnglish()
{
    const QTemporaryDir empty;
    QVERIFY(!installTranslation(QLocale("de_DE"), {PODIUM_TRANSLATIONS}));
    QVERIFY(!installTranslation(QLocale("eo"), {empty.path(), "/none"}));
    ui::CheckSection section;
    QVERIFY(byName<QPushButton>(section, "Check now"));
}

void TestTranslation::isShownInTheLanguage()
{
    const QTemporaryDir empty;
    QVERIFY(installTranslation(QLocale("eo"), {empty.path(), PODIUM_TRANSLATIONS}));
    ui::CheckSection section;
    QVERIFY(byName<QPushButton>(section, "Kontroli nun"));
    QVERIFY(byName<QPushButton>(section, "Report a fault…")); // nobody has translated it
    models::FindingsModel model;
    model.setFindings({{"ssh", doctor::Finding::State::Bad, "ssh is not installed."}});
    QCOMPARE(model.summary(), QString("Unu aĵo riparenda."));
}

QTEST_MAIN(TestTranslation)
#include "tst_translation.moc"
