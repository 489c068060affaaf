// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/projectscripts.h"

#include "core/base/files.h"
#include "core/recipe/recipe.h"
#include "core/run/scriptcommand.h"
#include "core/ssh/shellquote.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace podium::recipe {

namespace {

constexpr qint64 LongestScript = 1024 * 1024;

QString fileOf(const QString &folder, ProjectJob job)
{
    return QDir(folder).filePath(projectJobName(job) + QStringLiteral(".sh"));
}

Error wrongScript(ErrorKind kind, const QString &summary, const QString &hint, const QString &what)
{
    return {kind, summary, {}, hint, what};
}

bool isRecipe(const QByteArray &text)
{
    return text.startsWith("#: recipe ") || text.contains("\n#: recipe ");
}

/// The word of a shell for a folder there; an Error where it depends on where one is.
Result<QByteArray> folderWord(const QString &folder)
{
    if (folder == QLatin1String("~")) {
        return QByteArray("\"$HOME\"");
    }
    if (folder.startsWith(QLatin1String("~/"))) {
        return "\"$HOME\"/" + ssh::shellQuote(folder.mid(2).toUtf8());
    }
    if (folder.startsWith(QLatin1Char('/')) && !folder.contains(QChar(0))) {
        return ssh::shellQuote(folder.toUtf8());
    }
    return failure(wrongScript(
        ErrorKind::InvalidArgument,
        QStringLiteral("The working folder begins with neither / nor ~/."),
        QStringLiteral("Say where it is on the workers, as ~/project."), folder));
}

} // namespace

QString projectJobName(ProjectJob job)
{
    switch (job) {
    case ProjectJob::Install:
        return QStringLiteral("install");
    case ProjectJob::Test:
        return QStringLiteral("test");
    case ProjectJob::Run:
        return QStringLiteral("run");
    case ProjectJob::Resume:
        return QStringLiteral("resume");
    case ProjectJob::Stop:
        break;
    }
    return QStringLiteral("stop");
}

bool startsTogether(ProjectJob job)
{
    return job == ProjectJob::Test || isLong(job);
}

bool isLong(ProjectJob job)
{
    return job == ProjectJob::Run || job == ProjectJob::Resume;
}

bool ProjectScripts::has(ProjectJob job) const
{
    return std::find(jobs.begin(), jobs.end(), job) != jobs.end();
}

Result<ProjectScripts> findProjectScripts(const QString &folder)
{
    ProjectScripts found{folder, {}};
    for (const ProjectJob job : AllProjectJobs) {
        if (QFileInfo(fileOf(folder, job)).isFile()) {
            found.jobs.push_back(job);
        }
    }
    if (found.jobs.empty()) {
        return failure(wrongScript(
            ErrorKind::NotFound,
            QFileInfo(folder).isDir() ? QStringLiteral("The folder has no project scripts.")
                                      : QStringLiteral("There is no such folder."),
            QStringLiteral("They are install.sh, test.sh, run.sh, resume.sh and stop.sh."),
            folder));
    }
    return found;
}

Result<run::RunSpec> projectRun(const QString &folder, ProjectJob job, const QString &workFolder)
{
    const QString file = fileOf(folder, job);
    const auto text = readFile(file, LongestScript);
    if (!text) {
        return failure(text.error());
    }
    if (isRecipe(*text)) {
        return failure(wrongScript(
            ErrorKind::Refused, QStringLiteral("This file is a recipe, not a script."),
            QStringLiteral("Run it as a recipe, which gives a verdict for each step."), file));
    }
    if (text->trimmed().isEmpty() || text->contains('\0')) {
        return failure(wrongScript(
            ErrorKind::InvalidArgument, QStringLiteral("The script is empty, or no text."), {},
            file));
    }
    run::RunSpec spec;
    spec.command = run::scriptCommand(*text, QFile::encodeName(file));
    if (!workFolder.trimmed().isEmpty()) {
        const auto word = folderWord(workFolder.trimmed());
        if (!word) {
            return failure(word.error());
        }
        const QByteArray make =
            job == ProjectJob::Install ? "mkdir -p " + *word + " && " : QByteArray();
        spec.command = make + "cd " + *word + " || exit 1\n" + spec.command;
    }
    spec.title = QStringLiteral("%1.sh of %2").arg(projectJobName(job), QDir(folder).dirName());
    spec.allOrNone = startsTogether(job);
    return spec;
}

} // namespace podium::recipe
