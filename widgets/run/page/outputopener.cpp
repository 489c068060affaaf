// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/outputopener.h"

#include "core/base/jobs.h"
#include "core/run/savedrun.h"

#include <QDesktopServices>
#include <QUrl>

#include <utility>

namespace podium::ui {

OutputOpener::OutputOpener(const run::Run &run, QObject *parent) : QObject(parent), m_run(run)
{
    if (!run.spec().output.folder.isEmpty()) {
        m_folder = std::make_shared<run::TextFolder>(run.spec().output.folder);
    }
}

OutputOpener::~OutputOpener()
{
    releaseInPool(std::move(m_folder)); // files are removed
}

void OutputOpener::open(int slot)
{
    if (!m_folder) {
        emit failed(
            {ErrorKind::Refused,
             tr("There is no folder for a copy of the output."),
             {},
             tr("Save all output in a folder of your own, and open it there.")});
        return;
    }
    runJob(
        this,
        [folder = m_folder, output = m_run.output().snapshot(slot),
         name = run::workerFileNames(m_run.spec().workers).at(slot)] {
            return folder->write(name, output);
        },
        [this](const Result<QString> &path) {
            if (path) {
                show(*path);
            } else {
                emit failed(path.error());
            }
        });
}

/// Plain text by its name, and nobody may execute it: the desktop can only show it.
void OutputOpener::show(const QString &path)
{
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(path))) {
        emit failed(
            {ErrorKind::NotFound,
             tr("No program of this desktop opens text files."),
             {},
             tr("Choose one in the desktop's settings, or save all output in a folder."),
             path});
    }
}

} // namespace podium::ui
