// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include <vector>

class QCheckBox;
class QLabel;
class QPlainTextEdit;

namespace podium::ui {

class FileField;

/// What the command of a run gets: stdin from a file or by typing, and environment variables,
/// typed, a line each, or from a file. A secret may be in them: they are in these fields only.
class ContentFields final : public QWidget
{
    Q_OBJECT

public:
    explicit ContentFields(QWidget *parent = nullptr);
    /// Both are to be read when a run begins; empty: none.
    [[nodiscard]] QString inputFile() const;
    [[nodiscard]] QString environmentFile() const;
    /// The lines as they stand.
    [[nodiscard]] QByteArray typedEnvironment() const;
    [[nodiscard]] bool keepsInputOpen() const;
    void setKeepsInputOpen(bool isOpen);
    /// So that the fields stand below others'.
    void setLabelWidth(int width);
    /// How much there is, but nothing of it; a part each, mostly none.
    [[nodiscard]] QStringList summary() const;

signals:
    void changed();

private:
    void explain();
    void build();

    std::vector<QLabel *> m_labels;
    QPlainTextEdit *m_typed;
    FileField *m_environment;
    FileField *m_input;
    QCheckBox *m_keepsInputOpen;
};

} // namespace podium::ui
