// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/commandhistory.h"

#include <QPlainTextEdit>

namespace podium::ui {

/// The command or script to run: several lines, as high as it needs within limits. Up in the
/// first line and Down in the last go through what was run before; Ctrl+Return runs.
class CommandEdit final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit CommandEdit(QWidget *parent = nullptr);

    void setHistory(const QStringList &commands) { m_history = models::CommandHistory(commands); }
    [[nodiscard]] const models::CommandHistory &history() const { return m_history; }
    /// The text was run: it becomes part of the history.
    void remember();
    /// The text, with '\n' between lines, as it goes to the workers.
    [[nodiscard]] QString command() const;
    void setCommand(const QString &text);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void submitted();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void insertFromMimeData(const QMimeData *source) override;

private:
    bool goThroughHistory(int key);
    [[nodiscard]] int shownLines() const;

    models::CommandHistory m_history;
};

} // namespace podium::ui
