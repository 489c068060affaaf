// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runsaver.h"

#include "core/base/daytext.h"
#include "core/base/jobs.h"
#include "core/run/savedrun.h"

#include <QFileDialog>
#include <QFileInfo>

namespace podium::ui {

namespace {

/// `wanted`, or with a number behind it where that is taken.
QString freeFolder(const QString &wanted)
{
    QString folder = wanted;
    for (int number = 2; QFileInfo::exists(folder); ++number) {
        folder = wanted + QLatin1Char('-') + QString::number(number);
    }
    return folder;
}

} // namespace

RunSaver::RunSaver(const run::Run &run, QObject *parent) : QObject(parent), m_run(run) {}

void RunSaver::askWhere(QWidget &parent)
{
    auto *dialog = new QFileDialog(&parent, tr("Save all output in a new folder under"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, &RunSaver::saveTo);
    dialog->open();
}

void RunSaver::saveTo(const QString &parent)
{
    const QString time =
        plainTime(m_run.startedAt().toLocalTime(), QStringLiteral("yyyyMMdd-HHmmss"));
    const QString wanted = parent + QLatin1String("/run-") + time;
    runJob(
        this,
        [saved = run::savedRun(m_run), wanted]() -> Result<QString> {
            const QString folder = freeFolder(wanted);
            if (const Result<> written = run::writeSavedRun(saved, folder); !written) {
                return failure(written.error());
            }
            return folder;
        },
        [this](const Result<QString> &folder) {
            if (folder) {
                emit saved(*folder);
            } else {
                emit failed(folder.error());
            }
        });
}

} // namespace podium::ui
