// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/configplan.h"

#include <QWidget>

#include <functional>
#include <vector>

class QLabel;
class QListWidget;
class QToolButton;

namespace podium::ui {

/// The rules in the order in which they count: to add, open, move and remove, by keys as well
/// (Insert, Return, Delete, Alt with the arrows). Says what the person did; shows what it is told.
class RulesList final : public QWidget
{
    Q_OBJECT

public:
    explicit RulesList(QWidget *parent = nullptr);
    void setRules(const std::vector<sshconfig::ConfigRule> &rules);
    void setCurrent(int row);

signals:
    void rulesEdited(const std::vector<podium::sshconfig::ConfigRule> &rules);
    void openRequested(int row);
    void addRequested();

private:
    void addKey(const QKeySequence &key, const std::function<void()> &act);
    void showButtons();
    void open();
    void remove();
    void move(int by);

    std::vector<sshconfig::ConfigRule> m_rules;
    QListWidget *m_list = nullptr;
    QLabel *m_none = nullptr;
    QToolButton *m_add = nullptr;
    QToolButton *m_open = nullptr;
    QToolButton *m_remove = nullptr;
    QToolButton *m_up = nullptr;
    QToolButton *m_down = nullptr;
};

} // namespace podium::ui
