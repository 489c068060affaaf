// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/activity/activity.h"

#include <QWidget>

#include <array>
#include <functional>
#include <optional>
#include <vector>

class QPlainTextEdit;
class QPushButton;

namespace podium::ui {

/// What an entry of the activity leads to.
struct ActivityLink
{
    enum class Kind { Node, Run, Person, ConfigVersion };
    Kind kind = Kind::Node;
    std::optional<NodeRef> node = {};
    QString name = {}; ///< a run's id, a person's login
    int version = 0;   ///< of the ssh config
    bool operator==(const ActivityLink &) const = default;
};

/// All links of an entry, or of a part of it, the one that says most first.
[[nodiscard]] std::vector<ActivityLink>
linksOf(const models::ActivityEntry &entry, const models::ActivityPart *part);

/// All of the selected entry as text, with a button for each thing that it leads to.
class ActivityDetail final : public QWidget
{
    Q_OBJECT

public:
    explicit ActivityDetail(QWidget *parent = nullptr);

    /// `part`: the one that is selected; null: all of it.
    void show(const models::ActivityEntry &entry, const models::ActivityPart *part);
    void clear();

signals:
    void linkActivated(const podium::ui::ActivityLink &link);
    /// A word for the filter: only what is about the same node, run or person.
    void filterRequested(const QString &word);

private:
    void showLinks(const std::vector<ActivityLink> &links);

    QWidget *m_buttons;
    QPlainTextEdit *m_text;
    static constexpr std::size_t MostButtons = 8; ///< a link of each kind, and a filter for it
    std::array<QPushButton *, MostButtons> m_pool{};
    std::array<std::function<void()>, MostButtons> m_actions;
};

} // namespace podium::ui
