// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCollator>
#include <QSortFilterProxyModel>
#include <QStringList>

namespace podium::models {

/// The words of a filter, all of which must be found; "-word" must not be.
class FilterWords final
{
public:
    FilterWords() = default;
    explicit FilterWords(const QString &text);
    /// `text` is lower case already.
    [[nodiscard]] bool accept(const QString &text) const;
    bool operator==(const FilterWords &) const = default;

private:
    QStringList m_wanted;
    QStringList m_unwanted;
};

/// NodeModel filtered and sorted: silent zones first, numbers inside names as numbers, and a
/// project stays while one of its nodes does.
class NodeFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit NodeFilter(QObject *parent = nullptr);
    void setText(const QString &text);
    /// Node rows that pass, over all projects.
    [[nodiscard]] int nodeCount() const;

protected:
    [[nodiscard]] bool
    filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    FilterWords m_words;
    QCollator m_collator;
};

} // namespace podium::models
