// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"
#include "core/base/jobs.h"
#include "core/run/environmentlines.h"
#include "core/run/sentcommand.h"
#include "widgets/common/noticebar.h"
#include "widgets/run/command/commandedit.h"
#include "widgets/run/command/runoptions.h"
#include "widgets/run/detached/detachedcontroller.h"
#include "widgets/run/detached/ondisconnectchoice.h"
#include "widgets/run/page/runpage.h"
#include "widgets/run/page/runtabs.h"
#include "widgets/run/targets/targetsedit.h"

#include <QFile>
#include <QKeyEvent>
#include <QPushButton>

#include <utility>

// From what is filled in on the Run page to a run.

namespace podium::ui {

namespace {

constexpr qint64 MostInput = 16LL * 1024 * 1024; // bytes: it is kept for running again
constexpr qint64 MostVariableLines = 2LL * run::MostOfEnvironment; // with room for comments

/// What a run gets of what stands in files and is typed in lines.
struct RunFiles
{
    QString input; ///< a path; empty: none
    QString environment;
    QByteArray typed;
};

struct ReadFiles
{
    QByteArray input;
    std::vector<run::EnvironmentVariable> environment;
    QString warning; ///< mostly empty
};

/// Blocks.
Result<QByteArray> readInput(const QString &path)
{
    auto input = readFile(path, MostInput);
    if (!input && input.error().kind == ErrorKind::Refused) {
        input.error().hint =
            RunPage::tr("Put it on the workers, and let the command read it there.");
    }
    return input;
}

/// What is typed goes before what is in the file. Blocks.
Result<> readEnvironment(const RunFiles &files, ReadFiles &read)
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
    if (const auto isRead = lines.readText(files.typed, RunPage::tr("Environment")); !isRead) {
        return failure(isRead.error());
    }
    read.environment = lines.variables();
    return {};
}

/// Blocks.
Result<ReadFiles> readAll(const RunFiles &files)
{
    ReadFiles read;
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

} // namespace

void RunPage::startRun()
{
    if (!m_runButton->isEnabled()) {
        return;
    }
    m_notice->clear();
    m_targets->commitTyped();
    if (m_targets->words().isEmpty() || m_targets->error()) {
        if (!m_targets->error()) {
            m_notice->showNotice(
                models::Mark::Warning, tr("Say first where the command is to run."));
        }
        m_targets->focusEdit(); // what is wrong stands below it
        return;
    }
    const bool isShell = m_command->command().trimmed().isEmpty() && m_options->wantsTerminal();
    if (m_command->command().trimmed().isEmpty() && !isShell) {
        m_notice->showNotice(models::Mark::Warning, tr("Type the command that is to run."));
        focusCommand();
        return;
    }
    run::RunSpec spec;
    spec.workers = m_targets->workers();
    spec.command = isShell ? QByteArray() : m_command->command().toUtf8();
    m_options->applyTo(spec);
    spec.lossLimit = m_leave->lossLimit();
    if (!isShell) {
        m_command->remember();
    }
    launchWithFiles(std::move(spec));
}

/// Until its files are read, it is not begun a second time.
void RunPage::launchWithFiles(run::RunSpec spec)
{
    const RunFiles files{
        m_options->inputFile(), m_options->environmentFile(), m_options->typedEnvironment()};
    if (files.input.isEmpty() && files.environment.isEmpty() && files.typed.isEmpty()) {
        launch(std::move(spec));
        return;
    }
    m_runButton->setEnabled(false);
    runJob(
        this, [files] { return readAll(files); },
        [this, spec = std::move(spec)](const Result<ReadFiles> &read) mutable {
            m_runButton->setEnabled(true);
            if (!read) {
                m_notice->showError(read.error());
                return;
            }
            if (!read->warning.isEmpty()) {
                m_notice->showNotice(models::Mark::Warning, read->warning);
            }
            spec.input = read->input;
            spec.environment = read->environment;
            launch(std::move(spec));
        });
}

void RunPage::launch(run::RunSpec spec)
{
    if (const auto problem = run::environmentProblem(spec)) {
        m_notice->showError(*problem);
        return;
    }
    if (m_left && m_leave->leaves()) {
        m_left->start(spec);
    } else {
        start(std::move(spec));
    }
}

void RunPage::rerun(const run::RunSpec &before, const std::vector<WorkerRef> &workers)
{
    if (before.detachedId.isEmpty()) {
        start(before.onWorkers(workers));
    } else if (const auto again = m_left->again(before, workers)) {
        m_left->start(*again);
    } else {
        m_notice->showError(again.error());
    }
}

/// What the person would otherwise find out too late.
void RunPage::tellOfStart(const QString &narrowed, const QStringList &dropped)
{
    QStringList sentences;
    if (!narrowed.isEmpty()) {
        sentences << narrowed;
    }
    for (const QString &run : dropped) {
        sentences << tr("The oldest run was closed, with its output: %1.").arg(run);
    }
    if (!sentences.isEmpty()) {
        m_toBeSaved.clear();
        m_notice->showNotice(
            models::Mark::Warning, sentences.join(QLatin1Char('\n')),
            dropped.isEmpty() ? QString()
                              : tr("%1 runs stay open. Save the output of those that you want to "
                                   "keep for longer.")
                                    .arg(RunTabs::MostKept));
    }
}

void RunPage::keyPressEvent(QKeyEvent *event)
{
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    if (control && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        startRun();
    } else if (control && event->key() == Qt::Key_Period) {
        stopRun();
    } else {
        event->ignore();
    }
}

} // namespace podium::ui
