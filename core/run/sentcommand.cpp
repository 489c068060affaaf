// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/sentcommand.h"

#include "core/run/bootstrap.h"
#include "core/run/runoption.h"
#include "core/ssh/shellquote.h"

#include <algorithm>
#include <utility>

namespace podium::run {

namespace {

QByteArray scriptOf(const RunSpec &spec)
{
    // The shell's own name is kept first: SHELL could be one of the variables.
    return "set -- \"${SHELL:-/bin/sh}\"\n" + exportLines(spec) + "exec \"$1\" -c " +
           ssh::shellQuote(spec.command);
}

Error problem(const QString &summary)
{
    return {ErrorKind::InvalidArgument, summary};
}

/// A backslash before a quote within quotes is where the shells differ: csh sees "\" closed there
/// and goes on with setenv; for all others that is still part of the text, and they see `export`.
QByteArray markOf(const QByteArray &id)
{
    return "true \"\\\"; setenv PODIUM_RUN " + id + "; true \"; export PODIUM_RUN=" + id +
           "; true \\\"; ";
}

std::optional<Error> problemOf(const EnvironmentVariable &variable)
{
    if (!isVariableName(variable.name)) {
        return badVariableName();
    }
    const QString name = QString::fromLatin1(variable.name.left(100));
    if (variable.value.contains('\0')) {
        return problem(
            QStringLiteral("The value of %1 has a zero byte in it, which no variable can have.")
                .arg(name));
    }
    if (variable.name.size() + 1 + variable.value.size() > LongestVariable) {
        return problem(QStringLiteral("The value of %1 is too long: a variable has room for 128 "
                                      "KiB, its name included.")
                           .arg(name));
    }
    return std::nullopt;
}

} // namespace

QByteArray withoutMark(const QByteArray &sent)
{
    static const QByteArray none(16, '0'); // as long as any id
    static const QByteArray mark = markOf(none);
    static const int at = mark.indexOf(none);
    return sent.startsWith(mark.left(at)) && sent.startsWith(markOf(sent.mid(at, none.size())))
               ? sent.mid(mark.size())
               : sent;
}

bool isMarked(const RunSpec &spec)
{
    return !spec.runId.isEmpty() && !spec.command.isEmpty();
}

QByteArray exportLines(const RunSpec &spec)
{
    QByteArray lines;
    if (isMarked(spec)) {
        lines += "export PODIUM_RUN=" + spec.runId.toLatin1() + '\n';
    }
    for (const EnvironmentVariable &variable : spec.environment) {
        lines += "export " + variable.name + '=' + ssh::shellQuote(variable.value) + '\n';
    }
    return lines;
}

QByteArray sentCommand(const RunSpec &spec)
{
    if (!spec.environment.empty()) {
        return Bootstrap;
    }
    return isMarked(spec) ? markOf(spec.runId.toLatin1()) + spec.command : spec.command;
}

ssh::CommandRequest
requestFor(const RunSpec &spec, ssh::Endpoint endpoint, std::optional<ssh::TerminalSize> terminal)
{
    ssh::CommandRequest request;
    static_cast<ssh::CommandOptions &>(request) = spec;
    request.endpoint = std::move(endpoint);
    request.command = sentCommand(spec);
    request.terminal = terminal;
    return request;
}

QByteArray sentInput(const RunSpec &spec, const QByteArray &input)
{
    return spec.environment.empty() ? input : bootstrapInput(scriptOf(spec), input);
}

bool isVariableName(const QByteArray &name)
{
    const auto isLetter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    return !name.isEmpty() && isLetter(name[0]) &&
           std::all_of(name.begin(), name.end(), [&isLetter](char c) {
               return isLetter(c) || (c >= '0' && c <= '9');
           });
}

Error badVariableName()
{
    return problem(QStringLiteral("The name of an environment variable must be letters, digits "
                                  "and _, with no digit first."));
}

std::optional<Error> environmentProblem(const RunSpec &spec)
{
    if (spec.environment.empty()) {
        return std::nullopt;
    }
    if (spec.terminal) {
        return problem(QStringLiteral("A run in a terminal takes no environment variables: its "
                                      "stdin, over which they go, is the keyboard."));
    }
    if (spec.environment.size() > std::size_t(MostVariables)) {
        return problem(QStringLiteral("These are too many environment variables: %1 are the most.")
                           .arg(MostVariables));
    }
    qint64 bytes = 0;
    for (const EnvironmentVariable &variable : spec.environment) {
        if (auto found = problemOf(variable)) {
            return found;
        }
        bytes += variable.name.size() + 1 + variable.value.size();
    }
    if (bytes > MostOfEnvironment) {
        return problem(QStringLiteral("The environment variables are too long together: there is "
                                      "room for 1 MiB."));
    }
    return std::nullopt;
}

std::optional<Error> runProblem(const RunSpec &spec)
{
    const auto problem = environmentProblem(spec);
    return problem ? problem : gatewayConflict(spec);
}

} // namespace podium::run
