// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runoption.h"
#include "core/run/runspec.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QGridLayout;
class QLabel;
class QSpinBox;

namespace podium::ui {

class ContentFields;
class FileField;
class WorkerChoice;

/// What a run can be told besides where and what, in groups with headings: mostly folded away.
class RunOptions final : public QWidget
{
    Q_OBJECT

public:
    using QWidget::show;
    explicit RunOptions(QWidget *parent = nullptr);
    /// One more group, above the others; it owns what is in it.
    void addFirstGroup(const QString &heading, QWidget *contents);
    [[nodiscard]] bool wantsTerminal() const;
    /// The file that each worker gets as stdin, to be read when a run begins; empty: none.
    [[nodiscard]] QString inputFile() const;
    /// Lines of variables that were typed, and a file with more, to be read as well.
    [[nodiscard]] QByteArray typedEnvironment() const;
    [[nodiscard]] QString environmentFile() const;
    /// Where its output is to be saved; has to be there when a run begins. Empty: nowhere.
    [[nodiscard]] QString saveFolder() const;
    /// Those that it is to run on, for what is to be told about one of them.
    void setWorkers(const std::vector<WorkerRef> &workers);
    /// Writes them into a spec, but for what is in these files and lines.
    void applyTo(run::RunSpec &spec) const;
    /// Shows those of a spec; the files and lines stay as they are.
    void show(const run::RunSpec &spec);
    /// What nobody would be there for cannot be asked for.
    void setDetached(bool isDetached);
    /// What differs from the usual, in a few words each; empty: nothing.
    [[nodiscard]] QStringList summary() const;

signals:
    void changed();

private:
    void addGroup(const QString &heading, QWidget *contents, int row);
    [[nodiscard]] QWidget *buildTerminal();
    [[nodiscard]] QWidget *buildRoute();
    [[nodiscard]] QWidget *buildLimits();
    [[nodiscard]] QWidget *buildOutput();
    void addNumbers(QGridLayout &to, run::RunOption::Group group);
    void addFlags(QGridLayout &to);
    [[nodiscard]] QCheckBox *addFlag(const run::RunFlag &flag);
    void alignFields();
    void connectAll();
    [[nodiscard]] QStringList limitsSummary() const;
    /// A number of the table, and its field.
    struct Number
    {
        const run::RunOption *option;
        QLabel *label;
        QSpinBox *field;
    };
    [[nodiscard]] bool goesViaGateway() const;
    [[nodiscard]] bool isPossible(const run::RunOption &option) const;
    void updateEnabled();
    [[nodiscard]] int valueOf(const Number &number) const;
    struct Flag
    {
        const run::RunFlag *flag;
        QCheckBox *check;
        [[nodiscard]] bool isSet() const;
    };

    QGridLayout *m_groups;
    std::vector<Number> m_numbers;
    std::vector<Flag> m_flags;
    WorkerChoice *m_gateway;
    QCheckBox *m_terminal;
    ContentFields *m_contents;
    bool m_isDetached = false;
    QLabel *m_saveLabel;
    FileField *m_saveFolder;
};

} // namespace podium::ui
