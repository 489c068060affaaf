// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/composition/services.h"
#include "app/podiumctl/commandline.h"
#include "app/podiumctl/interrupts.h"
#include "app/podiumctl/lifecycle/createtask.h"
#include "app/podiumctl/lifecycle/grantchecktask.h"
#include "app/podiumctl/lifecycle/grantstask.h"
#include "app/podiumctl/lifecycle/nodeactiontask.h"
#include "app/podiumctl/namedoncetask.h"
#include "app/podiumctl/nodes/historytask.h"
#include "app/podiumctl/nodes/listtasks.h"
#include "app/podiumctl/people/peopletask.h"
#include "app/podiumctl/people/peopleworkertask.h"
#include "app/podiumctl/people/projectkeystask.h"
#include "app/podiumctl/recipe/reciperuntask.h"
#include "app/podiumctl/recipe/recipetask.h"
#include "app/podiumctl/run/detachedtasks.h"
#include "app/podiumctl/run/orphantasks.h"
#include "app/podiumctl/run/runtask.h"
#include "app/podiumctl/run/ttytask.h"
#include "app/podiumctl/sshconfig/forgetkeytask.h"
#include "app/podiumctl/sshconfig/sshconfigtask.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/tpu/tputask.h"
#include "app/podiumctl/valuesjson.h"
#include "app/podiumctl/watch/watchtask.h"
#include "core/base/log.h"
#include "core/cloud/values/secret.h"
#include "core/inventory/targets.h"
#include "core/run/detached/runjournal.h"
#include "core/ssh/io/descriptorlimit.h"
#include "core/store/noderows.h"

#include <QCoreApplication>

#include <algorithm>
#include <type_traits>

namespace podium::ctl {

namespace {

QStringList projectsOf(const Command &command)
{
    return std::visit(
        [](const auto &arguments) {
            using T = std::decay_t<decltype(arguments)>;
            if constexpr (
                std::is_same_v<T, NodesArguments> || std::is_same_v<T, SshConfigArguments>) {
                return arguments.projects;
            } else {
                return QStringList();
            }
        },
        command);
}

/// The words that name workers, where only those matter.
QStringList targetsOf(const Command &command)
{
    if (const auto *run = std::get_if<RunArguments>(&command)) {
        return run->targets;
    }
    if (const auto *detached = std::get_if<DetachedArguments>(&command)) {
        return detached->targets;
    }
    if (const auto *recipe = std::get_if<RecipeArguments>(&command)) {
        return recipe->targets;
    }
    if (const auto *tpu = std::get_if<TpuArguments>(&command)) {
        return tpu->targets;
    }
    const auto *config = std::get_if<SshConfigArguments>(&command);
    const bool forgets = config && config->action == SshConfigArguments::Action::ForgetKey;
    return forgets ? config->targets : QStringList();
}

/// What is asked of the cloud, and how long.
void setQuestion(inventory::CloudNodeSource &source, const Command &command)
{
    const auto *watch = std::get_if<WatchArguments>(&command);
    source.setPatient(watch && !watch->once);
    source.setAsksOnly(inventory::projectsOfTargets(targetsOf(command)));
}

/// Makes the task of a command line.
class MakeTask
{
public:
    explicit MakeTask(app::Services &services) : m_services(services) {}

    std::unique_ptr<Task> operator()(const ProjectsArguments &arguments) const
    {
        m_services.source.setAsksHostKeys(false);
        return std::make_unique<ProjectsTask>(m_services.inventory, arguments);
    }
    std::unique_ptr<Task> operator()(const NodesArguments &arguments) const
    {
        m_services.source.setAsksHostKeys(false);
        return std::make_unique<NodesTask>(m_services.inventory, arguments);
    }
    std::unique_ptr<Task> operator()(const NodeHistoryArguments &arguments) const
    {
        return std::make_unique<HistoryTask>(m_services.history, arguments);
    }
    std::unique_ptr<Task> operator()(const SshConfigArguments &arguments) const
    {
        if (arguments.action == SshConfigArguments::Action::ForgetKey) {
            return std::make_unique<ForgetKeyTask>(
                runServices(), *m_services.hostKeys, m_services.hostKeyInquiry, m_services.paths,
                arguments);
        }
        return std::make_unique<SshConfigTask>(
            m_services.inventory, m_services.sshConfig, m_services.paths,
            m_services.sshConfigOptions(), arguments);
    }
    std::unique_ptr<Task> operator()(const WatchArguments &arguments) const
    {
        return std::make_unique<WatchTask>(m_services, arguments);
    }
    std::unique_ptr<Task> operator()(const PeopleArguments &arguments) const
    {
        if (ProjectKeysTask::does(arguments.action)) {
            return std::make_unique<ProjectKeysTask>(
                m_services.compute, m_services.clock, arguments);
        }
        if (PeopleTask::does(arguments.action)) {
            return rosterTask(arguments);
        }
        return std::make_unique<PeopleWorkerTask>(
            m_services.peopleWorld(), m_services.compute, m_services.history,
            run::journalFolder(m_services.paths.stateDir), arguments);
    }
    std::unique_ptr<Task> operator()(const GrantsArguments &arguments) const
    {
        if (arguments.action == GrantsArguments::Action::Check) {
            return std::make_unique<GrantCheckTask>(
                GrantCheckTask::Services{
                    m_services.grants, m_services.source, m_services.inventory, m_services.clock},
                arguments);
        }
        return std::make_unique<GrantsTask>(
            m_services.grants, m_services.snapshots, m_services.clock, arguments);
    }
    std::unique_ptr<Task> operator()(const CreateArguments &arguments) const
    {
        const CreateServices services{m_services.grants,    m_services.requests, m_services.source,
                                      m_services.inventory, m_services.tpu,      m_services.clock};
        if (arguments.action == CreateArguments::Action::Create) {
            return std::make_unique<CreateTask>(services, arguments);
        }
        return std::make_unique<RequestsTask>(services, arguments);
    }
    std::unique_ptr<Task> operator()(const NodeActionArguments &arguments) const
    {
        return std::make_unique<NodeActionTask>(
            NodeActionTask::Services{m_services.source, m_services.inventory, m_services.tpu},
            arguments);
    }
    std::unique_ptr<Task> operator()(const RecipeArguments &arguments) const
    {
        const QString folder = m_services.paths.configDir + QStringLiteral("/recipes");
        if (arguments.action == RecipeArguments::Action::Run) {
            return std::make_unique<RecipeRunTask>(runServices(), folder, arguments);
        }
        return std::make_unique<RecipeTask>(folder, arguments);
    }
    std::unique_ptr<Task> operator()(const TpuArguments &arguments) const
    {
        return std::make_unique<TpuTask>(runServices(), arguments);
    }
    std::unique_ptr<Task> operator()(const RunArguments &arguments) const
    {
        if (arguments.tty) {
            return std::make_unique<TtyTask>(runServices(), arguments);
        }
        return std::make_unique<RunTask>(runServices(), arguments);
    }
    std::unique_ptr<Task> operator()(const DetachedArguments &arguments) const
    {
        const auto killed = orphanedRun(m_services.paths.stateDir, arguments.id);
        switch (arguments.action) {
        case DetachedArguments::Action::Attach:
            if (killed) {
                return std::make_unique<OrphanTask>(runServices(), arguments, *killed);
            }
            return std::make_unique<AttachTask>(runServices(), arguments);
        case DetachedArguments::Action::End:
            if (killed) {
                return std::make_unique<OrphanTask>(runServices(), arguments, *killed);
            }
            return std::make_unique<DetachedEndTask>(runServices(), arguments);
        case DetachedArguments::Action::Forget:
            if (killed) {
                return std::make_unique<OrphanForgetTask>(arguments, *killed);
            }
            return std::make_unique<DetachedForgetTask>(runServices(), arguments);
        case DetachedArguments::Action::List:
            break;
        }
        return std::make_unique<DetachedListTask>(runServices(), arguments);
    }

private:
    [[nodiscard]] std::unique_ptr<Task> rosterTask(const PeopleArguments &arguments) const
    {
        auto task = std::make_unique<PeopleTask>(m_services.roster, m_services.clock, arguments);
        const bool grants =
            arguments.action == PeopleAction::Add || arguments.action == PeopleAction::Grant;
        if (!grants || arguments.selectors.isEmpty()) {
            return task;
        }
        return std::make_unique<NamedOnceTask>(
            m_services.inventory, m_services.snapshots, arguments.selectors, std::move(task));
    }
    [[nodiscard]] RunServices runServices() const
    {
        return {m_services.inventory, m_services.transport,      m_services.sshDefaults(),
                m_services.clock,     m_services.outputLimits(), m_services.paths.stateDir};
    }

    app::Services &m_services;
};

bool wantsJson(const std::vector<std::string> &words)
{
    const auto end = std::find(words.begin(), words.end(), "--");
    return std::find(words.begin(), end, "--json") != end;
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
        error = {ErrorKind::Cancelled, QStringLiteral("Interrupted."), {}, {}, {}};
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

/// Help, the version, or a usage error.
int tell(const EarlyExit &early, bool asJson)
{
    if (early.code != 0 && asJson) {
        const QString text = QString::fromStdString(early.text).trimmed();
        printJson({{"error", errorJson({ErrorKind::InvalidArgument, text, {}, {}, {}})}});
    }
    printBytesTo(early.code == 0 ? stdout : stderr, QByteArray::fromStdString(early.text));
    return codeAfterOutput(early.code);
}

/// What was stored spares questions and is compared with, so that it cannot be had is worth a word:
/// for those that do not say so themselves.
void tellOfDatabase(app::Services &services, const Command &command, QObject *context)
{
    if (std::holds_alternative<PeopleArguments>(command)) {
        return;
    }
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
    app::ServiceOptions options;
    options.projects = projectsOf(arguments.command);
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
    setQuestion((*services)->source, arguments.command);
    const auto task = std::visit(MakeTask(**services), arguments.command);
    Interrupts interrupts(task->alsoHears());
    QObject::connect(&interrupts, &Interrupts::interrupted, task.get(), &Task::interrupt);
    QObject::connect(&interrupts, &Interrupts::heard, task.get(), &Task::hear);
    QObject::connect(
        task.get(), &Task::finished, task.get(), [](int code) { QCoreApplication::exit(code); },
        Qt::QueuedConnection);
    if (!std::holds_alternative<NodeHistoryArguments>(arguments.command)) {
        tellOfDatabase(**services, arguments.command, task.get());
        (*services)->inventory.loadStored();
    }
    task->start();
    const int code = QCoreApplication::exec();
    if (asJson && code != ExitDone) {
        printFailureDocument(code);
    }
    return codeAfterOutput(code);
}

} // namespace

} // namespace podium::ctl

int main(int argc, char **argv)
{
    podium::cloud::disableCoreDumps();
    podium::ssh::raiseDescriptorLimit();
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("podiumctl"));
    const std::vector<std::string> words(argv + 1, argv + argc);
    const bool asJson = podium::ctl::wantsJson(words);
    const auto parsed = podium::ctl::parseArguments(words);
    if (const auto *early = std::get_if<podium::ctl::EarlyExit>(&parsed)) {
        return podium::ctl::tell(*early, asJson);
    }
    return podium::ctl::execute(std::get<podium::ctl::Arguments>(parsed), asJson);
}
