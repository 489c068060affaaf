// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runoption.h"
#include "core/run/runspec.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QHBoxLayout;
class QSpinBox;

namespace podium::ui {

class ContentFields;

/// What a run can be told besides where and what: mostly folded away.
class RunOptions final : public QWidget
{
    Q_OBJECT

public:
    using QWidget::show;
    explicit RunOptions(QWidget *parent = nullptr);
    [[nodiscard]] bool wantsTerminal() const;
    /// The file that each worker gets as stdin, to be read when a run begins; empty: none.
    [[nodiscard]] QString inputFile() const;
    /// Lines of variables that were typed, and a file with more, to be read as well.
    [[nodiscard]] QByteArray typedEnvironment() const;
    [[nodiscard]] QString environmentFile() const;
    /// Writes them into a spec, but for what is in these files and lines.
    void applyTo(run::RunSpec &spec) const;
    /// Shows those of a spec; the files and lines stay as they are.
    void show(const run::RunSpec &spec);
    /// What differs from the usual, in a few words each; empty: nothing.
    [[nodiscard]] QStringList summary() const;

signals:
    void changed();

private:
    void addNumbers(QHBoxLayout &row, run::RunOption::Group group);
    void addChoices(QHBoxLayout &row);
    void connectAll();
    [[nodiscard]] QStringList numbersSummary() const;
    /// A number of the table, and its field.
    struct Number
    {
        const run::RunOption *option;
        QSpinBox *field;
    };
    [[nodiscard]] int valueOf(const Number &number) const;

    std::vector<Number> m_numbers;
    QCheckBox *m_failFast;
    QCheckBox *m_terminal;
    QCheckBox *m_keepsInputOpen;
    ContentFields *m_contents;
};

} // namespace podium::ui
