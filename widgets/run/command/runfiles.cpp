// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/command/runfiles.h"

#include "core/base/files.h"
#include "core/run/environmentlines.h"
#include "core/run/sentcommand.h"
#include "widgets/run/command/runoptions.h"

#include <QFile>
#include <QTemporaryFile>

#include <cerrno>
#include <utility>

namespace podium::ui {

namespace {

constexpr qint64 MostInput = 16LL * 1024 * 1024; // bytes: it is kept for running again
constexpr qint64 MostVariableLines = 2LL * run::MostOfEnvironment; // with room for comments

/// Blocks.
Result<QByteArray> readInput(const QString &path)
{
    auto input = readFile(path, MostInput);
    if (!input && input.error().kind == ErrorKind::Refused) {
        input.error().hint =
            RunOptions::tr("Put it on the workers, and let the command read it there.");
    }
    return input;
}

/// What is typed goes before what is in the file. Blocks.
Result<> readEnvironment(const RunFiles &files, RunContents &read)
{
    run::EnvironmentLines lines; // NAME alone would be a variable of this program's
    if (!files.environment.isEmpty()) {
        const auto text = readFile(files.environment, MostVariableLines);
        if (!text) {
            return failure(text.error());
        }
        if (const auto isRead = lines.readText(*text, files.environment); !isRead) {
            return failure(isRead.error());
        }
        read.warning =
            run::environmentFileWarning(files.environment, QFile::permissions(files.environment));
    }
    if (const auto isRead = lines.readText(files.typed, RunOptions::tr("Environment")); !isRead) {
        return failure(isRead.error());
    }
    read.environment = lines.variables();
    return {};
}

/// By writing: who may is more than the mode says. Blocks.
Result<> tryFolder(const QString &path)
{
    QTemporaryFile trial(path + QStringLiteral("/.podium-XXXXXX"));
    return trial.open() ? Result<>() : failure(ioError(QStringLiteral("write"), path, errno));
}

} // namespace

Result<RunContents> readRunFiles(const RunFiles &files)
{
    RunContents read;
    if (!files.saveFolder.isEmpty()) {
        if (const auto isFit = tryFolder(files.saveFolder); !isFit) {
            return failure(isFit.error());
        }
    }
    if (!files.input.isEmpty()) {
        auto input = readInput(files.input);
        if (!input) {
            return failure(input.error());
        }
        read.input = *std::move(input);
    }
    if (const auto isRead = readEnvironment(files, read); !isRead) {
        return failure(isRead.error());
    }
    return read;
}

} // namespace podium::ui
