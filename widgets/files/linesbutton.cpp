// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/files/linesbutton.h"

#include "core/models/files/copylines.h"
#include "core/models/sshconfig/launchtarget.h"
#include "widgets/common/labels.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QInputDialog>
#include <QMenu>

#include <optional>
#include <utility>

namespace podium::ui {

LinesButton::LinesButton(PlanConfig planConfig, CopyNow copyNow, QWidget *parent)
    : QToolButton(parent)
    , m_planConfig(std::move(planConfig))
    , m_copyNow(std::move(copyNow))
{
    setText(tr("As lines for…"));
    setObstacle({});
    setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(this);
    menu->addAction(tr("&rsync"), this, &LinesButton::copyRsyncLines);
    menu->addAction(tr("&gcloud storage, by a bucket…"), this, &LinesButton::askForBucket);
    setMenu(menu);
}

void LinesButton::setObstacle(const QString &obstacle)
{
    setToolTip(plainToolTip(
        obstacle.isEmpty()
            ? tr("The same copy by another program: lines for a shell, to the clipboard. What they "
                 "copy is not verified.")
            : obstacle));
}

void LinesButton::copyRsyncLines()
{
    m_copy = m_copyNow();
    m_planConfig({this, [this](const Result<sshconfig::ConfigPlan> &plan) { onPlan(plan); }});
}

void LinesButton::onPlan(const Result<sshconfig::ConfigPlan> &plan)
{
    if (!plan) {
        emit failed(plan.error());
        return;
    }
    QByteArrayList lines;
    std::optional<Error> without;
    bool isOld = false;
    for (const WorkerRef &worker : m_copy.workers) {
        const auto target = models::launchTarget(*plan, worker, {});
        if (!target) {
            without = target.error();
            continue;
        }
        isOld = isOld || models::isOutOfDate(*plan, worker);
        const auto line = models::rsyncLine(m_copy.request, target->alias);
        if (!line) {
            emit failed(line.error());
            return;
        }
        lines << *line;
    }
    if (lines.isEmpty() && without) {
        emit failed(*without);
        return;
    }
    QGuiApplication::clipboard()->setText(QString::fromUtf8(lines.join('\n') + '\n'));
    QStringList texts{
        lines.size() == 1 ? tr("1 line for rsync is on the clipboard.")
                          : tr("%n lines for rsync are on the clipboard.", nullptr, lines.size())};
    if (without) {
        texts << tr("Not all workers have a name in the ssh config: %1").arg(without->text());
    }
    if (isOld) {
        texts << tr("The ssh config is out of date, and rsync would read it: write it first.");
    }
    const bool isGood = !without && !isOld;
    emit told(isGood ? models::Mark::Good : models::Mark::Warning, texts.join(QLatin1Char(' ')));
}

void LinesButton::askForBucket()
{
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("gcloud storage"));
    dialog->setLabelText(tr("Folder of a bucket; all that is in it goes to the workers"));
    dialog->setTextValue(m_bucket.isEmpty() ? QStringLiteral("gs://") : m_bucket);
    connect(dialog, &QInputDialog::textValueSelected, this, &LinesButton::copyBucketLines);
    dialog->open();
}

void LinesButton::copyBucketLines(const QString &bucket)
{
    m_bucket = bucket;
    const Copy copy = m_copyNow();
    const auto lines = models::bucketLines(copy.request, bucket);
    if (!lines) {
        emit failed(lines.error());
        return;
    }
    QByteArrayList words{"podiumctl run"};
    for (const QString &target : copy.targets) {
        words << models::lineWord(target.toUtf8());
    }
    words << "--" << models::lineWord(lines->download);
    QGuiApplication::clipboard()->setText(
        QString::fromUtf8(lines->upload.join('\n') + '\n' + words.join(' ') + '\n'));
    emit told(
        models::Mark::Good,
        tr("Lines for gcloud storage are on the clipboard: to upload once, and to download on the "
           "workers."));
}

} // namespace podium::ui
