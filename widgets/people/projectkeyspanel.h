// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/people/projectkeys.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace podium::ui {

class KeyField;

/// The keys in a project's metadata: who is there, more, and fewer. What others write there at the
/// same time is kept.
class ProjectKeysPanel final : public QWidget
{
    Q_OBJECT

public:
    /// All references must outlive it.
    ProjectKeysPanel(cloud::ComputeClient &compute, const Clock &clock, QWidget *parent = nullptr);

    void setProjects(const std::vector<ProjectId> &projects);
    /// Asks for the chosen project's.
    void refresh();

signals:
    void closed();
    void failed(const podium::Error &error);
    void noted(const QString &subject, const QString &text);

private:
    [[nodiscard]] QWidget *buildAdd();
    [[nodiscard]] std::optional<ProjectId> project() const;
    void add();
    void removeSelected();
    void change(cloud::ComputeClient::Change change, const QString &done);
    void take(const Result<cloud::ProjectMetadata> &metadata);

    cloud::ComputeClient &m_compute;
    const Clock &m_clock;
    QComboBox *m_projects;
    QLabel *m_state;
    QTreeWidget *m_table;
    QLineEdit *m_login;
    KeyField *m_key;
    QPushButton *m_add = nullptr;
    QPushButton *m_remove = nullptr;
    int m_question = 0; ///< answers to older ones are passed over
};

} // namespace podium::ui
