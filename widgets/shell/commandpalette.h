// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/palettemodel.h"

#include <QFrame>

class QLineEdit;
class QListView;

namespace podium::ui {

/// Ctrl+K: everything that can be done or gone to, by a few letters. Lies over its parent; Esc or
/// a click elsewhere puts it away. Whose the keyboard was before is up to whoever opens it.
class CommandPalette final : public QFrame
{
    Q_OBJECT

public:
    explicit CommandPalette(QWidget *parent);

    void open(std::vector<models::PaletteItem> items);
    /// Others, for what is typed already; the chosen one stays chosen where it is still there.
    void setItems(std::vector<models::PaletteItem> items);

signals:
    /// It is about to be put away, and nobody has the keyboard after it.
    void leavesKeyboard();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void place();
    void putAway();
    void moveBy(int rows);
    void runCurrent();
    [[nodiscard]] bool handleKey(int key);

    models::PaletteModel *m_model = nullptr;
    QLineEdit *m_typed = nullptr;
    QListView *m_list = nullptr;
};

} // namespace podium::ui
