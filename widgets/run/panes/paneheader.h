// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/panestate.h"
#include "widgets/run/output/linepainter.h"

#include <QWidget>

#include <memory>

namespace podium::ui {

/// What a pane's header says. Texts are plain.
struct PaneFacts
{
    QString title;   ///< "pod-v4:3"
    int workers = 1; ///< in a folded pane; shown where more than one
    models::PaneState state = models::PaneState::Waiting;
    QString headline; ///< "exit 2"
    QString duration; ///< "0.4 s"
    QString lines;    ///< "12 lines"; empty: none
    QString sentence; ///< why there is no more, below the first row; empty: no second row
    QString route;    ///< how it was reached, for the details; empty: as usual
    int matches = 0;  ///< of find
    bool mayHaveMoreMatches = false;
    bool operator==(const PaneFacts &) const = default;
};

/// A pane's one or two rows of facts: mark, worker, how it ended, lines, time. What matters most
/// is dropped last where there is little room. Painted whole: no labels, no layout.
class PaneHeader final : public QWidget
{
    Q_OBJECT

public:
    explicit PaneHeader(QWidget *parent = nullptr);

    void setLook(std::shared_ptr<const OutputTheme> look);
    /// True where the height has changed.
    bool setFacts(const PaneFacts &facts);
    [[nodiscard]] const PaneFacts &facts() const { return m_facts; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] int rowHeight() const;
    void paintFacts(QPainter &painter) const;
    void paintSentence(QPainter &painter) const;

    std::shared_ptr<const OutputTheme> m_look;
    PaneFacts m_facts;
};

} // namespace podium::ui
