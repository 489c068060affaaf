// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/projects/projectview.h"

#include <QScrollArea>

class QBoxLayout;
class QLabel;

namespace podium::ui {

class AccessSection;
class CostSection;
class DisksSection;
class ElidedLabel;
class GrantsSection;
class NoticeBar;
class PriceSection;
class QuotaSection;

/// All of one project, in parts below each other, or in two columns where there is room.
class ProjectPanel final : public QScrollArea
{
    Q_OBJECT

public:
    explicit ProjectPanel(QWidget *parent = nullptr);

    void setView(const models::ProjectView &view, const std::optional<Error> &grantsError);
    [[nodiscard]] const models::ProjectView &view() const { return m_view; }
    [[nodiscard]] GrantsSection &grants() const { return *m_grants; }
    [[nodiscard]] AccessSection &access() const { return *m_access; }
    [[nodiscard]] CostSection &cost() const { return *m_cost; }
    [[nodiscard]] QuotaSection &quota() const { return *m_quota; }
    [[nodiscard]] DisksSection &disks() const { return *m_disks; }

signals:
    /// The person wants these deleted, after the plan and its question.
    void deleteRequested(const std::vector<podium::NodeRef> &nodes);
    /// What only holds quota any more is to be deleted.
    void cleanUpRequested(const podium::ProjectId &project);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void showNotices(const models::ProjectView &before);
    void showEnd();
    void showLeftovers();
    void arrange();

    models::ProjectView m_view;
    ElidedLabel *m_name = nullptr;
    QLabel *m_title = nullptr;
    NoticeBar *m_problem = nullptr;
    NoticeBar *m_end = nullptr;
    NoticeBar *m_leftovers = nullptr;
    QBoxLayout *m_columns = nullptr;
    GrantsSection *m_grants = nullptr;
    QuotaSection *m_quota = nullptr;
    PriceSection *m_prices = nullptr;
    CostSection *m_cost = nullptr;
    AccessSection *m_access = nullptr;
    DisksSection *m_disks = nullptr;
};

} // namespace podium::ui
