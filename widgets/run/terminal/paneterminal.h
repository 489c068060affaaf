// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runterminals.h"
#include "widgets/run/output/viewplace.h"
#include "widgets/run/terminal/terminallines.h"

#include <QObject>

#include <optional>

class QInputMethodEvent;
class QInputMethodQueryEvent;
class QKeyEvent;
class QMouseEvent;
class QContextMenuEvent;
class QWheelEvent;

namespace podium::ui {

class OutputView;

/// Makes an OutputView a terminal: shows a worker's screen in it, tells the worker how large the
/// view is, and sends it the keys, all but Ctrl+Shift+Esc, which gives the keyboard back. What an
/// input method composes is shown at the cursor, here alone, whoever gets it once it is typed.
/// Copying and pasting are Ctrl+Shift+C and Ctrl+Shift+V, the wheel and Shift with the page keys
/// scroll back. When nothing runs there any more the view is one like others.
class PaneTerminal final : public QObject
{
    Q_OBJECT

public:
    /// Both must outlive it; the view may outlive it by its parent's destructor.
    PaneTerminal(OutputView &view, run::RunTerminals &terminals);
    ~PaneTerminal() override;

    void bind(int slot, const ViewPlace &place);
    void unbind();
    [[nodiscard]] ssh::TerminalSize size() const;
    [[nodiscard]] bool hasKeys() const; ///< what is typed now goes to the worker

    bool eventFilter(QObject *watched, QEvent *event) override;

signals:
    void left();
    void changed(); ///< hasKeys() or size()

private:
    bool keyPress(const QKeyEvent &event);
    bool editKey(const QKeyEvent &event);
    bool inputMethod(const QInputMethodEvent &event);
    void answer(QInputMethodQueryEvent &query) const;
    void showComposing(const Composing &composing);
    void endComposing();
    bool viewportEvent(QEvent &event);
    bool wheel(const QWheelEvent &event);
    void contextMenu(const QContextMenuEvent &event);
    void send(const run::TerminalKey &key);
    void paste(const QString &text);
    void pasteTo(int slot, const QString &text);
    void askToPaste(const QString &text);
    void copy() const;
    void tellSize();
    void setFocused(bool isFocused);

    OutputView &m_view;
    run::RunTerminals &m_terminals;
    std::optional<TerminalLines> m_lines;
    int m_slot = -1;
    int m_wheelRest = 0; ///< eighths of a degree not yet used
};

} // namespace podium::ui
