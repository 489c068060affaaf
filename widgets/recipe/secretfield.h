// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/secret/secretbook.h"

#include <QWidget>

#include <optional>
#include <vector>

class QComboBox;
class QLineEdit;

namespace podium::ui {

/// Where a secret of a recipe comes from: one of the stored ones, by its name, or typed here, which
/// nobody reads over the shoulder. What is typed is kept nowhere.
class SecretField final : public QWidget
{
    Q_OBJECT

public:
    explicit SecretField(const QString &parameter, QWidget *parent = nullptr);

    /// What there is to choose from; the choice stays, where it can.
    void setNames(const std::vector<secret::SecretName> &names);
    [[nodiscard]] std::optional<secret::SecretName> chosen() const;
    /// What is typed; empty where a stored one is chosen.
    [[nodiscard]] QString typed() const;
    void clearTyped();

private:
    void showChoice();

    QComboBox *m_source = nullptr;
    QLineEdit *m_edit = nullptr;
};

} // namespace podium::ui
