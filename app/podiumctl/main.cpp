// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/composition/interrupts.h"
#include "app/composition/requesthost.h"
#include "app/composition/services.h"
#include "app/podiumctl/commandline.h"
#include "app/podiumctl/commandtree.h"
#include "app/podiumctl/complete/livewords.h"
#include "app/podiumctl/manual.h"
#include "app/podiumctl/subcommands.h"
#include "app/podiumctl/task.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "app/podiumctl/workstatus.h"
#include "core/base/log.h"
#include "core/cloud/values/secret.h"
#include "core/ssh/io/descriptorlimit.h"
#include "core/store/noderows.h"

#include <QCoreApplication>

#include <algorithm>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

namespace podium::ctl {

namespace {

/// A file or socket that is opened next would take the place of a standard stream that is closed,
/// and get what is meant for that. Reading finds an end then, and output is seen to be lost.
void fillClosedStreams()
{
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) == -1) {
            // The lowest one that is free.
            (void)::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

/// With --json there is always a document: where a command has no result, why.
void printFailureDocument(int code)
{
    const auto failure = failureWithoutResult();
    if (!failure) {
        return;
    }
    Error error = *failure;
    if (code == ExitInterrupted) {
        error = {ErrorKind::Cancelled, QStringLiteral("Interrupted.")};
    } else if (code == ExitUsage && error.kind == ErrorKind::Refused) {
        error.kind = ErrorKind::InvalidArgument;
    }
    printJson({{"error", errorJson(error)}});
}

/// What could not be shown has not been done for anybody.
int codeAfterOutput(int code)
{
    flushOutput();
    return hasLostOutput() ? std::max(code, int(ExitRefused)) : code;
}

/// What was done where some could not be asked is not all that was wished.
int codeAfterLook(int code, const Task &task)
{
    return code == ExitUsage ? code : std::max(code, int(task.lookCode()));
}

/// Help, the version, or a usage error.
int tell(const EarlyExit &early, bool asJson)
{
    if (early.code != 0 && asJson) {
        const QString text = QString::fromStdString(early.text).trimmed();
        // The line below the first says what to do.
        const QString summary = text.section(QLatin1Char('\n'), 0, 0);
        const QString hint = text.section(QLatin1Char('\n'), 1);
        printJson({{"error", errorJson({ErrorKind::InvalidArgument, summary, {}, hint})}});
    }
    const QString text = QString::fromStdString(early.text);
    if (early.code == 0) {
        printBytesTo(stdout, text.toUtf8());
    } else {
        printBytesTo(stderr, printableLines(text).toUtf8()); // the words that were given are in it
    }
    return codeAfterOutput(early.code);
}

/// What was stored spares questions and is compared with, so that it cannot be had is worth a word.
void tellOfDatabase(app::Services &services, QObject *context)
{
    const Callback<Error> tell(context, [](const Error &error) { printError(error); });
    services.database.post([tell](const Result<store::Database *> &database) {
        const auto stored = database ? store::storedAsOf(**database) : failure(database.error());
        if (!stored) {
            tell(stored.error());
        }
    });
}

int execute(const Arguments &arguments, bool asJson)
{
    const Subcommand &subcommand = arguments.subcommand;
    const Needs needs = subcommand.needs ? subcommand.needs() : Needs();
    app::ServiceOptions options;
    options.projects = needs.projects;
    options.program = QStringLiteral("podiumctl");
    startLogging({options.paths.logFile(), arguments.verbose, arguments.verbose});
    auto services = app::Services::make(options);
    if (!services) {
        printError(services.error());
        if (asJson) {
            printFailureDocument(ExitUsage);
        }
        return codeAfterOutput(ExitUsage);
    }
    (*services)->source.setPatient(false);
    const auto task = subcommand.makeTask(**services);
    app::Interrupts interrupts(task->alsoHears());
    QObject::connect(&interrupts, &app::Interrupts::interrupted, task.get(), &Task::interrupt);
    QObject::connect(&interrupts, &app::Interrupts::heard, task.get(), &Task::hear);
    QObject::connect(
        task.get(), &Task::finished, task.get(),
        [&task](int code) { QCoreApplication::exit(codeAfterLook(code, *task)); },
        Qt::QueuedConnection);
    if (needs.warnsWithoutDatabase) {
        tellOfDatabase(**services, task.get());
    }
    if (needs.hasStoredNodes) {
        (*services)->inventory.loadStored();
    }
    WorkStatus refresh((*services)->clock);
    models::followRefreshes(refresh.meter(), (*services)->inventory);
    task->start();
    int code = QCoreApplication::exec();
    if (app::wasQuestionInterrupted()) {
        code = ExitInterrupted;
    }
    clearStatus(); // of what was interrupted
    if (asJson && code != ExitDone) {
        printFailureDocument(code);
    }
    return codeAfterOutput(code);
}

/// For the build and for shells, which no help shows: the manual's pages into a folder, and the
/// words that may stand where the cursor is. Nothing: it is none of them.
std::optional<int> serveMachine(const std::vector<std::string> &words)
{
    const bool isManual = words.size() == 3 && words[0] == "help" && words[1] == "--man";
    const bool isCompletion = words.size() > 1 && words[0] == "complete" && words[1] == "--";
    if (!isManual && !isCompletion) {
        return std::nullopt;
    }
    const std::vector<Subcommand> subcommands = allSubcommands();
    CommandTree tree(subcommands);
    if (isManual) {
        const std::string problem = writeManual(tree.app(), words[2]);
        printBytesTo(stderr, QByteArray::fromStdString(problem));
        return codeAfterOutput(problem.empty() ? ExitDone : ExitRefused);
    }
    const std::string lines =
        completionLines(tree.app(), {words.begin() + 2, words.end()}, Paths::fromEnvironment());
    printBytesTo(stdout, QByteArray::fromStdString(lines));
    return codeAfterOutput(ExitDone);
}

} // namespace

} // namespace podium::ctl

int main(int argc, char **argv)
{
    podium::ctl::fillClosedStreams();
    podium::cloud::disableCoreDumps();
    podium::ssh::raiseDescriptorLimit();
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("podiumctl"));
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (const auto code = podium::ctl::serveMachine(words)) {
        return *code;
    }
    const bool asJson = podium::ctl::wantsJson(words);
    const auto parsed = podium::ctl::parseArguments(words, podium::ctl::allSubcommands());
    if (const auto *early = std::get_if<podium::ctl::EarlyExit>(&parsed)) {
        return podium::ctl::tell(*early, asJson);
    }
    return podium::ctl::execute(std::get<podium::ctl::Arguments>(parsed), asJson);
}
