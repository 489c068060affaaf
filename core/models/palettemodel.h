// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QString>

#include <functional>
#include <vector>

namespace podium::models {

/// Something that the palette can do or go to.
struct PaletteItem
{
    QString title;
    QString kind;     ///< "Page", "Node", "Action" …
    QString shortcut; ///< for the screen; may be empty
    std::function<void()> run;
};

/// The items that fit what was typed, the best first. Used on the GUI thread.
class PaletteModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    static constexpr int Limit = 100;
    enum Role { KindRole = Qt::UserRole + 1, ShortcutRole };

    using QAbstractListModel::QAbstractListModel;

    void setItems(std::vector<PaletteItem> items);
    void setTyped(const QString &typed);
    /// Does what row `row` is for.
    void run(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    void updateMatches();

    std::vector<PaletteItem> m_items;
    std::vector<size_t> m_shown;
    QString m_typed;
};

} // namespace podium::models
