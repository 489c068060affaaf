// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QStringList>

class QListWidget;
class QPushButton;

namespace podium::ui {

/// All target words, where they are too many to stand as chips: a list that opens below them, from
/// which words can be removed. Deletes itself once it is closed.
class TargetList final : public QFrame
{
    Q_OBJECT

public:
    explicit TargetList(const QStringList &words, QWidget *parent);

    /// Below `anchor`, as far as the screen has room.
    void openBelow(const QWidget &anchor);

signals:
    void removed(const QStringList &words);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void removeSelected();

    QListWidget *m_list;
    QPushButton *m_remove;
};

} // namespace podium::ui
