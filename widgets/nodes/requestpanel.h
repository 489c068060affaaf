// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/nodes/requestmodel.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace podium::ui {

class ElidedLabel;

/// The nodes that somebody wants and that do not stand yet, above those that do: what each waits
/// for, and going on with it or giving it up. Hidden where there are none.
class RequestPanel final : public QWidget
{
    Q_OBJECT

public:
    /// The clock must outlive it.
    explicit RequestPanel(const Clock &clock, QWidget *parent = nullptr);

    void setRows(std::vector<models::RequestRow> rows);

signals:
    void goOnRequested(const QString &id);
    void giveUpRequested(const QString &id);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildQuestion();
    void fitTable();
    void showChoice();
    void ask();
    void answer(bool givesUp);
    [[nodiscard]] QModelIndex selectedIndex() const;
    [[nodiscard]] const models::RequestRow *selected() const;

    models::RequestModel *m_model = nullptr;
    QTableView *m_view = nullptr;
    QPushButton *m_goOn = nullptr;
    QPushButton *m_giveUp = nullptr;
    QWidget *m_choice = nullptr;   ///< what can be done with the selected one
    QWidget *m_question = nullptr; ///< whether it is really given up
    QLabel *m_asked = nullptr;
    ElidedLabel *m_answer = nullptr; ///< what Google said last of the selected one
    QPushButton *m_keep = nullptr;
    QString m_askedId;
    QTimer m_second;
};

} // namespace podium::ui
