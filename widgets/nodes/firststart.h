// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <QWidget>

class QLabel;
class QLayout;
class QToolButton;

namespace podium::ui {

class Card;
class SignInRow;

/// What a person sees who has no credentials yet: three ways to go on, each one click.
class FirstStart final : public QWidget
{
    Q_OBJECT

public:
    explicit FirstStart(QWidget *parent = nullptr);

    /// Whether gcloud is on this machine.
    void setGcloudFound(bool found);
    /// Whether gcloud waits for the person; `link`: what to open in a browser, where it is known.
    void setSigningIn(bool isWaiting, const QString &link);
    /// Why Podium could not go on by itself.
    void setReason(const Error &error);

signals:
    void gcloudLoginRequested();
    void gcloudLoginCancelled();
    void keyFileChosen(const QString &path);
    void demoRequested();

private:
    [[nodiscard]] QLayout *buildWaiting();
    [[nodiscard]] QLayout *buildReason();
    void chooseKeyFile();

    QLabel *m_reason = nullptr;
    QToolButton *m_more = nullptr; ///< shows m_detail
    QLabel *m_detail = nullptr;
    Card *m_gcloud = nullptr;
    SignInRow *m_waiting = nullptr;
    bool m_hasGcloud = false;
    bool m_isSigningIn = false;
};

} // namespace podium::ui
