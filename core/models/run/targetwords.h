// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"

#include <QAbstractListModel>
#include <QString>
#include <QStringList>

#include <vector>

namespace podium::models {

/// A word that can be typed as a target, and what it would mean.
struct TargetWord
{
    QString word; ///< "pod-v4", "@all", "@type=v4-64", "pod-*"
    QString note; ///< "v4-64 · READY · 8 workers"
    bool operator==(const TargetWord &) const = default;
};

/// The words worth offering: @all, nodes (widened where a name is not unique; hostile names left
/// out), globs that several nodes share, types and labels. Those that can be reached first.
[[nodiscard]] std::vector<TargetWord> targetWords(const inventory::Snapshot &snapshot);

/// What a person typed or pasted, cut into target words at blanks, commas (not those between
/// worker numbers, as in "a:0-3,7") and semicolons.
[[nodiscard]] QStringList splitTargets(const QString &text);

/// Those words as a list for completion.
class TargetWordModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { NoteRole = Qt::UserRole + 1 };
    using QAbstractListModel::QAbstractListModel;

    void setWords(std::vector<TargetWord> words);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    std::vector<TargetWord> m_words;
};

} // namespace podium::models
