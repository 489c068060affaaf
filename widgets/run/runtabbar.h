// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTabBar>

namespace podium::ui {

/// Tabs that are narrowed from the longest on where there is no room for all of them: short ones
/// and the current one can be read for as long as that is possible. Where even that is not enough,
/// they are scrolled.
class RunTabBar final : public QTabBar
{
    Q_OBJECT

public:
    explicit RunTabBar(QWidget *parent = nullptr);

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override;

private:
    [[nodiscard]] int widestOther() const;
};

} // namespace podium::ui
