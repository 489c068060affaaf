// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QBoxLayout;
class QLabel;

namespace podium::ui {

/// A part of a page in a frame of its own: a title with buttons beside it, and what belongs to it
/// below.
class TitledCard : public QFrame
{
    Q_OBJECT

public:
    explicit TitledCard(const QString &title, QWidget *parent = nullptr);

protected:
    /// Where the part's own widgets go.
    [[nodiscard]] QBoxLayout *body() const { return m_body; }
    /// Beside the title, at the right.
    void addTool(QWidget *tool);
    void paintEvent(QPaintEvent *event) override;

private:
    QBoxLayout *m_head = nullptr;
    QBoxLayout *m_body = nullptr;
};

} // namespace podium::ui
