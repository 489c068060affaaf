// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/action/nodeactionrun.h"
#include "core/models/workprogress.h"

#include <QDialog>

#include <memory>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTableView;

namespace podium::models {
class NodeActionModel;
}

namespace podium::ui {

/// Starts, stops, deletes or maintains nodes: shows what would be done to which and what it means,
/// asks, and follows each until its end is proved. A deletion asks for the name of the node, or how
/// many there are. Not modal. Closed while it goes on, it says first what goes on without it.
class ActionDialog final : public QDialog
{
    Q_OBJECT

public:
    /// Client and clock must outlive it.
    ActionDialog(
        cloud::TpuClient &tpu, lifecycle::NodeActionPlan plan, const Clock &clock,
        lifecycle::ActionPace pace = {}, QWidget *parent = nullptr);
    ~ActionDialog() override;

    /// Another title and summary than those of the action, before it is shown.
    void setPurpose(const QString &title, const QString &summary);

    /// It follows nodes, or has yet to begin with some.
    [[nodiscard]] bool isRunning() const;

    void reject() override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

signals:
    /// Google has begun, or something has ended: the nodes are to be looked at.
    void nodesChanged();
    /// What was done to a node, a sentence.
    void told(const podium::NodeRef &node, const QString &what);
    void failed(const podium::Error &error);

private:
    void buildTable();
    void fitColumns();
    QWidget *buildQuestion();
    void buildButtons(QBoxLayout *row);
    void judgeTyped();
    void begin();
    void showProgress();
    void showStep(int step);
    void tellEnd(int step);
    void end();
    void stopWatching();
    void showText(const QString &text);

    cloud::TpuClient &m_tpu;
    const lifecycle::NodeActionPlan m_plan;
    const lifecycle::ActionPace m_pace;
    std::unique_ptr<lifecycle::NodeActionRun> m_run;
    models::WorkMeter m_work;
    models::NodeActionModel *m_model = nullptr;
    QLabel *m_summary = nullptr;
    QTableView *m_view = nullptr;
    QLabel *m_textTitle = nullptr;
    QPlainTextEdit *m_text = nullptr;
    QWidget *m_question = nullptr;
    QLineEdit *m_typed = nullptr;
    QPushButton *m_confirm = nullptr;
    QPushButton *m_close = nullptr;
    bool m_isStopped = false;
};

} // namespace podium::ui
