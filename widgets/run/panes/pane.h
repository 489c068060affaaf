// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/runmodel.h"
#include "widgets/run/output/outputview.h"
#include "widgets/run/panes/paneheader.h"
#include "widgets/run/terminal/paneterminal.h"

#include <QElapsedTimer>
#include <QFrame>
#include <QVector>

#include <optional>

namespace podium::ui {

/// What one pane stands for: a worker, or several with the same output.
struct PaneItem
{
    QVector<int> slotNumbers; ///< never empty; the first one's output is shown
    QString title;
    bool operator==(const PaneItem &) const = default;
    [[nodiscard]] int slot() const { return slotNumbers.constFirst(); }
};

/// A worker's facts and output. Can be bound to another worker at any time: only as many panes
/// exist as are on screen.
class Pane final : public QFrame
{
    Q_OBJECT

public:
    explicit Pane(QWidget *parent = nullptr);
    ~Pane() override;

    void setLook(const std::shared_ptr<const OutputTheme> &look);
    /// Shows workers' terminals from the next bind() on; must outlive the pane.
    void setTerminals(run::RunTerminals &terminals);
    void bind(const models::RunModel &model, const PaneItem &item, const ViewPlace &place);
    void unbind();
    [[nodiscard]] bool isBound() const { return m_model != nullptr; }
    [[nodiscard]] const PaneItem &item() const { return m_item; }

    /// Its worker's state or output is another. Gives what showing that costs, in nanoseconds.
    qint64 refresh();
    void setCurrent(bool current);
    /// Gets keys that are typed in other panes too: not to be overlooked.
    void setReceives(bool receives);
    /// Marks the lines that this slot's output has not; -1: none.
    void setReference(int slot);
    [[nodiscard]] OutputView &output() { return *m_output; }
    [[nodiscard]] bool hasKeys() const; ///< a terminal that sends what is typed now
    [[nodiscard]] const PaneFacts &facts() const { return m_header->facts(); }

signals:
    /// Clicked, or its output got the keyboard.
    void activated();
    void opened();
    void editorRequested(); ///< its worker's output is to be shown in the desktop's editor
    void left();            ///< the keyboard is to go back from the terminal to the window

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] PaneFacts gatherFacts() const;
    void updateAccessibleTexts();
    void placeChildren();
    void markOddLines();
    [[nodiscard]] bool hasReference() const;
    [[nodiscard]] bool isTooLongToCompare() const;
    [[nodiscard]] QString differenceText() const;
    [[nodiscard]] int border() const;

    const models::RunModel *m_model = nullptr;
    PaneItem m_item;
    std::optional<StoreLines> m_lines;
    std::shared_ptr<const OutputTheme> m_look;
    PaneHeader *m_header;
    OutputView *m_output;
    std::unique_ptr<PaneTerminal> m_terminal;
    bool m_isCurrent = false;
    bool m_receives = false;
    int m_reference = -1;
    int m_missingLines = 0; ///< that the reference has and this pane has not
    run::OutputDigest m_comparedOwn;
    run::OutputDigest m_comparedReference;
    QElapsedTimer m_sinceCompared;
};

} // namespace podium::ui
