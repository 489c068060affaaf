// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "widgets/people/projectkeyreview.h"

#include <QWidget>

#include <functional>
#include <utility>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTreeWidget;

namespace podium::ui {

class KeyField;
struct KeyPlace;

/// The keys in a project's metadata: who is there, more, and fewer. A change is shown before it is
/// made, and can be undone; what others write there at the same time is kept.
class ProjectKeysPanel final : public QWidget
{
    Q_OBJECT

public:
    /// `compute` and `clock` must outlive it.
    ProjectKeysPanel(
        cloud::ComputeClient &compute, const Clock &clock, const KeyPlace &newKeys,
        QWidget *parent = nullptr);

    /// With how many nodes each has.
    void setProjects(const std::vector<std::pair<ProjectId, int>> &projects);
    void chooseProject(const ProjectId &project);
    /// Asks for the chosen project's.
    void refresh();

signals:
    void closed();
    void failed(const podium::Error &error);
    void noted(const QString &subject, const QString &text);
    /// To be told with a way back.
    void changed(const QString &text, const QString &hint, const std::function<void()> &undo);

private:
    [[nodiscard]] QWidget *buildHead();
    [[nodiscard]] QWidget *buildAdd();
    void connectParts();
    void showList();
    [[nodiscard]] std::optional<ProjectId> project() const;
    void setKnown(bool isKnown);
    void add();
    void removeSelected();
    void review(const ProjectKeyChange &change);
    void perform(const ProjectKeyChange &change, bool isUndo);
    [[nodiscard]] bool isChosen(const ProjectId &changed) const;
    void onMetadata(const Result<cloud::ProjectMetadata> &metadata);

    cloud::ComputeClient &m_compute;
    const Clock &m_clock;
    QComboBox *m_projects;
    QLabel *m_state;
    QStackedWidget *m_stack;
    QWidget *m_list = nullptr;
    ProjectKeyReview *m_review;
    QStackedWidget *m_keysView = nullptr; ///< the table, or that there is nothing in it
    QTreeWidget *m_table;
    QLineEdit *m_login;
    KeyField *m_key;
    QPushButton *m_add = nullptr;
    QPushButton *m_remove = nullptr;
    std::vector<people::MetadataKey> m_keys; ///< as last read; rows of the table
    int m_question = 0;                      ///< answers to older ones are passed over
};

} // namespace podium::ui
