// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

class QAbstractItemView;
class QFocusEvent;
class QKeyEvent;

namespace podium::ui {

/// Whoever is around `widget` shows its focus: it gets no ring of its own.
void setFocusShownAround(QWidget &widget);

/// For whoever uses the window by the keyboard. What gets the focus is scrolled into view; lists
/// and other scrolled areas, which styles paint no focus on, have a ring inside their edge while
/// the keyboard is there and came by a key; Down opens the menu of a button that does something
/// else when it is pressed. A row that is selected by a screen reader also becomes the current one,
/// which details and menus are about. One for the whole application.
class KeyboardAid final : public QObject
{
    Q_OBJECT

public:
    /// Watches the application for as long as it lives.
    explicit KeyboardAid(QObject *parent = nullptr);
    ~KeyboardAid() override;

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void onFocusIn(QWidget &widget, const QFocusEvent &event);
    [[nodiscard]] static bool openMenu(QObject *watched, const QKeyEvent &key);
    void showRing(QWidget &on);
    void watchSelection(const QAbstractItemView &view);
    void placeRing();

    QPointer<QWidget> m_ring;
    QPointer<QWidget> m_ringed; ///< what the ring is on
    bool m_isByKey = false;     ///< the last that was used is the keyboard, not the mouse
};

} // namespace podium::ui
