// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>

namespace podium::ui {

/// Scrolls up and down only: it is never narrower than what is in it can be, whatever the language,
/// and never narrower than `least` pixels.
class SideScrollArea final : public QScrollArea
{
    Q_OBJECT

public:
    explicit SideScrollArea(int least, QWidget *parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    int m_least;
};

} // namespace podium::ui
