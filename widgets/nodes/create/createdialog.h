// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/models/nodes/createplan.h"

#include <QDialog>

#include <map>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace podium::inventory {
class Inventory;
}

namespace podium::models {
class CreateChecks;
class QueueFeed;
} // namespace podium::models

namespace podium::ui {

class FieldVisits;
class HowSection;

/// Asks for a node: what is typed is judged at once, and below it always stands whether a grant
/// covers it and what it costs, with the equal commands. What no grant covers is confirmed by its
/// price. Not modal.
class CreateDialog final : public QDialog
{
    Q_OBJECT

public:
    /// Inventory and clock must outlive it.
    CreateDialog(
        const inventory::Inventory &inventory, lifecycle::TpuGrants grants, const Clock &clock,
        const models::CreateForm &form, QWidget *parent = nullptr);

    /// Who asks what stands in the way of the node; must outlive it. Without, nothing is said of
    /// it.
    void setChecks(models::CreateChecks *checks);
    /// Who knows the queued resources, which hold quota, too; must outlive it. Without, they are
    /// not counted.
    void setQueues(models::QueueFeed *queues);
    [[nodiscard]] HowSection &how() const { return *m_how; }

signals:
    /// What was confirmed, with an id; to be carried out.
    void createRequested(const podium::lifecycle::NodeRequest &request);
    /// What is left over in the project is to be deleted, after its plan and question.
    void cleanUpRequested(const podium::ProjectId &project);

private:
    using Field = models::CreatePlan::Field;
    QWidget *buildForm();
    QLayout *buildUntil();
    QWidget *buildMeaning();
    void addField(QFormLayout &form, const QString &title, QWidget *field, Field which);
    void fill(const models::CreateForm &form);
    void connectFields();
    void judge();
    void showProblems(const models::CreatePlan &plan);
    void showMeaning(const models::CreatePlan &plan);
    void showObstacles(const models::CreatePlan &plan);
    void offerZones();
    void create();
    [[nodiscard]] models::CreateForm form() const;
    [[nodiscard]] bool isKnown(const ProjectId &project) const;
    [[nodiscard]] lifecycle::ProjectQueue queue() const;

    const inventory::Inventory &m_inventory;
    const lifecycle::TpuGrants m_grants;
    const Clock &m_clock;
    models::CreateChecks *m_checks = nullptr;
    models::QueueFeed *m_queues = nullptr;
    QLabel *m_obstacles = nullptr;
    QMap<QString, QString> m_labels; ///< of the node that this is to be like
    models::CreatePlan m_plan;       ///< of what is filled in now
    QComboBox *m_project = nullptr;
    QLineEdit *m_name = nullptr;
    QComboBox *m_generation = nullptr;
    QComboBox *m_chips = nullptr;
    QLabel *m_type = nullptr;
    QComboBox *m_zones = nullptr;
    QLineEdit *m_version = nullptr;
    QCheckBox *m_spot = nullptr;
    QCheckBox *m_untilCapacity = nullptr;
    QComboBox *m_hours = nullptr;
    HowSection *m_how = nullptr;
    std::map<Field, QLabel *> m_problems;
    FieldVisits *m_visits;
    QLabel *m_coverage = nullptr;
    QPlainTextEdit *m_commands = nullptr;
    QPushButton *m_cleanUp = nullptr;
    QPushButton *m_copyPodiumctl = nullptr;
    QPushButton *m_copyGcloud = nullptr;
    QCheckBox *m_maySpend = nullptr;
    QPushButton *m_create = nullptr;
};

} // namespace podium::ui
