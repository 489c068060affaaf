// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/disk/disksession.h"
#include "core/models/workprogress.h"

#include <QDialog>

#include <memory>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace podium::ui {

/// What the workers of a node do with one of its disks: looks at once, shows the plan, and carries
/// it out. Not modal.
class DiskWorkDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `node`: its name. A session that is still looking is waited for. `clock` must outlive it.
    DiskWorkDialog(
        std::unique_ptr<disk::DiskSession> session, disk::WorkRequest request, const QString &node,
        const Clock &clock, QWidget *parent = nullptr);

    /// What is to come behind it, as a button.
    void setNext(const QString &text);
    /// The workers carry out the plan.
    [[nodiscard]] bool isWorking() const;
    /// Not while it is working: half of it would be done, and nobody told.
    void reject() override;

signals:
    /// The plan was carried out: sentences, with the worker in front.
    void worked(const QStringList &outcomes);
    void nextWanted();

private:
    enum class Doing { Nothing, Remembering, Looking, Working };

    void buildFields(QBoxLayout *column);
    void buildButtons(QBoxLayout *column);
    void look();
    void work();
    void stop();
    void begin(Doing doing);
    void onDone();
    void showState();
    void showSummary();
    [[nodiscard]] QString doingText() const;
    [[nodiscard]] bool isOfFields() const;
    [[nodiscard]] bool canWork() const;
    [[nodiscard]] QString summary() const;
    [[nodiscard]] QStringList lines() const;
    [[nodiscard]] QString idleSummary() const;
    [[nodiscard]] QString workText() const;

    models::WorkMeter m_work;
    std::unique_ptr<disk::DiskSession> m_session;
    disk::WorkRequest m_request;
    QString m_narrowed; ///< what could not be sent to all at once
    QLabel *m_summary = nullptr;
    QPlainTextEdit *m_text = nullptr;
    QLineEdit *m_folder = nullptr; ///< of Prepare
    QLineEdit *m_device = nullptr;
    QPushButton *m_look = nullptr;
    QPushButton *m_begin = nullptr;
    QPushButton *m_next = nullptr;
    QPushButton *m_stop = nullptr;
    QPushButton *m_close = nullptr;
    Doing m_doing = Doing::Nothing;
    bool m_isLooked = false;       ///< or at it
    bool m_isBeforeDetach = false; ///< that comes behind it
};

} // namespace podium::ui
