// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/load/loaddetail.h"

#include "core/tpu/holders.h"
#include "core/tpu/load/loadtexts.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"
#include "widgets/load/loadchart.h"

#include <QBoxLayout>

namespace podium::ui {

QStringList loadFacts(const tpu::WorkerLoad &worker, qint64 nowMs)
{
    QStringList lines;
    if (!worker.counters) {
        return lines;
    }
    const tpu::HostCounters &counters = *worker.counters;
    const qint64 ageMs = nowMs - worker.answeredAtMs.value_or(nowMs);
    if (worker.error || ageMs > tpu::LoadHistory::GapMs) {
        constexpr qint64 secondMs = 1000;
        lines << LoadDetail::tr("As it was %1 ago:").arg(tpu::ageText(ageMs / secondMs));
    }
    if (counters.load && counters.processors) {
        lines << LoadDetail::tr("Load %1, processors: %2")
                     .arg(*counters.load, 0, 'f', 1)
                     .arg(*counters.processors);
    }
    if (counters.memoryTotal && counters.memoryAvailable) {
        lines << LoadDetail::tr("%1 of %2 memory free")
                     .arg(
                         tpu::bytesText(double(*counters.memoryAvailable)),
                         tpu::bytesText(double(*counters.memoryTotal)));
    }
    for (const tpu::FileSystem &disk : counters.disks) {
        lines << LoadDetail::tr("%1: %2 full, %3 free")
                     .arg(
                         disk.mountPoint, tpu::partText(disk.usedPart()),
                         tpu::bytesText(double(disk.freeBytes)));
    }
    if (counters.uptime) {
        lines << LoadDetail::tr("Up for %1").arg(tpu::ageText(qint64(*counters.uptime)));
    }
    lines << LoadDetail::tr("TPU: %1").arg(tpu::metricsStateText(worker.tpu.state));
    for (const tpu::DeviceMetrics &device : worker.tpu.devices) {
        QStringList parts;
        if (device.dutyCycle) {
            parts << LoadDetail::tr("duty cycle %1").arg(tpu::partText(device.dutyCycle));
        }
        if (device.memoryUsed && device.memoryTotal) {
            parts << LoadDetail::tr("memory %1 of %2")
                         .arg(
                             tpu::bytesText(double(*device.memoryUsed)),
                             tpu::bytesText(double(*device.memoryTotal)));
        }
        lines << LoadDetail::tr("Chip or core %1: %2")
                     .arg(device.device)
                     .arg(parts.join(QStringLiteral(", ")));
    }
    return lines;
}

LoadDetail::LoadDetail(QWidget *parent)
    : QScrollArea(parent)
    , m_title(headingLabel())
    , m_warnings(new MarkLabel(models::Mark::Warning))
    , m_facts(wrappedLabel())
    , m_chart(new LoadChart)
{
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(Grid * 2, 0, Grid, Grid);
    column->setSpacing(Grid);
    column->addWidget(m_title);
    column->addWidget(m_warnings);
    column->addWidget(m_chart);
    column->addWidget(m_facts);
    column->addStretch();
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_facts->setAccessibleName(tr("What it has"));
    m_warnings->setAccessibleName(tr("Warnings"));
    setWidget(content);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumWidth(Grid * 34);
    setAccessibleName(tr("One worker"));
    setFocusPolicy(Qt::NoFocus);
    clear();
}

void LoadDetail::showWorker(
    const tpu::WorkerLoad &worker, const QStringList &warnings, qint64 nowMs)
{
    const WorkerRef &ref = worker.worker;
    m_title->setText(QStringLiteral("%1:%2").arg(ref.node.name.text(), QString::number(ref.index)));
    m_title->setToolTip(plainToolTip(ref.text()));
    m_warnings->setText(warnings.join(QLatin1Char('\n')));
    m_warnings->setVisible(!warnings.isEmpty());
    m_facts->setText(loadFacts(worker, nowMs).join(QLatin1Char('\n')));
    m_chart->setWorker(worker, nowMs);
    m_chart->show();
}

void LoadDetail::showNode(const QString &name, const QString &words)
{
    clear();
    m_title->setText(name);
    m_facts->setText(words);
}

void LoadDetail::clear()
{
    m_title->setText(tr("No worker chosen"));
    m_title->setToolTip({});
    m_warnings->hide();
    m_facts->clear();
    m_chart->clear();
    m_chart->hide();
}

} // namespace podium::ui
