// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/findbar.h"

#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/layout/flowlayout.h"
#include "widgets/common/theme.h"

#include <QAction>
#include <QCheckBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QToolButton>

namespace podium::ui {

namespace {

QToolButton *makeButton(const QString &text, const QString &name)
{
    auto *button = new QToolButton;
    button->setText(text);
    button->setAutoRaise(true);
    button->setAccessibleName(name);
    button->setToolTip(name);
    return button;
}

} // namespace

FindBar::FindBar(QWidget *parent) : QWidget(parent), m_edit(new QLineEdit), m_counts(plainLabel())
{
    m_edit->setPlaceholderText(tr("Find in all panes"));
    m_edit->setAccessibleName(tr("Find in all panes"));
    m_edit->setClearButtonEnabled(true);
    m_edit->setMaximumWidth(Grid * 45);
    m_edit->addAction(themedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition)
        ->setText(m_edit->accessibleName());
    m_counts->setAccessibleName(tr("Matches"));
    m_counts->setMinimumWidth(Grid * 16);

    m_edit->setMinimumWidth(Grid * 30);
    auto *edit = new QWidget;
    auto *row = makeRow(Grid / 2, edit);
    row->addWidget(m_edit, 1);
    m_case =
        addToggle(*row, QStringLiteral("Aa"), tr("Match case"), tr("Upper and lower case differ"));
    m_regex = addToggle(
        *row, QStringLiteral(".*"), tr("Regular expression"),
        tr("The text is a regular expression"));
    QToolButton *previous = makeButton(QStringLiteral("↑"), tr("Previous match"));
    QToolButton *next = makeButton(QStringLiteral("↓"), tr("Next match"));
    row->addWidget(previous);
    row->addWidget(next);
    m_only = new QCheckBox(tr("Only panes that match"));
    m_only->setAccessibleName(m_only->text());
    auto *flow = new FlowLayout(Grid); // what is narrow has two rows
    flow->addWidget(edit);
    flow->addWidget(m_counts);
    flow->insertWidget(
        flow->count(), m_only, Qt::AlignLeft | Qt::AlignVCenter); // no wider than it is
    QToolButton *close = makeButton({}, tr("Close find"));
    close->setIcon(themedIcon(QStringLiteral("close")));
    auto *all = makeRow(Grid / 2, this);
    all->addLayout(flow, 1);
    all->addWidget(close, 0, Qt::AlignTop);

    connect(m_edit, &QLineEdit::textChanged, this, &FindBar::patternChanged);
    connect(m_case, &QToolButton::toggled, this, &FindBar::patternChanged);
    connect(m_regex, &QToolButton::toggled, this, &FindBar::patternChanged);
    connect(m_only, &QCheckBox::toggled, this, &FindBar::matchesOnlyChanged);
    connect(previous, &QToolButton::clicked, this, [this] { emit stepRequested(false); });
    connect(next, &QToolButton::clicked, this, [this] { emit stepRequested(true); });
    connect(close, &QToolButton::clicked, this, &FindBar::closed);
}

QToolButton *
FindBar::addToggle(QLayout &row, const QString &text, const QString &name, const QString &toolTip)
{
    QToolButton *button = makeButton(text, name);
    button->setToolTip(toolTip);
    button->setCheckable(true);
    row.addWidget(button);
    return button;
}

run::OutputPattern FindBar::pattern() const
{
    return {m_edit->text(), m_regex->isChecked(), m_case->isChecked()};
}

bool FindBar::matchesOnly() const
{
    return m_only->isChecked();
}

void FindBar::showProblem(const QString &problem)
{
    m_problem = problem;
    m_counts->setPalette({});
    if (!problem.isEmpty()) {
        QPalette faulty;
        faulty.setColor(QPalette::WindowText, tones(palette()).bad);
        m_counts->setPalette(faulty);
    }
}

void FindBar::showCounts(const models::RunSearch &search)
{
    QString text = m_problem;
    if (search.isActive()) {
        const QString sum = QLocale().toString(search.total());
        const QString found = search.isAtLeast() ? tr("at least %1").arg(sum) : sum;
        const int panes = search.slotsWithHits();
        const QString most = QLocale().toString(models::RunSearch::HitLimit);
        text = search.total() == 0 && !search.isBusy() && !search.isAtLeast() ? tr("Not found")
               : panes == 1 ? tr("%1 in 1 pane").arg(found)
                            : tr("%1 in %2 panes").arg(found).arg(panes);
        if (search.isAtLeast()) {
            text += tr("; ↑↓ not to all of them");
        } else if (!search.reachesAll()) {
            text += panes == 1 ? tr("; ↑↓ to the first %1").arg(most)
                               : tr("; ↑↓ to the first %1 of each").arg(most);
        }
    }
    m_counts->setText(text);
}

void FindBar::activate(const QString &text)
{
    if (!text.isEmpty() && !text.contains(QLatin1Char('\n'))) {
        m_edit->setText(text);
    }
    m_edit->selectAll();
    m_edit->setFocus();
}

void FindBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (event->modifiers().testFlag(Qt::ControlModifier)) {
            event->ignore();
            return;
        }
        emit stepRequested(!event->modifiers().testFlag(Qt::ShiftModifier));
        return;
    }
    if (event->key() == Qt::Key_Escape) {
        emit closed();
        return;
    }
    event->ignore();
}

} // namespace podium::ui
