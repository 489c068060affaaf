// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace podium::ui {

/// One target word: what it names is its tooltip; in the colour of a fault where it names
/// nothing. Delete or Backspace removes it while it has the keyboard. One that stands for many
/// words has a title in place of its word, and opens on a click, Return or Space.
class Chip final : public QWidget
{
    Q_OBJECT

public:
    explicit Chip(const QString &word, QWidget *parent = nullptr);
    [[nodiscard]] const QString &word() const { return m_word; }
    /// What it stands for, in a few words or, for a fault, a sentence.
    void setMeaning(const QString &meaning, bool isFault);
    /// It stands for many.
    void setTitle(const QString &title);
    [[nodiscard]] bool isFault() const { return m_isFault; }

signals:
    void removed();
    void opened();        ///< of one that stands for many
    void stepped(int by); ///< arrow keys: to the chip before or after

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void updateColours();

    QString m_word;
    QString m_title; ///< empty: the word
    QLabel *m_label;
    QToolButton *m_close;
    bool m_isFault = false;
};

} // namespace podium::ui
