// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/secret/secretservice.h"

#include <QObject>

#include <functional>

class QWidget;

namespace podium::ui {
class SecretSection;
}

namespace podium::app {

class ActivityFeed;
struct Services;

/// The secrets of the Settings page: sets, replaces, removes them, and takes them away from
/// workers.
class SecretsController final : public QObject
{
    Q_OBJECT

public:
    /// All references must outlive it; `window`: for its dialogs.
    SecretsController(
        Services &services, ui::SecretSection &section, ActivityFeed &feed, QWidget &window,
        QObject *parent = nullptr);

    /// Each time the secrets come to be seen they are read again.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// `then`: with what podiumctl, too, has written until now. Not where that cannot be read.
    void load(const std::function<void()> &then = {});
    void show();
    void ask(const std::optional<secret::SecretName> &name);
    void set(const secret::SecretName &name, const QString &value);
    void remove(const secret::SecretName &name);
    void tellRemoved(
        const secret::SecretName &name, const Result<secret::SecretService::Removed> &removed);
    void withdraw(const secret::SecretName &name);
    /// Says what went wrong, if anything.
    [[nodiscard]] Callback<Result<>> told();

    Services &m_services;
    ui::SecretSection &m_section;
    ActivityFeed &m_feed;
    QWidget &m_window;
};

} // namespace podium::app
