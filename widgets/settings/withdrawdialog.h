// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/secret/withdrawsession.h"

#include <QDialog>

#include <memory>
#include <vector>

class QLabel;
class QPushButton;

namespace podium::models {
class WithdrawalModel;
}

namespace podium::ui {

/// Takes a secret away from workers: first the places, then, after a click, a verdict for each. Not
/// modal.
class WithdrawDialog final : public QDialog
{
    Q_OBJECT

public:
    WithdrawDialog(
        std::unique_ptr<secret::WithdrawSession> session, const secret::SecretName &name,
        QWidget *parent = nullptr);

signals:
    /// It is proven to be gone from these; `summary`: of all places.
    void withdrawn(const std::vector<QByteArray> &ids, const QString &summary);
    /// The person wants these forgotten, though it may still be there.
    void forgotten(const std::vector<QByteArray> &ids);

private:
    [[nodiscard]] QLayout *buildButtons();
    void showState();
    void onFinished();
    void forget();

    std::unique_ptr<secret::WithdrawSession> m_session;
    models::WithdrawalModel *m_model = nullptr;
    QLabel *m_summary = nullptr;
    QPushButton *m_start = nullptr;
    QPushButton *m_stop = nullptr;
    QPushButton *m_forget = nullptr;
    enum class Doing { Showing, Removing, Done };
    Doing m_doing = Doing::Showing;
};

} // namespace podium::ui
