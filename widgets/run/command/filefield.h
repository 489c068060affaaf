// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLineEdit;

namespace podium::ui {

/// The path of a file to read, typed or chosen. Does not look at the file.
class FileField final : public QWidget
{
    Q_OBJECT

public:
    /// `name`: for screen readers and as the title of the dialog.
    explicit FileField(const QString &name, QWidget *parent = nullptr);
    /// Absolute; "~/" and what is relative count from the home folder. Empty: none.
    [[nodiscard]] QString path() const;

signals:
    void changed();

private:
    void choose();

    QLineEdit *m_edit;
};

} // namespace podium::ui
