// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAccessibleWidget>

class QComboBox;

namespace podium::ui {

/// A combo box with a name of its own: on X11, Qt gives a screen reader what is chosen in place of
/// the name. The accessibility bus has no text for a value, so that what is chosen also begins the
/// description, and a change of it is told as one of that; an editable one has a field inside of it
/// for this. All else is as in Qt.
class AccessibleComboBox final : public QAccessibleWidget
{
public:
    explicit AccessibleComboBox(QComboBox *box);
    ~AccessibleComboBox() override;

    [[nodiscard]] QString text(QAccessible::Text kind) const override;
    [[nodiscard]] int childCount() const override;
    /// The list, and the field of an editable one.
    [[nodiscard]] QAccessibleInterface *child(int index) const override;
    [[nodiscard]] int indexOfChild(const QAccessibleInterface *child) const override;
    [[nodiscard]] QAccessibleInterface *childAt(int x, int y) const override;
    [[nodiscard]] QStringList actionNames() const override;
    void doAction(const QString &action) override;

private:
    [[nodiscard]] QComboBox &box() const;

    QMetaObject::Connection m_told;
};

} // namespace podium::ui
