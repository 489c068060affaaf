// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/projects/disksfeed.h"
#include "widgets/projects/titledcard.h"

#include <optional>
#include <vector>

class QLabel;
class QPushButton;
class QToolButton;

namespace podium::ui {

/// The disks of a project, a row each with what can be done to it.
class DisksSection final : public TitledCard
{
    Q_OBJECT

public:
    explicit DisksSection(QWidget *parent = nullptr);

    /// Null: not known yet. `age`: of the list, as a text.
    void setDisks(const models::DisksFeed::State *state, const QString &age = {});

signals:
    void lookRequested();
    void createRequested();
    void attachRequested(const podium::cloud::Disk &disk);
    void detachRequested(const podium::cloud::Disk &disk, const podium::NodeRef &node);
    void deleteRequested(const podium::cloud::Disk &disk);

private:
    [[nodiscard]] QWidget *rowOf(const cloud::Disk &disk, const cloud::AttachedDisks &attached);
    void
    offerDetach(QToolButton *button, const cloud::Disk &disk, const std::vector<NodeRef> &nodes);

    QLabel *m_age = nullptr;
    QToolButton *m_look = nullptr;
    QPushButton *m_create = nullptr;
    QWidget *m_content = nullptr;
    std::optional<models::DisksFeed::State> m_state; ///< what is shown
};

} // namespace podium::ui
