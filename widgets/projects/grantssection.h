// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/projects/projectview.h"
#include "widgets/projects/titledcard.h"

class QPushButton;
class QToolButton;

namespace podium::ui {

/// The TPU grants of a project: each with its time and a bar a row.
class GrantsSection final : public TitledCard
{
    Q_OBJECT

public:
    explicit GrantsSection(QWidget *parent = nullptr);

    /// `error`: why the grants are not known.
    void setGrants(const std::vector<models::GrantCard> &grants, const std::optional<Error> &error);

signals:
    void addRequested();
    void importRequested();
    void exportRequested();
    void removeRequested(const QString &grant);

private:
    void rebuild();
    [[nodiscard]] QWidget *cardOf(const models::GrantCard &grant);

    std::vector<models::GrantCard> m_grants;
    std::optional<Error> m_error;
    QPushButton *m_add = nullptr;
    QToolButton *m_more = nullptr;
    QWidget *m_content = nullptr;
};

} // namespace podium::ui
