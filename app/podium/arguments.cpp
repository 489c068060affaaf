// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/arguments.h"

#include "app/manual/manpage.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <optional>

namespace podium::app {

QStringList pageIds()
{
    return {QStringLiteral("nodes"),  QStringLiteral("run"),      QStringLiteral("people"),
            QStringLiteral("ssh"),    QStringLiteral("activity"), QStringLiteral("load"),
            QStringLiteral("tunnel"), QStringLiteral("projects"), QStringLiteral("settings")};
}

static constexpr const char *Description =
    "Podium shows the TPU VMs of all your Google Cloud projects in one window, keeps your ssh\n"
    "config fit for them, and runs commands on all their workers.\n\n"
    "It uses the account that gcloud uses. For scripts there is podiumctl.";

/// Qt asks the application how the program was called; there is none yet where there is no display.
static QString helpOf(const QCommandLineParser &parser)
{
    int count = 1;
    char name[] = "podium";
    char *words[] = {name, nullptr};
    std::optional<QCoreApplication> application;
    if (QCoreApplication::instance() == nullptr) {
        application.emplace(count, words);
    }
    return parser.helpText();
}

/// The page of the manual, into a folder: for the build, and in no help.
static EarlyExit writeManual(const QList<QCommandLineOption> &options, const QString &folder)
{
    manual::ManPage page;
    page.name = "podium";
    page.summary = "control panel for Google Cloud TPU VMs and pod slices";
    page.sections.push_back({"Synopsis", "podium [OPTIONS]", {}, {}});
    page.sections.push_back({"Description", {}, Description, {}});
    manual::Section section{"Options", {}, {}, {}};
    for (const QCommandLineOption &option : options) {
        QStringList names;
        for (const QString &name : option.names()) {
            names << (name.size() == 1 ? QStringLiteral("-") : QStringLiteral("--")) + name;
        }
        const QString value = option.valueName();
        section.entries.push_back(
            {names.join(QStringLiteral(", ")).toStdString(),
             value.isEmpty() ? std::string() : ' ' + value.toStdString(),
             option.description().toStdString()});
    }
    page.sections.push_back(section);
    page.sections.push_back(
        {"Keys",
         {},
         {},
         {{"Ctrl+K", {}, "Find any command, node, person or recipe by name."},
          {"Ctrl+1, Ctrl+2 ...", {}, "The pages."},
          {"/, Ctrl+F", {}, "Filter what the page shows; find in the output of a run."},
          {"F5", {}, "Refresh."},
          {"Ctrl+Return, Ctrl+.", {}, "Run the command; stop it, first by TERM, then by KILL."}}});
    page.sections.push_back({"Files and environment", {}, "Those of podiumctl(1).", {}});
    page.seeAlso = {"podiumctl(1)", "podium-sim(1)", "podium-config(5)", "podium-recipe(5)"};
    const std::string problem = manual::writePages({page}, folder.toStdString());
    return {QString::fromStdString(problem), problem.empty() ? 0 : 1};
}

std::variant<Arguments, EarlyExit> parseArguments(const QStringList &words)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QString::fromLatin1(Description));
    const QCommandLineOption help(
        {QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Show this help."));
    const QCommandLineOption version(
        QStringLiteral("version"), QStringLiteral("Show the version."));
    const QCommandLineOption demo(
        QStringLiteral("demo"),
        QStringLiteral("Open a demo cloud on this machine; touches nothing of yours."));
    const QCommandLineOption page(
        QStringLiteral("page"),
        QStringLiteral("Show this page first: %1.").arg(pageIds().join(QStringLiteral(", "))),
        QStringLiteral("page"));
    const QCommandLineOption verbose(
        {QStringLiteral("v"), QStringLiteral("verbose")},
        QStringLiteral("Log more, and to stderr too."));
    const QList<QCommandLineOption> options{help, version, demo, page, verbose};
    parser.addOptions(options);
    if (words.size() == 4 && words[1] == QLatin1String("help") &&
        words[2] == QLatin1String("--man")) {
        return writeManual(options, words[3]);
    }

    if (!parser.parse(words)) {
        return EarlyExit{parser.errorText() + QLatin1Char('\n'), 2};
    }
    if (parser.isSet(help)) {
        return EarlyExit{helpOf(parser), 0};
    }
    if (parser.isSet(version)) {
        return EarlyExit{QStringLiteral("podium " PODIUM_VERSION "\n"), 0};
    }
    if (!parser.positionalArguments().isEmpty()) {
        return EarlyExit{
            QStringLiteral("podium takes no argument “%1”; see podium --help.\n")
                .arg(parser.positionalArguments().constFirst()),
            2};
    }
    // As the window calls the page, too.
    const bool isPlural = parser.value(page) == QLatin1String("tunnels");
    const QString first = isPlural ? QStringLiteral("tunnel") : parser.value(page);
    if (parser.isSet(page) && !pageIds().contains(first)) {
        return EarlyExit{
            QStringLiteral("There is no page “%1”; there are: %2.\n")
                .arg(first, pageIds().join(QStringLiteral(", "))),
            2};
    }
    return Arguments{parser.isSet(demo), first, parser.isSet(verbose)};
}

} // namespace podium::app
