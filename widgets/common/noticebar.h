// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/models/mark.h"

#include <QFrame>

#include <functional>

class QLabel;
class QPushButton;
class QToolButton;

namespace podium::ui {

class MarkWidget;

/// A quiet bar at the top of a page: what happened, and what to do. One at a time; hidden while
/// there is nothing to say. Announces itself to screen readers. All texts are plain. That something
/// was done, with nothing to do about it, is said for as long as the page is shown.
class NoticeBar final : public QFrame
{
    Q_OBJECT

public:
    explicit NoticeBar(QWidget *parent = nullptr);

    /// `action` empty: no button.
    void showNotice(
        models::Mark mark, const QString &text, const QString &hint = {},
        const QString &action = {});
    /// The same with a button that does this, instead of actionTriggered().
    void
    ask(models::Mark mark, const QString &text, const QString &hint, const QString &action,
        std::function<void()> answer);
    /// With a button for its link into Google's console, if it has one. Nothing for a cancelled
    /// one. `answer`: what `action` does, as in ask().
    void
    showError(const Error &error, const QString &action = {}, std::function<void()> answer = {});
    void clear();
    /// Of what was said last: each notice has another.
    [[nodiscard]] int number() const { return m_number; }
    /// Unless something else was said since this one.
    void clearNotice(int number);
    /// Where it only says that something was done, and offers nothing (no Undo).
    void clearDone();
    [[nodiscard]] QString text() const;

signals:
    void actionTriggered();

protected:
    void hideEvent(QHideEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void act();

    QString m_url;
    std::function<void()> m_answer; ///< to ask(), while that is shown
    int m_number = 0;
    models::Mark m_markKind = models::Mark::Good;
    MarkWidget *m_mark = nullptr;
    QLabel *m_text = nullptr;
    QLabel *m_hint = nullptr;
    QPushButton *m_link = nullptr;
    QPushButton *m_action = nullptr;
    QToolButton *m_close = nullptr;
};

} // namespace podium::ui
