// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/runmodel.h"
#include "core/run/runengine.h"
#include "core/run/runterminals.h"

#include <QStringList>
#include <QVector>
#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace podium::ui {

/// Below the panes of a run that takes typing: who gets it. With terminals, keys go to the pane
/// that has the keyboard, or, for as long as the bar says so in colour, to all of them; without
/// terminals, there is a line to send. What is sent is kept nowhere, not even in a history.
class TypingBar final : public QWidget
{
    Q_OBJECT

public:
    /// The run, its model, and `terminals`, which is null where it has none, must outlive the bar.
    TypingBar(
        run::Run &run, const models::RunModel &model, run::RunTerminals *terminals,
        QWidget *parent = nullptr);

    /// Where "this worker" is, by the person's choice; -1: nobody is. A line that was begun for one
    /// that has ended is gone.
    void setCurrent(int slot);
    /// As setCurrent(), but nobody has chosen it: another one gets no line that was begun before.
    void replaceCurrent(int slot);
    /// Who "all" are. Where they are others than before, nobody types to all of them any more.
    /// `current`: as for replaceCurrent().
    void setShown(const QVector<int> &slotNumbers, int current);
    /// Those that get what is typed besides the current one; empty: only that.
    [[nodiscard]] QVector<int> receivers() const;
    /// Whether a terminal of this run has the keyboard: else keys go to none of them.
    void setTerminalHasKeys(bool has);
    /// Back to the one worker.
    void leaveAll();

signals:
    void receiversChanged();
    /// Who wants to type to all types next: one of these terminals is to have the keyboard.
    void keyboardWanted(const QVector<int> &slotNumbers);

protected:
    void paintEvent(QPaintEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *buildLine();
    void setAll(bool toAll);
    void update();
    [[nodiscard]] QString whoGetsIt(int all) const;
    [[nodiscard]] QString problem() const;
    void send();
    void clearLine();
    void dropBegun();
    void endInput();
    [[nodiscard]] QVector<int> running() const;
    [[nodiscard]] QVector<int> targets() const;
    [[nodiscard]] bool goesToAll() const; ///< what is typed now

    run::Run &m_run;
    const models::RunModel &m_model;
    run::RunTerminals *m_terminals;
    QLabel *m_text;
    QPushButton *m_all;
    QWidget *m_line = nullptr;
    QLineEdit *m_edit = nullptr;
    QCheckBox *m_hide = nullptr;
    QPushButton *m_send = nullptr;
    QPushButton *m_end = nullptr;
    QVector<int> m_shown;
    int m_current = -1;
    QVector<int> m_refused; ///< who did not take the last line
    bool m_toAll = false;
    bool m_terminalHasKeys = false;
};

} // namespace podium::ui
