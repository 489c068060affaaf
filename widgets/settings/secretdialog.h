// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/secret/secretbook.h"

#include <QDialog>

#include <optional>
#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;

namespace podium::ui {

/// Takes a secret and its name, typed or from a file. What was entered goes with the dialog.
class SecretDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `name`: the one that is replaced; none: it is asked for. `placements`: where it was put; a
    /// new one does not come there by itself, and that is said.
    explicit SecretDialog(
        const std::optional<secret::SecretName> &name,
        const std::vector<secret::Placement> &placements = {}, QWidget *parent = nullptr);

signals:
    void entered(const podium::secret::SecretName &name, const QString &value);

private:
    void chooseFile();
    void readFrom(const QString &path);
    void takeFile(const QString &name, const QString &text);
    void check();
    void onAccepted();
    [[nodiscard]] QString value() const;

    QLineEdit *m_name = nullptr;
    QLineEdit *m_value = nullptr;
    QLabel *m_problem = nullptr;
    QPushButton *m_save = nullptr;
    QString m_fromFile; ///< of several lines, as a deploy key is; empty: it is typed
};

} // namespace podium::ui
