// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/nodes/statussummary.h"

#include <QWidget>

class QPushButton;
class QToolButton;

namespace podium::ui {

class ElidedLabel;
class MarkWidget;

/// The line below all pages: what there is, what does not answer, what is new and the one thing
/// to do about it.
class StatusLine final : public QWidget
{
    Q_OBJECT

public:
    explicit StatusLine(QWidget *parent = nullptr);

    /// A word for the cloud in use that stands first: "demo". Empty: none.
    void setCloud(const QString &name);
    void setSummary(const models::StatusSummary &summary);
    /// Offers to review what a write of the ssh config would change.
    void setConfigOutdated(bool outdated);

signals:
    void updateConfigRequested();
    void commandsRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void showText();

    QString m_cloud;
    models::StatusSummary m_summary;
    MarkWidget *m_mark = nullptr;
    ElidedLabel *m_text = nullptr;
    QPushButton *m_update = nullptr;
    QToolButton *m_commands = nullptr;
};

} // namespace podium::ui
