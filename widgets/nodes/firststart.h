// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <QWidget>

class QLabel;

namespace podium::ui {

class Card;

/// What a person sees who has no credentials yet: three ways to go on, each one click.
class FirstStart final : public QWidget
{
    Q_OBJECT

public:
    explicit FirstStart(QWidget *parent = nullptr);

    /// Whether gcloud is on this machine.
    void setGcloudFound(bool found);
    /// Why Podium could not go on by itself.
    void setReason(const Error &error);

signals:
    void gcloudLoginRequested();
    void keyFileChosen(const QString &path);
    void demoRequested();

private:
    void chooseKeyFile();

    QLabel *m_reason = nullptr;
    Card *m_gcloud = nullptr;
};

} // namespace podium::ui
