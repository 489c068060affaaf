// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/nodes/requestmodel.h"

#include <QTimer>
#include <QWidget>

#include <array>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace podium::ui {

class ElidedLabel;

/// The nodes that somebody wants and that do not stand yet, above those that do: what each waits
/// for, and going on with it, pausing it, trying other zones or giving it up. Hidden where there
/// are none.
class RequestPanel final : public QWidget
{
    Q_OBJECT

public:
    /// The clock must outlive it.
    explicit RequestPanel(const Clock &clock, QWidget *parent = nullptr);

    void setRows(std::vector<models::RequestRow> rows);

signals:
    void goOnRequested(const QString &id);
    void pauseRequested(const QString &id);
    /// In the order in which they are to be tried; at least one.
    void zonesRequested(const QString &id, const std::vector<podium::Zone> &zones);
    void giveUpRequested(const QString &id);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildQuestion();
    QWidget *buildZones();
    void showZones(bool shows);
    void setZones();
    void fitTable();
    [[nodiscard]] static QString questionOf(const lifecycle::NodeRequest &request);
    void showChoice();
    void ask();
    void answer(bool givesUp);
    [[nodiscard]] QModelIndex selectedIndex() const;
    [[nodiscard]] const models::RequestRow *selected() const;

    models::RequestModel *m_model = nullptr;
    QTableView *m_view = nullptr;
    QPushButton *m_goOn = nullptr;
    QPushButton *m_pause = nullptr;
    QPushButton *m_editZones = nullptr;
    QPushButton *m_giveUp = nullptr;
    QWidget *m_choice = nullptr;   ///< what can be done with the selected one
    QWidget *m_question = nullptr; ///< whether it is really given up
    QWidget *m_zonesRow = nullptr; ///< where its zones are changed
    QLineEdit *m_zones = nullptr;
    QPushButton *m_useZones = nullptr;
    QLabel *m_asked = nullptr;
    ElidedLabel *m_answer = nullptr; ///< what Google said last of the selected one
    QPushButton *m_keep = nullptr;
    QString m_askedId;
    QTimer m_second;
    std::array<int, models::RequestModel::ColumnCount> m_widths{}; ///< the widest so far
};

} // namespace podium::ui
