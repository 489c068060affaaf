// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/nodes/createplan.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QToolButton;

namespace podium::ui {

/// "1 hour", "12 hours", "3 days".
[[nodiscard]] QString hoursText(int hours);

/// How a node is asked for and what comes afterwards: folded away until somebody wants another way
/// than the usual one.
class HowSection final : public QWidget
{
    Q_OBJECT

public:
    explicit HowSection(QWidget *parent = nullptr);

    [[nodiscard]] models::CreateManner manner() const;
    /// Which can run when nobody is there to be asked. Before, none is missed.
    void setRecipes(const QStringList &unattended);

signals:
    void changed();
    /// By the person; there is more of it now.
    void unfolded();

private:
    QWidget *buildFields();
    void addAfterwards(QFormLayout &form);
    void connectFields();
    void showFitting();

    QToolButton *m_fold = nullptr;
    QWidget *m_fields = nullptr;
    QComboBox *m_means = nullptr;
    QComboBox *m_validFor = nullptr;
    QComboBox *m_runFor = nullptr;
    QLineEdit *m_reservation = nullptr;
    QCheckBox *m_race = nullptr;
    QCheckBox *m_keep = nullptr;
    QLineEdit *m_recipes = nullptr;
    std::optional<QStringList> m_unattended;
};

} // namespace podium::ui
