// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTableView>

namespace podium::ui {

/// A side-by-side diff: what is at the left, what would be at the right, changed lines coloured
/// and marked with − and +, the very words that differ stronger. Both sides are as wide as their
/// longest line, and scroll where that is more than there is room for. Shows a models::DiffModel.
class DiffView final : public QTableView
{
    Q_OBJECT

public:
    explicit DiffView(QWidget *parent = nullptr);
    /// Only the right side: there is no file yet.
    void setNewFile(bool isNew);
    void setModel(QAbstractItemModel *model) override;

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitNumbers();
    void measureLines();
    void fitSides();

    int m_longestBefore = 0; ///< pixels
    int m_longestAfter = 0;
};

} // namespace podium::ui
