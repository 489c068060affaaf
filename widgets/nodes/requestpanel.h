// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/nodes/createplan.h"
#include "core/models/nodes/requestmodel.h"

#include <QTimer>
#include <QWidget>

#include <array>
#include <functional>

class QCheckBox;
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
    using PlanZones = std::function<models::ZonesPlan(
        const lifecycle::NodeRequest &request, const std::vector<Zone> &zones)>;
    /// Who says what other zones mean. Without, none can be tried.
    void setPlanZones(PlanZones plan);
    /// What that says may have changed.
    void judgeZones();

signals:
    void goOnRequested(const QString &id);
    void pauseRequested(const QString &id);
    /// Somebody looks at other zones of a request there.
    void zonesWanted(const podium::ProjectId &project);
    /// With what they cost confirmed; at least one.
    void zonesRequested(const QString &id, const podium::lifecycle::ZoneWish &where);
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
    QLabel *m_meaning = nullptr; ///< of the zones that are typed
    QCheckBox *m_maySpend = nullptr;
    QPushButton *m_useZones = nullptr;
    PlanZones m_planZones;
    models::ZonesPlan m_zonesPlan; ///< of what is typed now
    QLabel *m_asked = nullptr;
    ElidedLabel *m_answer = nullptr; ///< what Google said last of the selected one
    QPushButton *m_keep = nullptr;
    QString m_askedId;
    QTimer m_second;
    std::array<int, models::RequestModel::ColumnCount> m_widths{}; ///< the widest so far
};

} // namespace podium::ui
