// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include <chrono>

class QComboBox;
class QLabel;

namespace podium::ui {

/// What becomes of a run when Podium goes, by being closed or by losing the network.
class OnDisconnectChoice final : public QWidget
{
    Q_OBJECT

public:
    explicit OnDisconnectChoice(QWidget *parent = nullptr);
    [[nodiscard]] bool leaves() const;
    /// After which workers that do not hear of us end it; 0: they do not.
    [[nodiscard]] std::chrono::seconds lossLimit() const;
    void show(bool leaves, std::chrono::seconds lossLimit);
    /// What differs from the usual, in a few words; empty: nothing.
    [[nodiscard]] QString summary() const;

signals:
    void changed();

private:
    enum class Choice { End, EndWhenLost, Leave }; ///< in their order
    [[nodiscard]] Choice choice() const;
    void explain();

    QComboBox *m_choice;
    QLabel *m_meaning;
};

} // namespace podium::ui
