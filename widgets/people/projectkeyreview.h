// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/keys/projectkeys.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QPushButton;

namespace podium::ui {

/// One key that goes into a project's metadata, or out of it.
struct ProjectKeyChange
{
    ProjectId project;
    bool isAddition = true;
    people::MetadataKey key;
    std::vector<people::MetadataKey> more =
        {}; ///< of a removal: lines with the same key, which go, too
    std::optional<people::ProjectKeysEdit> undone = {}; ///< what it takes back

    [[nodiscard]] ProjectKeyChange inverse(const people::ProjectKeysEdit &edit) const
    {
        return {project, !isAddition, key, more, edit};
    }
    [[nodiscard]] cloud::ComputeClient::Change forMetadata() const;
    /// "A key of ada was added to the metadata of lab-speech."
    [[nodiscard]] QString done() const;
};

/// The change before it is made: which line, and what it means for whom.
class ProjectKeyReview final : public QWidget
{
    Q_OBJECT

public:
    explicit ProjectKeyReview(QWidget *parent = nullptr);

    /// `nodes`: how many the project has, as far as is known.
    void show(const ProjectKeyChange &change, int nodes);

signals:
    void confirmed(const podium::ui::ProjectKeyChange &change);
    void cancelled();

private:
    ProjectKeyChange m_change;
    QLabel *m_title;
    QLabel *m_line;
    QLabel *m_meaning;
    QPushButton *m_confirm;
};

} // namespace podium::ui
