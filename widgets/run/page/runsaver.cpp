// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runsaver.h"

#include "core/base/daytext.h"
#include "core/base/files.h"
#include "core/base/jobs.h"
#include "core/run/savedrun.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>

#include <cerrno>
#include <sys/stat.h>
#include <utility>

namespace podium::ui {

namespace {

/// `wanted`, or with a number behind it where that is taken. Made at once: another run that began
/// in the same second may be saved at the same moment.
Result<QString> newFolder(const QString &wanted)
{
    if (const auto parent = makePrivateFolder(QFileInfo(wanted).path()); !parent) {
        return failure(parent.error());
    }
    QString folder = wanted;
    for (int number = 2; ::mkdir(QFile::encodeName(folder).constData(), 0700) != 0; ++number) {
        if (errno != EEXIST) {
            return failure(ioError(QStringLiteral("make"), folder, errno));
        }
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
            auto folder = newFolder(wanted);
            const Result<> written =
                folder ? run::writeSavedRun(saved, *folder) : failure(folder.error());
            return written ? std::move(folder) : failure(written.error());
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
