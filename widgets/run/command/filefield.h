// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLineEdit;

namespace podium::ui {

/// The path of a file to read, or of a folder, typed or chosen. Does not look at it.
class FileField final : public QWidget
{
    Q_OBJECT

public:
    enum class Kind { File, Folder };
    /// `name`: for screen readers and as the title of the dialog.
    explicit FileField(const QString &name, Kind kind = Kind::File, QWidget *parent = nullptr);
    /// Absolute; "~", "~/" and what is relative count from the home folder. Empty: none.
    [[nodiscard]] QString path() const;
    void setPath(const QString &path); ///< as if it were typed

signals:
    void changed();

private:
    void choose();

    const Kind m_kind;
    QLineEdit *m_edit;
};

} // namespace podium::ui
