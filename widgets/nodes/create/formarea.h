// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>

namespace podium::ui {

/// A form as wide as it needs, which scrolls only where the screen is too low for it.
class FormArea final : public QScrollArea
{
    Q_OBJECT

public:
    /// Takes the form over.
    explicit FormArea(QWidget *form, QWidget *parent = nullptr);

    /// After a part of the form was unfolded: the window grows by what is missing, as far as the
    /// screen has room, and the part is scrolled to where that is not enough.
    void showUnfolded(const QWidget &part);
};

} // namespace podium::ui
