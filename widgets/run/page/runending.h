// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>

namespace podium::ui {

class RunPage;

/// What becomes of all that runs when Podium goes. What was started to be left goes on, and its
/// workers learn how far it was read; what is attached to Podium is ended, first politely. Closing
/// the connections alone would let it run on unseen.
class RunEnding final : public QObject
{
    Q_OBJECT

public:
    /// The page must outlive it.
    explicit RunEnding(RunPage &page, QObject *parent = nullptr);

    /// Begins; done() comes when there is nothing to wait for, at the latest after some seconds,
    /// or at once. Asked again on the way, it goes on as it was.
    void begin();

signals:
    void done(); ///< once for each begin()

private:
    void detach();
    void check();
    void finish();

    RunPage &m_page;
    QPointer<QObject> m_waiting; ///< what waits for the end goes with it
    bool m_areMarksKept = false;
};

} // namespace podium::ui
