// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/diskworkdialog.h"

#include "core/disk/detachcheck.h"
#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace podium::ui {

namespace {

QString titleOf(const disk::WorkRequest &request, const QString &node)
{
    switch (request.work) {
    case disk::Work::Prepare:
        return DiskWorkDialog::tr("Make the disk %1 usable on %2").arg(request.name, node);
    case disk::Work::Grow:
        return DiskWorkDialog::tr("Grow the file system of %1 on %2").arg(request.name, node);
    case disk::Work::Release:
        break;
    }
    return DiskWorkDialog::tr("Unmount the disk %1 on %2").arg(request.name, node);
}

} // namespace

DiskWorkDialog::DiskWorkDialog(
    std::unique_ptr<disk::DiskSession> session, disk::WorkRequest request, const QString &node,
    const Clock &clock, QWidget *parent)
    : QDialog(parent)
    , m_work(clock)
    , m_session(std::move(session))
    , m_request(std::move(request))
    , m_summary(wrappedLabel())
    , m_text(new QPlainTextEdit)
{
    setWindowTitle(titleOf(m_request, node));
    setAccessibleName(windowTitle());
    m_summary->setAccessibleName(tr("Summary"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("What would be done, or was"));
    auto *column = new QVBoxLayout(this);
    setPageMargins(column);
    column->setSpacing(Grid);
    column->addWidget(m_summary);
    column->addWidget(m_text, 1);
    buildFields(column);
    buildButtons(column);
    resize(Grid * 80, Grid * 45);
    connect(m_session.get(), &disk::DiskSession::changed, this, &DiskWorkDialog::showState);
    connect(m_session.get(), &disk::DiskSession::done, this, &DiskWorkDialog::onDone);
    connect(m_session.get(), &disk::DiskSession::narrowed, this, [this](const QString &text) {
        m_narrowed = text;
    });
    connect(&m_work, &models::WorkMeter::changed, this, &DiskWorkDialog::showSummary);
    if (m_session->isBusy()) {
        begin(Doing::Remembering);
        showState();
    } else {
        look();
    }
}

void DiskWorkDialog::begin(Doing doing)
{
    m_doing = doing;
    m_work.begin(doingText(), [this] {
        return models::WorkMeter::Counts{m_session->told(), m_session->asked(), false};
    });
}

void DiskWorkDialog::buildFields(QBoxLayout *column)
{
    auto *form = new QFormLayout;
    form->setSpacing(Grid);
    form->setLabelAlignment(Qt::AlignLeft);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    if (m_request.work == disk::Work::Prepare) {
        m_folder = new QLineEdit(m_request.folder);
        m_folder->setAccessibleName(tr("Folder"));
        form->addRow(plainLabel(tr("Folder")), m_folder);
        connect(m_folder, &QLineEdit::returnPressed, this, &DiskWorkDialog::look);
        connect(m_folder, &QLineEdit::textChanged, this, &DiskWorkDialog::showState);
    }
    m_device = new QLineEdit(m_request.device);
    m_device->setAccessibleName(tr("Device"));
    m_device->setPlaceholderText(tr("found by its size"));
    m_device->setToolTip(tr("Which disk of the workers it is, like /dev/sdb"));
    m_device->setAccessibleDescription(m_device->toolTip());
    form->addRow(plainLabel(tr("Device")), m_device);
    connect(m_device, &QLineEdit::returnPressed, this, &DiskWorkDialog::look);
    connect(m_device, &QLineEdit::textChanged, this, &DiskWorkDialog::showState);
    column->addLayout(form);
}

void DiskWorkDialog::buildButtons(QBoxLayout *column)
{
    m_look = new QPushButton(tr("Look again"));
    m_begin = new QPushButton;
    setPrimary(m_begin);
    m_next = new QPushButton;
    m_next->hide();
    m_stop = new QPushButton(tr("Stop"));
    m_stop->setToolTip(tr("What has begun may be done or not: look again afterwards"));
    m_stop->setAccessibleDescription(m_stop->toolTip());
    m_close = new QPushButton(tr("Close"));
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    row->addWidget(m_look);
    row->addStretch(1);
    row->addWidget(m_stop);
    row->addWidget(m_close);
    row->addWidget(m_next);
    row->addWidget(m_begin);
    for (QPushButton *button : {m_look, m_begin, m_next, m_stop, m_close}) {
        ignoreDoubleClicks(button);
        button->setAutoDefault(false);
    }
    column->addLayout(row);
    connect(m_look, &QPushButton::clicked, this, &DiskWorkDialog::look);
    connect(m_begin, &QPushButton::clicked, this, &DiskWorkDialog::work);
    connect(m_stop, &QPushButton::clicked, this, &DiskWorkDialog::stop);
    connect(m_next, &QPushButton::clicked, this, [this] {
        emit nextWanted();
        this->close();
    });
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
}

void DiskWorkDialog::setNext(const QString &text)
{
    m_next->setText(text);
    m_next->show();
    m_isBeforeDetach = m_request.work == disk::Work::Release;
    showState();
}

void DiskWorkDialog::reject()
{
    if (!isWorking()) {
        QDialog::reject();
    }
}

void DiskWorkDialog::look()
{
    if (m_session->isBusy()) {
        return;
    }
    if (m_folder) {
        m_request.folder = m_folder->text().trimmed();
    }
    m_request.device = m_device->text().trimmed();
    m_narrowed.clear();
    m_isLooked = true;
    begin(Doing::Looking);
    m_session->look(m_request);
    showState();
}

void DiskWorkDialog::work()
{
    if (m_session->isBusy() || !m_session->hasWork()) {
        return;
    }
    begin(Doing::Working);
    m_session->carryOut();
    showState();
}

void DiskWorkDialog::stop()
{
    if (m_doing == Doing::Remembering) {
        m_doing = Doing::Nothing; // no look behind it
    }
    m_session->stop();
}

void DiskWorkDialog::onDone()
{
    m_work.end();
    const Doing was = std::exchange(m_doing, Doing::Nothing);
    if (was == Doing::Remembering) {
        look(); // what was there before is known now
        return;
    }
    showState();
    if (was != Doing::Working) {
        return;
    }
    QStringList outcomes;
    for (const disk::WorkerDisks &worker : m_session->workers()) {
        if (worker.outcome) {
            outcomes << tr("Worker %1: %2")
                            .arg(worker.worker.index)
                            .arg(disk::outcomeText(worker.plan, *worker.outcome));
        }
    }
    emit worked(outcomes);
}

QString DiskWorkDialog::workText() const
{
    switch (m_request.work) {
    case disk::Work::Prepare:
        return m_session->formats() ? tr("Format and mount") : tr("Mount");
    case disk::Work::Grow:
        return tr("Grow");
    case disk::Work::Release:
        break;
    }
    return tr("Unmount");
}

QStringList DiskWorkDialog::lines() const
{
    QStringList all;
    if (!m_narrowed.isEmpty()) {
        all << m_narrowed;
    }
    for (const disk::WorkerDisks &worker : m_session->workers()) {
        QStringList said;
        if (worker.error) {
            said << worker.error->text();
            if (m_isBeforeDetach) {
                said << disk::leftByDetach();
            }
        } else if (worker.outcome) {
            said << disk::outcomeText(worker.plan, *worker.outcome);
        } else if (worker.plan.error) {
            said << worker.plan.error->text();
        } else {
            said = worker.plan.sentences;
        }
        for (const QString &line : std::as_const(said)) {
            all << tr("Worker %1: %2").arg(worker.worker.index).arg(line);
        }
    }
    return all;
}

/// Where nothing is left to be begun.
QString DiskWorkDialog::idleSummary() const
{
    const auto &workers = m_session->workers();
    const auto count = [&workers](const auto &is) {
        return int(std::count_if(workers.begin(), workers.end(), is));
    };
    const int good = count([](const disk::WorkerDisks &worker) {
        return !worker.error && (worker.outcome ? worker.outcome->isGood : worker.plan.isDone);
    });
    if (good == int(workers.size())) {
        return tr("Done on all workers.");
    }
    if (m_request.work == disk::Work::Release) {
        return tr("It is not seen to be unmounted on all workers: a detach now loses what they "
                  "have not written yet, and leaves Podium's line for it in their /etc/fstab.");
    }
    return good > 0 ? tr("Done on %1 of %2 workers; see why not on the others:")
                          .arg(good)
                          .arg(workers.size())
                    : tr("Nothing can be done; see why:");
}

bool DiskWorkDialog::isWorking() const
{
    return m_session->isBusy() && m_doing == Doing::Working;
}

QString DiskWorkDialog::doingText() const
{
    return m_doing == Doing::Working
               ? tr("Changing the disk; a new file system takes minutes; answered")
               : tr("Looking at the workers' disks; answered");
}

QString DiskWorkDialog::summary() const
{
    if (m_session->isBusy()) {
        const QString soFar = m_work.text();
        return !soFar.isEmpty() ? soFar
               : isWorking()    ? tr("Changing the disk; a new file system takes minutes…")
                                : tr("Looking at the workers' disks…");
    }
    if (!m_isLooked) {
        return tr("Stopped before the workers' disks were looked at.");
    }
    if (!isOfFields()) {
        return tr("Look again: the fields have changed.");
    }
    if (canWork() && m_isBeforeDetach) {
        return tr("This would be done; a detach without it loses what the workers have not written "
                  "yet, and leaves Podium's line for it in their /etc/fstab:");
    }
    return canWork() ? tr("This would be done:") : idleSummary();
}

bool DiskWorkDialog::isOfFields() const
{
    return m_request.device == m_device->text().trimmed() &&
           (!m_folder || m_request.folder == m_folder->text().trimmed());
}

bool DiskWorkDialog::canWork() const
{
    return !m_session->isBusy() && m_session->hasWork() && isOfFields();
}

void DiskWorkDialog::showSummary()
{
    m_summary->setText(summary());
}

void DiskWorkDialog::showState()
{
    const bool isBusy = m_session->isBusy();
    m_text->setPlainText(lines().join(QLatin1Char('\n')));
    showSummary();
    m_begin->setText(workText());
    m_begin->setVisible(canWork());
    m_look->setEnabled(!isBusy);
    m_next->setEnabled(!isBusy);
    m_stop->setVisible(isBusy);
    m_close->setEnabled(!isWorking());
}

} // namespace podium::ui
