// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/desktop/translation.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QStandardPaths>
#include <QTranslator>

#include <memory>

namespace podium::app {

namespace {

bool install(const QLocale &locale, const QString &name, const QString &folder)
{
    auto translator = std::make_unique<QTranslator>();
    if (!translator->load(locale, name, QStringLiteral("_"), folder)) {
        return false;
    }
    translator->setParent(QCoreApplication::instance());
    return QCoreApplication::installTranslator(translator.release());
}

} // namespace

QStringList translationFolders()
{
    const QString built =
        QCoreApplication::applicationDirPath() + QStringLiteral("/../translations");
    return QStringList{built} + QStandardPaths::locateAll(
                                    QStandardPaths::GenericDataLocation,
                                    QStringLiteral("podium/translations"),
                                    QStandardPaths::LocateDirectory);
}

bool installTranslation(const QLocale &locale, const QStringList &folders)
{
    // Who puts English first gets it, whatever else they understand.
    if (locale.uiLanguages().value(0).startsWith(QLatin1String("en"))) {
        return false;
    }
    for (const QString &folder : folders) {
        if (install(locale, QStringLiteral("podium"), folder)) {
            install(
                locale, QStringLiteral("qtbase"),
                QLibraryInfo::location(QLibraryInfo::TranslationsPath));
            return true;
        }
    }
    return false;
}

} // namespace podium::app
