// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"
#include "core/base/jobs.h"
#include "widgets/common/noticebar.h"
#include "widgets/run/command/commandedit.h"
#include "widgets/run/command/runoptions.h"
#include "widgets/run/left/leavechoice.h"
#include "widgets/run/left/leftdesk.h"
#include "widgets/run/runpage.h"
#include "widgets/run/targets/targetsedit.h"

#include <QPushButton>

#include <utility>

// From what is filled in on the Run page to a run.

namespace podium::ui {

namespace {

constexpr qint64 MostInput = 16LL * 1024 * 1024; // bytes: it is kept for running again

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
    const QString inputFile = m_options->inputFile();
    inputFile.isEmpty() ? launch(std::move(spec)) : launchWithInput(std::move(spec), inputFile);
}

/// Until its file is read, it is not begun a second time.
void RunPage::launchWithInput(run::RunSpec spec, const QString &file)
{
    m_runButton->setEnabled(false);
    runJob(
        this, [file] { return readFile(file, MostInput); },
        [this, spec = std::move(spec)](const Result<QByteArray> &input) mutable {
            m_runButton->setEnabled(true);
            if (input) {
                spec.input = *input;
                launch(std::move(spec));
            } else {
                Error error = input.error();
                if (error.kind == ErrorKind::Refused) {
                    error.hint = tr("Put it on the workers, and let the command read it there.");
                }
                m_notice->showError(error);
            }
        });
}

void RunPage::launch(run::RunSpec spec)
{
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

} // namespace podium::ui
