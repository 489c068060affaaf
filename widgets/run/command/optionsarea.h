// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>

namespace podium::ui {

/// As high as what is in it where there is room for that; lower, with a scroll bar, where not.
class OptionsArea final : public QScrollArea
{
    Q_OBJECT

public:
    explicit OptionsArea(QWidget *contents, QWidget *parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] int contentsHeight() const;
};

} // namespace podium::ui
