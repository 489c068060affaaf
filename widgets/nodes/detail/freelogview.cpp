// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/detail/freelogview.h"

#include "core/models/nodes/freelog.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QPlainTextEdit>

namespace podium::ui {

FreeLogView::FreeLogView(QWidget *parent) : QWidget(parent), m_text(new QPlainTextEdit)
{
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("What was done"));
    auto *column = makeColumn(Grid, this);
    column->addWidget(mutedLabel(tr("What was done; it is in Activity, too")));
    column->addWidget(m_text, 1);
    hide();
}

void FreeLogView::showOf(const std::vector<tpu::WorkerTpu> &workers)
{
    QStringList lines;
    for (const tpu::WorkerTpu &worker : workers) {
        for (const QString &line : models::freeLog(worker)) {
            lines << tr("Worker %1: %2").arg(QString::number(worker.worker.index), line);
        }
    }
    m_text->setPlainText(lines.join(QLatin1Char('\n')));
    show();
}

} // namespace podium::ui
