// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QWidget>

#include <utility>

class QBoxLayout;
class QFormLayout;
class QLabel;

namespace podium::ui {

/// A titled part of the Settings page: names at the left, fields at the right.
class Section : public QWidget
{
    Q_OBJECT

public:
    explicit Section(const QString &title, QWidget *parent = nullptr);
    /// The fields that somebody is editing, of which there is another value meanwhile; once.
    [[nodiscard]] QStringList takeOvertaken() { return std::exchange(m_overtaken, {}); }

protected:
    /// Whether a field that says `held`, after it was to show `before`, is to show what is set
    /// `now`. Not while somebody edits it: its text would go. But where nobody has, the old value
    /// would be set again when it is left.
    template <typename Value>
    bool mayShow(const QWidget &field, const Value &held, const Value &before, const Value &now)
    {
        if (!field.hasFocus()) {
            return true;
        }
        if (held == before) {
            return !(held == now);
        }
        if (!(now == before) && !(now == held)) {
            m_overtaken << field.accessibleName();
        }
        return false;
    }
    void addRow(const QString &name, QWidget *field);
    /// A quieter line below the field of the last row.
    QLabel *addNote(const QString &text = {});
    void setRowNote(QLabel *note, const QString &text, bool isProblem);

private:
    QFormLayout *m_form = nullptr;
    QBoxLayout *m_field = nullptr; ///< of the last row, with its notes
    QStringList m_overtaken;
};

} // namespace podium::ui
