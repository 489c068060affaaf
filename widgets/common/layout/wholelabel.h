// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace podium::ui {

/// A plain text over several lines, none of which is ever cut: where there is too little room for
/// all, layouts take it from others, and a scroll area scrolls. A usual wrapped label says that one
/// line is enough.
class WholeLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit WholeLabel(const QString &text = {}, QWidget *parent = nullptr);
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
};

} // namespace podium::ui
