// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAccessibleWidget>

#include <vector>

namespace podium::ui {

class OutputView;

/// An OutputView for a screen reader, or for a test that reads the screen as one: a read-only
/// text of the last `LineLimit` lines, joined with '\n'. Without lines, its placeholder.
class AccessibleOutput final : public QAccessibleWidget, public QAccessibleTextInterface
{
public:
    static constexpr int LineLimit = 20000;

    explicit AccessibleOutput(OutputView *view);

    QAccessible::State state() const override;
    QString text(QAccessible::Text kind) const override;
    void *interface_cast(QAccessible::InterfaceType type) override;

    void selection(int index, int *start, int *end) const override;
    int selectionCount() const override;
    void addSelection(int start, int end) override;
    void removeSelection(int index) override;
    void setSelection(int index, int start, int end) override;
    int cursorPosition() const override;
    void setCursorPosition(int offset) override;
    QString text(int start, int end) const override;
    int characterCount() const override;
    QRect characterRect(int offset) const override;
    int offsetAtPoint(const QPoint &point) const override;
    void scrollToSubstring(int start, int end) override;
    QString attributes(int offset, int *start, int *end) const override;

private:
    struct Place
    {
        int line = 0;
        int column = 0;
    };
    [[nodiscard]] OutputView *view() const;
    void index() const;
    [[nodiscard]] Place placeOf(int offset) const;
    [[nodiscard]] int offsetOf(int line, int column) const;
    [[nodiscard]] int firstLine() const;

    mutable std::vector<int> m_starts; ///< offset of each line's first character, from m_first
    mutable int m_first = 0;
    mutable int m_total = 0;
};

/// Makes every OutputView accessible. Once is enough; more does nothing.
void installOutputAccessibility();

} // namespace podium::ui
