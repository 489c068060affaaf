// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/disk/diskrun.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace podium::ui {

class FieldVisits;
/// One change of one disk: what is to be filled in, what it means, and how far it is. Closed while
/// Google works, it is only hidden: it watches on, tells the end, and goes then.
class DiskDialog final : public QDialog
{
    Q_OBJECT

public:
    /// Both clients must outlive it. `request`: what is known of it already; a node that it names
    /// cannot be changed.
    DiskDialog(
        cloud::DisksClient &disks, cloud::TpuClient &tpu, lifecycle::DiskFacts facts,
        lifecycle::DiskRequest request, QWidget *parent = nullptr);

    /// Google is at it, whether this is closed or not.
    [[nodiscard]] bool isRunning() const { return m_isRunning; }

    void reject() override;

signals:
    /// The cloud is about to be asked for it.
    void begun();
    /// It was done, and seen to be so.
    void proved(const QString &disk, const QString &text);
    /// It was not, or nobody knows, and the dialog was closed before: it shows that to nobody.
    void failed(const QString &disk, const podium::Error &error);
    /// Something may have changed in the cloud.
    void ended();

private:
    [[nodiscard]] QFormLayout *buildForm();
    void addCreateFields(QFormLayout &form);
    void addNodeFields(QFormLayout &form);
    [[nodiscard]] lifecycle::DiskRequest request() const;
    void judge();
    [[nodiscard]] bool isProblemDue() const;
    void carryOut();
    void setRunning(bool isRunning);
    void handleEnd(const Result<> &outcome);
    void showFailure(const Error &error);

    cloud::DisksClient &m_disks;
    cloud::TpuClient &m_tpu;
    const lifecycle::DiskFacts m_facts;
    const lifecycle::DiskRequest m_request;
    lifecycle::DiskPlan m_plan;
    QLineEdit *m_name = nullptr;
    QComboBox *m_zone = nullptr;
    QComboBox *m_type = nullptr;
    QLineEdit *m_gib = nullptr;
    QComboBox *m_node = nullptr;
    QCheckBox *m_readOnly = nullptr;
    QLineEdit *m_typed = nullptr; ///< the name, before a deletion
    QLabel *m_meaning = nullptr;
    QLabel *m_problem = nullptr;
    FieldVisits *m_visits;
    QPushButton *m_do = nullptr;
    bool m_isRunning = false;
    bool m_isHidden = false;       ///< was closed while it ran
    bool m_goesWhenClosed = false; ///< goes when it is closed, as its owner wants
};

} // namespace podium::ui
