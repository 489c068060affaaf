// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/application.h"
#include "app/podium/desktop/screenscale.h"
#include "app/podium/desktop/translation.h"
#include "core/base/log.h"
#include "core/cloud/values/secret.h"
#include "core/ssh/io/descriptorlimit.h"

#include <QApplication>
#include <QLocale>

#include <cstdio>

namespace {

/// --help and --version work without a display.
std::variant<podium::app::Arguments, podium::app::EarlyExit> argumentsOf(int argc, char **argv)
{
    QStringList words;
    for (int i = 0; i < argc; ++i) {
        words << QString::fromLocal8Bit(argv[i]);
    }
    return podium::app::parseArguments(words);
}

} // namespace

int main(int argc, char **argv)
{
    podium::cloud::disableCoreDumps();
    podium::ssh::raiseDescriptorLimit();
    const auto parsed = argumentsOf(argc, argv);
    if (const auto *early = std::get_if<podium::app::EarlyExit>(&parsed)) {
        std::fputs(qPrintable(early->text), early->code == 0 ? stdout : stderr);
        return early->code;
    }
    const auto arguments = std::get<podium::app::Arguments>(parsed);

    QCoreApplication::setAttribute(Qt::AA_EnableHighDpiScaling);
    QCoreApplication::setAttribute(Qt::AA_UseHighDpiPixmaps);
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(
        Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    int qtArgc = 1; // the rest was ours
    QApplication application(qtArgc, argv);
    podium::app::restartWithWholeFactor(argv);
    QApplication::setApplicationName(QStringLiteral("podium"));
    QApplication::setApplicationDisplayName(QStringLiteral("Podium"));
    QApplication::setDesktopFileName(QStringLiteral("podium"));
    QApplication::setQuitOnLastWindowClosed(false);
    podium::app::installTranslation(QLocale(), podium::app::translationFolders());
    // The demo leaves nothing behind, no log either.
    const QString logFile = arguments.demo ? QString() : podium::Paths::fromEnvironment().logFile();
    podium::startLogging({logFile, arguments.verbose, arguments.verbose});

    podium::app::Application podium(arguments);
    podium.start();
    return QApplication::exec();
}
