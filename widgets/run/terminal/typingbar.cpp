// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/terminal/typingbar.h"

#include "core/models/run/workerlabels.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

namespace podium::ui {

TypingBar::TypingBar(
    run::Run &run, const models::RunModel &model, run::RunTerminals *terminals, QWidget *parent)
    : QWidget(parent)
    , m_run(run)
    , m_model(model)
    , m_terminals(terminals)
    , m_text(new QLabel)
    , m_all(new QPushButton)
{
    m_text->setTextFormat(Qt::PlainText);
    m_all->setFocusPolicy(Qt::TabFocus); // who types goes on typing
    m_text->setAccessibleName(tr("Who gets what is typed"));
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // as long as it may be
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid, Grid / 2, Grid, Grid / 2);
    column->setSpacing(Grid / 2);
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    row->addWidget(m_text, 1);
    row->addWidget(m_all);
    column->addLayout(row);
    if (!terminals) {
        m_line = buildLine();
        column->addWidget(m_line);
    }
    connect(m_all, &QPushButton::clicked, this, [this] { setAll(!m_toAll); });
    connect(&run, &run::Run::statesChanged, this, &TypingBar::update);
    connect(&run, &run::Run::finished, this, &TypingBar::leaveAll);
    if (terminals) {
        connect(terminals, &run::RunTerminals::receiversEnded, this, &TypingBar::leaveAll);
    }
    update();
}

QWidget *TypingBar::buildLine()
{
    auto *line = new QWidget;
    auto *row = makeRow(Grid, line);
    m_edit = new QLineEdit;
    m_edit->setAccessibleName(tr("Line to send"));
    m_edit->setPlaceholderText(tr("A line for the command's stdin"));
    m_hide = new QCheckBox(tr("Hide"));
    m_hide->setAccessibleName(tr("Hide what is typed"));
    m_hide->setToolTip(tr("For a password: it is not shown while you type, and kept nowhere"));
    m_send = new QPushButton(tr("Send"));
    m_send->setAccessibleName(tr("Send the line"));
    m_end = new QPushButton(tr("End of input"));
    m_end->setAccessibleName(m_end->text());
    m_end->setToolTip(tr("The command sees the end of its stdin, as from Ctrl+D"));
    for (QWidget *each :
         {static_cast<QWidget *>(m_edit), static_cast<QWidget *>(m_hide),
          static_cast<QWidget *>(m_send), static_cast<QWidget *>(m_end)}) {
        row->addWidget(each, each == m_edit ? 1 : 0);
    }
    connect(m_edit, &QLineEdit::returnPressed, this, &TypingBar::send);
    connect(m_edit, &QLineEdit::textEdited, this, [this] { // the next one may be taken
        if (!m_refused.isEmpty()) {
            m_refused.clear();
            update();
        }
    });
    connect(m_send, &QPushButton::clicked, this, &TypingBar::send);
    connect(m_end, &QPushButton::clicked, this, &TypingBar::endInput);
    connect(m_hide, &QCheckBox::toggled, m_edit, [this](bool hides) {
        if (!hides) {
            clearLine(); // what was hidden stays so
        }
        m_edit->setEchoMode(hides ? QLineEdit::Password : QLineEdit::Normal);
    });
    return line;
}

void TypingBar::setCurrent(int slot)
{
    if (slot != m_current) {
        if (m_current >= 0 && !m_run.takesTyping(m_current)) {
            dropBegun();
        }
        m_current = slot;
        m_refused.clear();
        update();
    }
}

void TypingBar::replaceCurrent(int slot)
{
    if (slot != m_current) {
        dropBegun();
    }
    setCurrent(slot);
}

void TypingBar::setShown(const QVector<int> &slotNumbers, int current)
{
    if (current != m_current) {
        dropBegun(); // nobody has chosen that one
    }
    if (slotNumbers != m_shown) {
        m_shown = slotNumbers;
        m_refused.clear();
        leaveAll(); // never to a pane that nobody sees, or that was not there when it was wished
        update();
    }
    setCurrent(current);
}

QVector<int> TypingBar::running() const
{
    QVector<int> those;
    std::copy_if(m_shown.begin(), m_shown.end(), std::back_inserter(those), [this](int slot) {
        return m_run.takesTyping(slot);
    });
    return those;
}

QVector<int> TypingBar::targets() const
{
    if (m_toAll) {
        return running();
    }
    return m_current >= 0 && m_run.takesTyping(m_current) ? QVector<int>{m_current}
                                                          : QVector<int>();
}

QVector<int> TypingBar::receivers() const
{
    return goesToAll() ? running() : QVector<int>();
}

bool TypingBar::goesToAll() const
{
    return m_toAll && (!m_terminals || m_terminalHasKeys);
}

void TypingBar::setTerminalHasKeys(bool has)
{
    if (has != m_terminalHasKeys) {
        m_terminalHasKeys = has;
        update();
    }
}

void TypingBar::setAll(bool toAll)
{
    const QVector<int> all = running();
    m_toAll = toAll && !all.isEmpty();
    m_refused.clear();
    if (m_terminals) {
        m_terminals->setReceivers(m_toAll ? all : QVector<int>());
    }
    update();
    if (m_toAll && m_terminals) {
        emit keyboardWanted(all);
    } else if (m_toAll) {
        m_edit->setFocus();
    }
}

void TypingBar::leaveAll()
{
    if (m_toAll) {
        setAll(false);
    }
}

void TypingBar::update()
{
    const int all = running().size();
    m_toAll = m_toAll && all > 0;
    const QString wrong = problem();
    m_text->setText(wrong.isEmpty() ? whoGetsIt(all) : wrong);
    m_text->setToolTip(plainToolTip(wrong));
    QFont font = this->font();
    font.setBold(goesToAll());
    m_text->setFont(font);
    m_all->setText(m_toAll ? tr("Only to one") : tr("To all %n…", nullptr, all));
    m_all->setAccessibleName(m_toAll ? tr("Type to one worker") : tr("Type to all workers"));
    m_all->setVisible(m_toAll || all > 1);
    if (m_line) {
        const bool canSend = !targets().isEmpty();
        m_line->setEnabled(canSend);
    }
    QWidget::update();
    emit receiversChanged();
}

QString TypingBar::whoGetsIt(int all) const
{
    if (m_toAll && all == 1) { // the others have ended
        return !goesToAll()  ? tr("Click a terminal to type to 1 worker")
               : m_terminals ? tr("Keys go to 1 worker")
                             : tr("Each line goes to 1 worker");
    }
    if (m_toAll && !goesToAll()) {
        return tr("Click a terminal to type to all %n workers", nullptr, all);
    }
    if (m_toAll) {
        return m_terminals ? tr("Keys go to all %n workers", nullptr, all)
                           : tr("Each line goes to all %n workers", nullptr, all);
    }
    if (m_run.isFinished()) {
        return tr("Run ended; input closed.");
    }
    if (m_terminals) {
        return tr("Keys go to the terminal that you click. Ctrl+Shift+Esc leaves it.");
    }
    if (m_current < 0) {
        return tr("To nobody: no pane is shown");
    }
    return (m_run.takesTyping(m_current) ? tr("To %1") : tr("%1: input closed"))
        .arg(m_model.label(m_current));
}

/// Of the last line, for as long as it is true: for who takes nothing any more nothing waits.
QString TypingBar::problem() const
{
    QStringList labels;
    for (const int slot : m_refused) {
        if (m_run.takesTyping(slot)) {
            labels += m_model.label(slot);
        }
    }
    return labels.isEmpty()
               ? QString()
               : tr("Not sent to %1: its input is full.").arg(models::foldedLabel(labels));
}

/// All get it that can; a line that some have is gone, lest they get it twice.
void TypingBar::send()
{
    const QVector<int> those = targets();
    const QByteArray line = m_edit->text().toUtf8() + '\n';
    m_refused.clear();
    for (const int slot : those) {
        if (!m_run.type(slot, line)) {
            m_refused += slot;
        }
    }
    if (m_refused.size() < those.size()) {
        clearLine();
    }
    update();
}

/// QLineEdit::clear() could be undone.
void TypingBar::clearLine()
{
    m_edit->setText({});
}

/// What was begun for one worker, perhaps a password, is never sent to the next.
void TypingBar::dropBegun()
{
    if (m_edit && !m_toAll) {
        clearLine();
    }
}

void TypingBar::endInput()
{
    for (const int slot : targets()) {
        m_run.endInput(slot);
    }
    m_refused.clear();
    leaveAll();
    update();
}

void TypingBar::paintEvent(QPaintEvent *)
{
    if (!goesToAll()) {
        return;
    }
    const Tones tone = tones(palette());
    QPainter painter(this);
    painter.fillRect(rect(), tone.warningBackground);
    painter.fillRect(QRect(0, 0, Grid / 2, height()), tone.warning);
}

/// The page, or this run's tab, was left.
void TypingBar::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    leaveAll();
}

} // namespace podium::ui
