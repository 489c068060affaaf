// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/projects/accesssection.h"

#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace podium::ui {

using cloud::ServiceState;
using models::Mark;

AccessSection::AccessSection(QWidget *parent)
    : TitledCard(tr("Access"), parent)
    , m_account(new ElidedLabel)
    , m_age(mutedLabel())
    , m_look(iconButton(QStringLiteral("refresh"), tr("Ask for APIs and permissions again")))
    , m_keys(new QPushButton(tr("Keys in the project's metadata…")))
{
    addTool(m_age);
    addTool(m_look);
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(Grid * 2);
    form->setVerticalSpacing(Grid);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(mutedLabel(tr("Account")), m_account);
    m_tpu = addLine(*form, tr("Cloud TPU API"));
    m_compute = addLine(*form, tr("Compute API"));
    m_permissions = addLine(*form, tr("Permissions"));
    body()->addLayout(form);
    auto *row = new QHBoxLayout;
    row->addWidget(m_keys);
    row->addStretch(1);
    body()->addLayout(row);
    connect(m_look, &QToolButton::clicked, this, &AccessSection::lookRequested);
    connect(m_keys, &QPushButton::clicked, this, &AccessSection::keysRequested);
    setAccount({});
    setAccess({}, false, {});
}

AccessSection::Line AccessSection::addLine(QFormLayout &form, const QString &name)
{
    Line line{new MarkWidget, wrappedLabel()};
    line.text->setAccessibleDescription(name); // its name is what it says
    line.text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    auto *top = new QVBoxLayout;
    top->addSpacing(Grid / 2 - 1);
    top->addWidget(line.mark);
    top->addStretch(1);
    row->addLayout(top);
    row->addWidget(line.text, 1);
    QLabel *label = mutedLabel(name);
    label->setAlignment(Qt::AlignLeft | Qt::AlignTop); // beside the first line of the text
    form.addRow(label, row);
    return line;
}

void AccessSection::setAccount(const cloud::CredentialInfo &info)
{
    m_account->setText(
        info.source.isEmpty()    ? tr("not signed in")
        : info.account.isEmpty() ? tr("unknown, from %1").arg(info.source)
                                 : tr("%1, from %2").arg(info.account, info.source));
}

void AccessSection::showService(
    const Line &line, ServiceState state, const std::optional<Error> &error)
{
    const QString word = lifecycle::serviceStateText(state);
    const bool isUnknown = state == ServiceState::Unknown;
    line.mark->setMark(
        state == ServiceState::Enabled    ? Mark::Good
        : state == ServiceState::Disabled ? Mark::Bad
                                          : Mark::Unknown,
        word);
    line.text->setText(isUnknown && error ? tr("%1: %2").arg(word, error->summary) : word);
    line.text->setToolTip(isUnknown && error ? plainToolTip(error->text()) : QString());
}

void AccessSection::setAccess(
    const lifecycle::ProjectAccess &access, bool isAsking, const QString &age)
{
    showService(m_tpu, access.tpuApi, access.tpuError);
    showService(m_compute, access.computeApi, access.computeError);
    const bool hasAll = access.permissions && access.missingPurposes().isEmpty();
    m_permissions.mark->setMark(
        !access.permissions ? Mark::Unknown
        : hasAll            ? Mark::Good
                            : Mark::Warning,
        !access.permissions ? tr("unknown")
        : hasAll            ? tr("all")
                            : tr("some are missing"));
    m_permissions.text->setText(lifecycle::permissionsText(access));
    QStringList missing;
    for (const lifecycle::NeededPermission &needed : lifecycle::neededPermissions()) {
        if (access.lacks(needed.name)) {
            missing << tr("%1: to %2").arg(needed.name, needed.purpose);
        }
    }
    m_permissions.text->setToolTip(plainToolTip(
        missing.isEmpty() ? m_permissions.text->text() : missing.join(QLatin1Char('\n'))));
    m_age->setText(isAsking ? tr("asking…") : age);
    m_look->setEnabled(!isAsking);
}

} // namespace podium::ui
