// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/checksection.h"

#include "core/models/findingsmodel.h"
#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"

#include <QCheckBox>
#include <QLayoutItem>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include <memory>

namespace podium::ui {

using models::FindingsModel;
using models::Mark;

namespace {

/// A command to be run in a terminal, and the way to take it there.
QWidget *commandBox(const QString &command, const QString &copyName)
{
    auto *box = new QWidget;
    auto *text = new QLineEdit(command);
    text->setReadOnly(true);
    text->setFont(monospaceFont());
    text->setCursorPosition(0);
    text->setAccessibleName(command);
    auto *copy = iconButton(QStringLiteral("copy"), copyName);
    auto *row = makeRow(Grid, box);
    row->addWidget(text, 1);
    row->addWidget(copy);
    QObject::connect(
        copy, &QToolButton::clicked, copy, [command, copy] { copyText(command, copy); });
    return box;
}

QLabel *textOf(const QString &text)
{
    QLabel *label = wrappedLabel(text);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QWidget *findingRow(const QModelIndex &index, const QString &copyName)
{
    const auto text = [&index](int role) { return index.data(role).toString(); };
    auto *row = new QWidget;
    auto *subject = new ElidedLabel(text(FindingsModel::SubjectRole));
    subject->setFixedWidth(Grid * 18);
    auto *mark = new MarkWidget;
    mark->setMark(index.data(FindingsModel::MarkRole).value<Mark>(), text(FindingsModel::WordRole));
    auto *column = new QVBoxLayout;
    column->setSpacing(Grid / 2);
    column->addWidget(textOf(text(Qt::DisplayRole)));
    if (const QString hint = text(FindingsModel::HintRole); !hint.isEmpty()) {
        QLabel *label = textOf(hint);
        label->setForegroundRole(QPalette::PlaceholderText);
        column->addWidget(label);
    }
    if (const QString command = text(FindingsModel::CommandRole); !command.isEmpty()) {
        column->addWidget(commandBox(command, copyName.arg(text(FindingsModel::SubjectRole))));
    }
    auto *layout = makeRow(Grid, row);
    layout->addWidget(subject, 0, Qt::AlignTop);
    layout->addSpacing(Grid);
    auto *top = new QVBoxLayout; // beside the first line of the text
    top->addSpacing(Grid / 2 - 1);
    top->addWidget(mark);
    top->addStretch(1);
    layout->addLayout(top);
    layout->addLayout(column, 1);
    return row;
}

} // namespace

CheckSection::CheckSection(QWidget *parent)
    : Section(tr("Check of machine and account"), parent)
    , m_mark(new MarkWidget)
    , m_summary(wrappedLabel())
    , m_look(new QPushButton(tr("Check now")))
    , m_report(new QPushButton(tr("Report a fault…")))
    , m_all(new QCheckBox(tr("Show also what is as it should be")))
{
    auto *state = new QWidget;
    auto *line = makeRow(Grid, state);
    line->addWidget(m_mark);
    line->addWidget(m_summary, 1);
    auto *buttons = new QWidget;
    auto *column = makeColumn(Grid, buttons);
    auto *row = makeRow(Grid);
    row->addWidget(m_look);
    row->addWidget(m_report);
    row->addStretch(1);
    column->addLayout(row);
    column->addWidget(m_all);
    addRow(tr("State"), state);
    addRow({}, buttons);
    auto *rows = new QWidget;
    m_rows = new QVBoxLayout(rows);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(Grid * 3 / 2);
    layout()->addWidget(rows);
    connect(m_look, &QPushButton::clicked, this, &CheckSection::checkRequested);
    connect(m_report, &QPushButton::clicked, this, &CheckSection::reportRequested);
    connect(m_all, &QCheckBox::toggled, this, &CheckSection::showFindings);
    showSummary();
    m_all->setVisible(false);
}

void CheckSection::setModel(const FindingsModel *model)
{
    m_model = model;
    connect(model, &FindingsModel::modelReset, this, &CheckSection::showFindings);
    showFindings();
}

void CheckSection::setState(bool isRunning, const QString &age)
{
    m_isRunning = isRunning;
    m_age = age;
    m_look->setEnabled(!isRunning);
    showSummary();
}

void CheckSection::setMakingReport(bool isMaking)
{
    m_report->setEnabled(!isMaking);
}

void CheckSection::showSummary()
{
    const QString found = m_model ? m_model->summary() : QString();
    m_mark->setVisible(!m_isRunning && !found.isEmpty());
    if (m_model && !found.isEmpty()) {
        m_mark->setMark(m_model->summaryMark(), found);
    }
    m_summary->setText(
        m_isRunning       ? tr("Looking at this machine, its clock and all projects…")
        : found.isEmpty() ? tr("Not checked yet.")
                          : tr("%1 Checked %2.").arg(found, m_age));
}

void CheckSection::showFindings()
{
    while (const std::unique_ptr<QLayoutItem> item{m_rows->takeAt(0)}) {
        delete item->widget();
    }
    const int count = m_model ? m_model->rowCount() : 0;
    for (int i = 0; i < count; ++i) {
        const QModelIndex index = m_model->index(i);
        const bool isGood = index.data(FindingsModel::MarkRole).value<Mark>() == Mark::Good;
        if (!isGood || m_all->isChecked()) {
            m_rows->addWidget(findingRow(index, tr("Copy the command for %1")));
        }
    }
    m_all->setVisible(count > 0);
    showSummary();
}

} // namespace podium::ui
