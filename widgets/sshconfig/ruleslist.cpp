// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/sshconfig/ruleslist.h"

#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/sshconfig/ruletexts.h"

#include <QListWidget>
#include <QShortcut>
#include <QToolButton>

#include <utility>

namespace podium::ui {

using sshconfig::ConfigRule;

namespace {

constexpr int RowsShown = 4;

QToolButton *textButton(const QString &text, const QString &name)
{
    auto *button = new QToolButton;
    button->setText(text);
    button->setAutoRaise(true);
    button->setAccessibleName(name);
    button->setToolTip(name);
    return button;
}

} // namespace

RulesList::RulesList(QWidget *parent)
    : QWidget(parent)
    , m_list(new QListWidget)
    , m_none(wrappedLabel(tr("No rules: the options apply to all nodes.")))
    , m_add(textButton(tr("Add"), tr("Add a rule")))
    , m_open(textButton(tr("Edit"), tr("Edit the rule")))
    , m_remove(textButton(tr("Remove"), tr("Remove the rule")))
    , m_up(textButton(QStringLiteral("↑"), tr("Move up")))
    , m_down(textButton(QStringLiteral("↓"), tr("Move down")))
{
    prepareList(m_list, tr("Rules"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_none->setForegroundRole(QPalette::PlaceholderText);
    QLabel *title = mutedLabel(tr("Rules"));
    title->setToolTip(tr("For some nodes only; for each setting, the first matching rule wins"));
    m_list->setMinimumWidth(Grid);
    auto *head = new QHBoxLayout;
    head->addWidget(title, 1);
    head->addWidget(m_add);
    auto *foot = new QHBoxLayout;
    foot->setSpacing(0);
    for (QToolButton *button : {m_open, m_remove, m_up, m_down}) {
        foot->addWidget(button);
    }
    foot->addStretch(1);
    auto *column = makeColumn(Grid / 2, this);
    column->addLayout(head);
    column->addWidget(m_none);
    column->addWidget(m_list);
    column->addLayout(foot);
    connect(m_add, &QToolButton::clicked, this, &RulesList::addRequested);
    connect(m_open, &QToolButton::clicked, this, &RulesList::open);
    connect(m_remove, &QToolButton::clicked, this, &RulesList::remove);
    connect(m_up, &QToolButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { move(1); });
    connect(m_list, &QListWidget::itemActivated, this, &RulesList::open);
    connect(m_list, &QListWidget::itemSelectionChanged, this, &RulesList::showButtons);
    addKey(QKeySequence(Qt::Key_Insert), [this] { emit addRequested(); });
    addKey(QKeySequence(Qt::Key_Delete), [this] { remove(); });
    addKey(QKeySequence(QStringLiteral("Alt+Up")), [this] { move(-1); });
    addKey(QKeySequence(QStringLiteral("Alt+Down")), [this] { move(1); });
    setFocusProxy(m_list);
    setRules({});
}

void RulesList::addKey(const QKeySequence &key, const std::function<void()> &act)
{
    auto *shortcut = new QShortcut(key, this);
    shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    connect(shortcut, &QShortcut::activated, this, act);
}

void RulesList::setRules(const std::vector<ConfigRule> &rules)
{
    const int row = m_rules.empty() ? 0 : selectedIndex(*m_list).row();
    m_rules = rules;
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    for (const ConfigRule &rule : rules) {
        const QString text = ruleText(rule);
        auto *item = new QListWidgetItem(text, m_list);
        item->setToolTip(plainToolTip(text));
    }
    if (row >= 0) {
        setCurrent(row);
    }
    const int rowHeight = rules.empty() ? 0 : m_list->sizeHintForRow(0);
    m_list->setFixedHeight(rowHeight * std::min(RowsShown, int(rules.size())) + Grid / 2);
    m_list->setVisible(!rules.empty());
    m_none->setVisible(rules.empty());
    showButtons();
}

void RulesList::setCurrent(int row)
{
    m_list->setCurrentRow(std::min(row, m_list->count() - 1));
}

void RulesList::showButtons()
{
    const int row = selectedIndex(*m_list).row();
    m_open->setVisible(!m_rules.empty());
    m_remove->setVisible(!m_rules.empty());
    m_up->setVisible(m_rules.size() > 1);
    m_down->setVisible(m_rules.size() > 1);
    m_open->setEnabled(row >= 0);
    m_remove->setEnabled(row >= 0);
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < int(m_rules.size()));
}

void RulesList::open()
{
    if (selectedIndex(*m_list).row() >= 0) {
        emit openRequested(selectedIndex(*m_list).row());
    }
}

void RulesList::remove()
{
    const int row = selectedIndex(*m_list).row();
    if (row < 0) {
        return;
    }
    std::vector<ConfigRule> rules = m_rules;
    rules.erase(rules.begin() + row);
    emit rulesEdited(rules);
}

void RulesList::move(int by)
{
    const int row = selectedIndex(*m_list).row();
    const int other = row + by;
    if (row < 0 || other < 0 || other >= int(m_rules.size())) {
        return;
    }
    std::vector<ConfigRule> rules = m_rules;
    std::swap(rules[std::size_t(row)], rules[std::size_t(other)]);
    emit rulesEdited(rules);
    setCurrent(other);
}

} // namespace podium::ui
