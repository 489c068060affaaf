// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/composition/services.h"
#include "app/podiumctl/arguments.h"
#include "app/podiumctl/detachedtasks.h"
#include "app/podiumctl/forgetkeytask.h"
#include "app/podiumctl/historytask.h"
#include "app/podiumctl/interrupts.h"
#include "app/podiumctl/listtasks.h"
#include "app/podiumctl/namedoncetask.h"
#include "app/podiumctl/peopletask.h"
#include "app/podiumctl/peopleworkertask.h"
#include "app/podiumctl/projectkeystask.h"
#include "app/podiumctl/runtask.h"
#include "app/podiumctl/sshconfigtask.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/ttytask.h"
#include "app/podiumctl/unfinishedtasks.h"
#include "app/podiumctl/watchtask.h"
#include "core/base/log.h"
#include "core/cloud/secret.h"
#include "core/ssh/descriptorlimit.h"

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
                runServices(), *m_services.hostKeys, m_services.hostKeyInquiry, arguments);
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
            m_services.peopleWorld(), m_services.compute, m_services.history, arguments);
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
        const auto killed = unfinishedRun(m_services.paths.stateDir, arguments.id);
        switch (arguments.action) {
        case DetachedArguments::Action::Attach:
            if (killed) {
                return std::make_unique<UnfinishedAskTask>(runServices(), arguments, *killed);
            }
            return std::make_unique<AttachTask>(runServices(), arguments);
        case DetachedArguments::Action::End:
            if (killed) {
                return std::make_unique<UnfinishedAskTask>(runServices(), arguments, *killed);
            }
            return std::make_unique<DetachedEndTask>(runServices(), arguments);
        case DetachedArguments::Action::Forget:
            if (killed) {
                return std::make_unique<UnfinishedForgetTask>(arguments, *killed);
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

/// What could not be shown has not been done for anybody.
int codeAfterOutput(int code)
{
    flushOutput();
    return hasLostOutput() ? std::max(code, int(ExitRefused)) : code;
}

/// Help, the version, or a usage error.
int tell(const EarlyExit &early)
{
    printBytesTo(early.code == 0 ? stdout : stderr, QByteArray::fromStdString(early.text));
    return codeAfterOutput(early.code);
}

int execute(const Arguments &arguments)
{
    app::ServiceOptions options;
    options.projects = projectsOf(arguments.command);
    options.program = QStringLiteral("podiumctl");
    startLogging({options.paths.logFile(), arguments.verbose, arguments.verbose});
    auto services = app::Services::make(options);
    if (!services) {
        printError(services.error());
        return ExitUsage;
    }
    const auto task = std::visit(MakeTask(**services), arguments.command);
    Interrupts interrupts(task->alsoHears());
    QObject::connect(&interrupts, &Interrupts::interrupted, task.get(), &Task::interrupt);
    QObject::connect(&interrupts, &Interrupts::heard, task.get(), &Task::hear);
    QObject::connect(
        task.get(), &Task::finished, task.get(), [](int code) { QCoreApplication::exit(code); },
        Qt::QueuedConnection);
    if (!std::holds_alternative<NodeHistoryArguments>(arguments.command)) {
        (*services)->inventory.loadStored();
    }
    task->start();
    const int code = QCoreApplication::exec();
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
    const auto parsed = podium::ctl::parseArguments({argv + 1, argv + argc});
    if (const auto *early = std::get_if<podium::ctl::EarlyExit>(&parsed)) {
        return podium::ctl::tell(*early);
    }
    return podium::ctl::execute(std::get<podium::ctl::Arguments>(parsed));
}
