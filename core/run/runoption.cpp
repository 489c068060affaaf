// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/runoption.h"

#include <chrono>

namespace podium::run {

namespace {

using Group = RunOption::Group;

template <auto Member>
int secondsOf(const RunSpec &spec)
{
    return int(std::chrono::duration_cast<std::chrono::seconds>(spec.*Member).count());
}

template <auto Member>
void setSeconds(RunSpec &spec, int value)
{
    spec.*Member = std::chrono::seconds(value);
}

template <auto Member>
int numberOf(const RunSpec &spec)
{
    return spec.*Member;
}

template <auto Member>
void setNumber(RunSpec &spec, int value)
{
    spec.*Member = value;
}

int stepSeconds(const RunSpec &spec)
{
    return int(std::chrono::duration_cast<std::chrono::seconds>(spec.phaseLimits.tcp).count());
}

void setStepSeconds(RunSpec &spec, int value)
{
    const std::chrono::seconds step(value);
    spec.phaseLimits = {step, step, step, step};
}

constexpr RunOption Options[] = {
    {.name = "fanOut",
     .flag = "--jobs",
     .help = "Workers at a time",
     .least = 1,
     .most = 4096,
     .usual = "all",
     .group = Group::Workers,
     .label = QT_TRANSLATE_NOOP("RunOption", "Workers at a time"),
     .toolTip = QT_TRANSLATE_NOOP(
         "RunOption", "The next one starts when one has ended; workers that wait for each "
                      "other must all fit in"),
     .summary = QT_TRANSLATE_NOOP("RunOption", "%1 at once"),
     .zero = QT_TRANSLATE_NOOP("RunOption", "all"),
     .mostInWindow = 9999,
     .value = numberOf<&RunSpec::fanOut>,
     .apply = setNumber<&RunSpec::fanOut>},
    {.name = "totalMs",
     .inHistory = 1000,
     .flag = "--timeout",
     .help = "Seconds for each worker, in total",
     .usual = "none",
     .group = Group::Command,
     .label = QT_TRANSLATE_NOOP("RunOption", "Time limit"),
     .toolTip = QT_TRANSLATE_NOOP("RunOption", "For each worker, in total"),
     .summary = QT_TRANSLATE_NOOP("RunOption", "at most %1 s"),
     .zero = QT_TRANSLATE_NOOP("RunOption", "none"),
     .suffix = QT_TRANSLATE_NOOP("RunOption", " s"),
     .value = secondsOf<&RunSpec::totalLimit>,
     .apply = setSeconds<&RunSpec::totalLimit>},
    {.name = "connectMs",
     .inHistory = 1000,
     .flag = "--connect-timeout",
     .help = "Seconds until logged in",
     .least = 1,
     .group = Group::Login,
     .label = QT_TRANSLATE_NOOP("RunOption", "Login timeout"),
     .toolTip =
         QT_TRANSLATE_NOOP("RunOption", "For each worker, from the first packet to the login"),
     .summary = QT_TRANSLATE_NOOP("RunOption", "login timeout %1 s"),
     .suffix = QT_TRANSLATE_NOOP("RunOption", " s"),
     .mostInWindow = 600,
     .value = secondsOf<&RunSpec::connectLimit>,
     .apply = setSeconds<&RunSpec::connectLimit>},
    {.name = "stepMs",
     .inHistory = 1000,
     .flag = "--step-timeout",
     .help = "Seconds for each step of that: TCP, greeting, key exchange, login",
     .usual = "none",
     .group = Group::Login,
     .label = QT_TRANSLATE_NOOP("RunOption", "Step timeout"),
     .toolTip = QT_TRANSLATE_NOOP(
         "RunOption", "For each step of a login: TCP, greeting, key exchange, login itself"),
     .summary = QT_TRANSLATE_NOOP("RunOption", "step timeout %1 s"),
     .zero = QT_TRANSLATE_NOOP("RunOption", "none"),
     .suffix = QT_TRANSLATE_NOOP("RunOption", " s"),
     .isForDirect = true,
     .value = stepSeconds,
     .apply = setStepSeconds},
    {.name = "retrySeconds",
     .flag = "--retry-login",
     .help = "Seconds to try again where a worker does not answer, as after its start",
     .usual = "none",
     .group = Group::Login,
     .label = QT_TRANSLATE_NOOP("RunOption", "Retry login for"),
     .toolTip = QT_TRANSLATE_NOOP(
         "RunOption",
         "A worker that does not answer, as one that has just been started, is tried again"),
     .summary = QT_TRANSLATE_NOOP("RunOption", "retry login for %1 s"),
     .zero = QT_TRANSLATE_NOOP("RunOption", "no retry"),
     .suffix = QT_TRANSLATE_NOOP("RunOption", " s"),
     .mostInWindow = 24 * 3600,
     .isForDirect = true,
     .value = secondsOf<&RunSpec::retryLimit>,
     .apply = setSeconds<&RunSpec::retryLimit>},
    {.name = "firstOutputMs",
     .inHistory = 1000,
     .flag = "--first-output-timeout",
     .help = "Seconds until something is printed",
     .usual = "none",
     .group = Group::Command,
     .label = QT_TRANSLATE_NOOP("RunOption", "First output timeout"),
     .toolTip = QT_TRANSLATE_NOOP("RunOption", "From sending the command to its first output"),
     .summary = QT_TRANSLATE_NOOP("RunOption", "first output timeout %1 s"),
     .zero = QT_TRANSLATE_NOOP("RunOption", "none"),
     .suffix = QT_TRANSLATE_NOOP("RunOption", " s"),
     .isForDirect = true,
     .isForPipes = true,
     .value = secondsOf<&RunSpec::firstOutputLimit>,
     .apply = setSeconds<&RunSpec::firstOutputLimit>},
    {.name = "idleMs",
     .inHistory = 1000,
     .flag = "--idle-timeout",
     .help = "Seconds without any output",
     .usual = "none",
     .group = Group::Command,
     .label = QT_TRANSLATE_NOOP("RunOption", "Stop if silent"),
     .toolTip =
         QT_TRANSLATE_NOOP("RunOption", "A command that prints nothing for this long is stopped"),
     .summary = QT_TRANSLATE_NOOP("RunOption", "stop if silent for %1 s"),
     .zero = QT_TRANSLATE_NOOP("RunOption", "none"),
     .suffix = QT_TRANSLATE_NOOP("RunOption", " s"),
     .isForDirect = true,
     .value = secondsOf<&RunSpec::idleLimit>,
     .apply = setSeconds<&RunSpec::idleLimit>},
    {.name = "lossSeconds",
     .flag = "--end-when-lost",
     .help = "Let a worker end the command when it has not heard from here for this many seconds",
     .least = 5,
     .most = 24 * 3600,
     .usual = "never",
     .isForDirect = true,
     .value = secondsOf<&RunSpec::lossLimit>,
     .apply = setSeconds<&RunSpec::lossLimit>},
    {.name = "loginsAtOnce",
     .flag = "--logins",
     .help = "Logins at a time; default: as many as help, from 16 on, by what is measured",
     .least = 1,
     .most = 4096,
     .usual = "",
     .group = Group::Workers,
     .label = QT_TRANSLATE_NOOP("RunOption", "Logins at once"),
     .toolTip = QT_TRANSLATE_NOOP(
         "RunOption",
         "Logins in progress at a time; by itself it starts with few and takes more for as long "
         "as that is faster"),
     .summary = QT_TRANSLATE_NOOP("RunOption", "%1 logins at once"),
     .zero = QT_TRANSLATE_NOOP("RunOption", "auto"),
     .mostInWindow = 999,
     .isForDirect = true,
     .value = numberOf<&RunSpec::loginsAtOnce>,
     .apply = setNumber<&RunSpec::loginsAtOnce>},
};

constexpr RunFlag Flags[] = {
    {.value = &RunSpec::failFast,
     .name = "failFast",
     .flag = "--fail-fast",
     .help = "Start no more workers after a failure",
     .isForAttached = true,
     .isForDirect = true,
     .label = QT_TRANSLATE_NOOP("RunFlag", "Skip the rest after a failure"),
     .toolTip =
         QT_TRANSLATE_NOOP("RunFlag", "Workers still waiting are skipped once one has failed"),
     .summary = QT_TRANSLATE_NOOP("RunFlag", "fail fast")},
    {.value = &RunSpec::endTogether,
     .name = "endTogether",
     .flag = "--end-together",
     .help = "Once it has failed on a worker, end it on the others",
     .isForAttached = true,
     .label = QT_TRANSLATE_NOOP("RunFlag", "End the rest after a failure"),
     .toolTip = QT_TRANSLATE_NOOP(
         "RunFlag", "Workers that wait for each other would wait for good once one has failed"),
     .summary = QT_TRANSLATE_NOOP("RunFlag", "end together")},
    {.value = &RunSpec::allOrNone,
     .name = "allOrNone",
     .flag = "--all-or-none",
     .help = "Start once all workers have logged in; where one cannot, on none",
     .excludes = "--jobs",
     .isForDirect = true,
     .label = QT_TRANSLATE_NOOP("RunFlag", "All workers or none"),
     .toolTip = QT_TRANSLATE_NOOP(
         "RunFlag", "Starts once all workers have logged in; where one cannot, nothing is started"),
     .summary = QT_TRANSLATE_NOOP("RunFlag", "all workers or none")},
    {.value = &RunSpec::viaGateway,
     .name = "viaGateway",
     .flag = "--via-gateway",
     .help = "Log in on one worker only, the first, whose ClusterShell runs it on all of them",
     .isForAttached = true,
     .label = QT_TRANSLATE_NOOP("RunFlag", "Via a gateway"),
     .toolTip = QT_TRANSLATE_NOOP(
         "RunFlag",
         "This machine logs in on one worker only, and ClusterShell there on all of them; "
         "your keys stay here and sign only those logins"),
     .summary = QT_TRANSLATE_NOOP("RunFlag", "via a gateway")},
};

/// The flag of one that was asked for, or what else it is called; empty: there is none.
QString forDirectOnly(const RunSpec &spec)
{
    const RunSpec usual;
    for (const RunOption &option : Options) {
        if (option.isForDirect && option.value(spec) != option.value(usual)) {
            return option.label ? RunOption::tr(option.label) : QString::fromLatin1(option.flag);
        }
    }
    for (const RunFlag &flag : Flags) {
        if (flag.isForDirect && spec.*flag.value) {
            return RunFlag::tr(flag.label);
        }
    }
    if (spec.terminal) {
        return QStringLiteral("a terminal");
    }
    if (spec.keepsInputOpen) {
        return QStringLiteral("typing to it");
    }
    return spec.inputs.empty() ? QString() : QStringLiteral("another stdin on each worker");
}

} // namespace

std::optional<Error> gatewayConflict(const RunSpec &spec)
{
    const QString what = spec.viaGateway ? forDirectOnly(spec) : QString();
    if (what.isEmpty()) {
        return std::nullopt;
    }
    return Error{
        ErrorKind::InvalidArgument,
        QStringLiteral("A run through a gateway cannot have this: %1.").arg(what),
        QStringLiteral("ClusterShell has no such thing."),
        QStringLiteral("Leave it out, or run without the gateway.")};
}

std::span<const RunFlag> RunFlag::all()
{
    return Flags;
}

std::span<const RunOption> RunOption::all()
{
    return Options;
}

} // namespace podium::run
