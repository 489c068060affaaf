// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/run/page/summarybar.h"

#include <QWidget>

#include <vector>

class QButtonGroup;
class QMenu;
class QPushButton;
class QToolButton;

namespace podium::ui {

/// How a run's panes are shown.
enum class Presentation { Panes, Single, Folded, Merged };

/// What can be done with a run, on one row with its numbers.
class RunToolBar final : public QWidget
{
    Q_OBJECT

public:
    explicit RunToolBar(QWidget *parent = nullptr);

    [[nodiscard]] SummaryBar &summary() { return *m_summary; }
    void setPresentation(Presentation presentation);
    void setWrap(bool wrap);
    /// Terminals are not: a pane that several share would not say whose keys they are.
    void setFoldable(bool foldable);
    /// Stop while it runs (Kill once it was asked to stop), else Run again; and a way to skip those
    /// that have not started, while there are any.
    void setRunning(bool isRunning, bool wasAskedToStop, int waiting = 0);
    [[nodiscard]] QMenu &rerunMenu() { return *m_rerunMenu; }
    /// The page has them itself: stop, run again, skip.
    void hideControls();
    [[nodiscard]] QSize minimumSizeHint() const override; ///< with icons alone

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

signals:
    void presentationChosen(podium::ui::Presentation presentation);
    void wrapToggled(bool wrap);
    void findRequested();
    void filterRequested();
    void stopRequested();
    void stopWaitingRequested();
    void copyAllRequested();
    void saveRequested();
    void editorRequested(); ///< for the pane that is the current one

private:
    struct Texts
    {
        QString label; ///< beside the icon, where there is room
        QString name;
        QString toolTip;
    };

    QToolButton *addButton(const QString &icon, const Texts &texts);
    void addPresentations();
    void addPresentation(Presentation presentation, const QString &icon, const Texts &texts);
    [[nodiscard]] int labelsWidth(std::size_t count) const;
    /// Those of all tools, of the presentations alone, or none.
    void fitLabels();
    void makeStopAndRerun();
    void makeMore();

    SummaryBar *m_summary;
    QButtonGroup *m_presentations;
    std::vector<QToolButton *> m_tools; ///< that can do without a label; presentations first
    std::size_t m_labelled = 0;         ///< so many of them have one
    QToolButton *m_wrap = nullptr;
    QPushButton *m_stop = nullptr;
    QPushButton *m_rerun = nullptr;
    QMenu *m_rerunMenu = nullptr;
    QPushButton *m_skip = nullptr;
    bool m_hasControls = true;
};

} // namespace podium::ui
