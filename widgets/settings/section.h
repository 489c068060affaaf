// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

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

protected:
    void addRow(const QString &name, QWidget *field);
    /// A quieter line below the field of the last row.
    QLabel *addNote(const QString &text = {});
    void setRowNote(QLabel *note, const QString &text, bool isProblem);

private:
    QFormLayout *m_form = nullptr;
    QBoxLayout *m_field = nullptr; ///< of the last row, with its notes
};

} // namespace podium::ui
