// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/hostkeydialog.h"

#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"

#include <QLayoutItem>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>
#include <memory>

namespace podium::ui {

namespace {

QWidget *answerRow(const HostKeyAnswer &answer)
{
    auto *row = new QWidget;
    auto *mark = new MarkWidget;
    mark->setMark(answer.mark, answer.text);
    QLabel *text = wrappedLabel(answer.worker + QStringLiteral(": ") + answer.text);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *layout = makeRow(Grid, row);
    layout->addWidget(mark, 0, Qt::AlignTop);
    layout->addWidget(text, 1);
    return row;
}

QVBoxLayout *rowsIn(QWidget *box)
{
    auto *rows = new QVBoxLayout(box);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(Grid);
    return rows;
}

} // namespace

HostKeyDialog::HostKeyDialog(const QString &names, QWidget *parent)
    : QDialog(parent)
    , m_meaning(wrappedLabel(
          tr("A host key proves that a worker is the machine you mean. A key that Google vouches "
             "for is accepted as soon as Google reports it. Where Google has none, the key seen at "
             "the first login counts. Forget that key only if you know why it changed, for example "
             "because sshd was reinstalled: whatever answers at the address next will be "
             "trusted.")))
    , m_state(wrappedLabel())
    , m_ask(new QPushButton(tr("Ask Google again")))
    , m_forget(new QPushButton(tr("Forget the key")))
{
    setWindowTitle(tr("Host key of %1").arg(names));
    m_meaning->setForegroundRole(QPalette::PlaceholderText);
    auto *answers = new QWidget;
    m_rows = rowsIn(answers);
    m_rows->addStretch(1);
    auto *area = new QScrollArea;
    area->setAccessibleName(tr("Known host keys"));
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidget(answers);
    auto *buttons = new QHBoxLayout;
    buildButtons(buttons);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid * 2, Grid * 2, Grid * 2, Grid * 2);
    column->setSpacing(Grid * 2);
    column->addWidget(m_meaning);
    column->addWidget(m_state);
    column->addWidget(area, 1);
    column->addLayout(buttons);
    resize(Grid * 75, Grid * 45);
    setAsking();
}

void HostKeyDialog::buildButtons(QBoxLayout *row)
{
    auto *close = new QPushButton(tr("Close"));
    row->setSpacing(Grid);
    row->addWidget(m_forget);
    row->addStretch(1);
    row->addWidget(m_ask);
    row->addWidget(close);
    m_ask->setDefault(true);
    m_forget->setAutoDefault(false); // never by Return from elsewhere
    connect(m_ask, &QPushButton::clicked, this, [this] {
        setAsking();
        emit asked(false);
    });
    connect(m_forget, &QPushButton::clicked, this, [this] {
        setAsking();
        emit asked(true);
    });
    connect(close, &QPushButton::clicked, this, &HostKeyDialog::reject);
}

void HostKeyDialog::clearAnswers()
{
    while (m_rows->count() > 1) { // the last is the stretch
        const std::unique_ptr<QLayoutItem> item(m_rows->takeAt(0));
        delete item->widget();
    }
}

/// One line that opens: the other workers are what somebody came for.
QWidget *HostKeyDialog::unchangedRows(const std::vector<HostKeyAnswer> &answers)
{
    auto *box = new QWidget;
    auto *fold = new QToolButton;
    fold->setText(tr("%1 unchanged: Google vouches for the known keys").arg(int(answers.size())));
    fold->setAccessibleName(fold->text());
    fold->setIcon(themedIcon(QStringLiteral("chevron-right")));
    fold->setCheckable(true);
    fold->setAutoRaise(true);
    fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto *folded = new QWidget;
    QVBoxLayout *rows = rowsIn(folded);
    for (const HostKeyAnswer &answer : answers) {
        rows->addWidget(answerRow(answer));
    }
    folded->hide();
    QVBoxLayout *column = rowsIn(box);
    column->addWidget(fold, 0, Qt::AlignLeft);
    column->addWidget(folded);
    connect(fold, &QToolButton::toggled, folded, [fold, folded](bool isOpen) {
        fold->setIcon(
            themedIcon(isOpen ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right")));
        folded->setVisible(isOpen);
    });
    return box;
}

void HostKeyDialog::setAsking()
{
    m_state->setText(tr("Asking Google…"));
    m_state->show();
    m_ask->setEnabled(false);
    m_forget->setEnabled(false);
}

void HostKeyDialog::setAnswers(const std::vector<HostKeyAnswer> &answers)
{
    clearAnswers();
    std::vector<HostKeyAnswer> unchanged;
    for (const HostKeyAnswer &answer : answers) {
        if (answer.isUnchanged) {
            unchanged.push_back(answer);
        } else {
            m_rows->insertWidget(m_rows->count() - 1, answerRow(answer));
        }
    }
    if (!unchanged.empty()) {
        m_rows->insertWidget(
            m_rows->count() - 1,
            unchanged.size() == 1 ? answerRow(unchanged.front()) : unchangedRows(unchanged));
    }
    const auto count =
        std::count_if(answers.begin(), answers.end(), [](const HostKeyAnswer &answer) {
            return answer.mayForget;
        });
    m_state->hide();
    m_ask->setEnabled(true);
    m_forget->setEnabled(count > 0);
    m_forget->setText(count > 1 ? tr("Forget %1 keys").arg(count) : tr("Forget the key"));
    m_forget->setToolTip(
        count > 0 ? tr("The next key shown at the address is taken for the worker's own")
                  : tr("No key here can be forgotten"));
    m_forget->setAccessibleDescription(m_forget->toolTip());
}

void HostKeyDialog::setProblem(const QString &text)
{
    m_state->setText(text);
    m_state->show();
}

} // namespace podium::ui
