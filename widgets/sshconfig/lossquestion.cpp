// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/sshconfig/lossquestion.h"

#include "widgets/common/labels.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace podium::ui {

namespace {

struct LossWords
{
    Q_DECLARE_TR_FUNCTIONS(SshPage)
};

} // namespace

void askBeforeLoss(const sshconfig::ConfigPlan &plan, QWidget *parent, std::function<void()> write)
{
    auto *box = new QMessageBox(
        QMessageBox::Question, LossWords::tr("Write ssh config"),
        LossWords::tr("This would leave %1 of %2 hosts in the ssh config.")
            .arg(plan.hostsAfter)
            .arg(plan.hostsBefore),
        QMessageBox::Cancel, parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    setPlainDetail(*box, LossWords::tr("The nodes of the others are gone, or excluded by a rule."));
    QPushButton *yes = box->addButton(LossWords::tr("Write anyway"), QMessageBox::DestructiveRole);
    QObject::connect(yes, &QPushButton::clicked, parent, std::move(write));
    box->setDefaultButton(QMessageBox::Cancel);
    box->open();
}

} // namespace podium::ui
