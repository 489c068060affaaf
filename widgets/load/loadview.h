// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QListView>

namespace podium::models {
class LoadGroups;
}

namespace podium::ui {

/// Workers as small pictures below their node's heading, as many columns as there is room for. A
/// click on a heading folds it, so do Return, Space and Left; Right unfolds. Shift or Control with
/// it: all headings.
class LoadView final : public QListView
{
    Q_OBJECT

public:
    /// `groups` must outlive it.
    explicit LoadView(models::LoadGroups &groups, QWidget *parent = nullptr);

    /// Of a picture or of a heading.
    [[nodiscard]] QSize sizeOf(const QModelIndex &index) const;
    /// LoadModel's rows that somebody sees, and the chosen one.
    [[nodiscard]] std::vector<int> visibleWorkers() const;

signals:
    /// Other workers may be seen than before.
    void moved();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void layOut();
    void fold(const QModelIndex &heading, bool isFolded, Qt::KeyboardModifiers modifiers);

    models::LoadGroups &m_groups;
    QSize m_picture;
    QSize m_heading;
};

} // namespace podium::ui
