// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/create/howsection.h"

#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QRegularExpression>
#include <QToolButton>

namespace podium::ui {

using lifecycle::Means;

namespace {

QComboBox *timeBox(const QString &name, std::initializer_list<int> hours, int chosen)
{
    auto *box = new QComboBox;
    box->setAccessibleName(name);
    for (const int each : hours) {
        box->addItem(hoursText(each), each);
    }
    box->setCurrentIndex(box->findData(chosen));
    return box;
}

} // namespace

QString hoursText(int hours)
{
    if (hours % 24 == 0) {
        return hours == 24 ? HowSection::tr("1 day") : HowSection::tr("%1 days").arg(hours / 24);
    }
    return hours == 1 ? HowSection::tr("1 hour") : HowSection::tr("%1 hours").arg(hours);
}

HowSection::HowSection(QWidget *parent) : QWidget(parent), m_fold(new QToolButton)
{
    m_fold->setText(tr("How"));
    m_fold->setAccessibleName(tr("How to request it, and what to do afterwards"));
    m_fold->setCheckable(true);
    m_fold->setAutoRaise(true);
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto *column = makeColumn(Grid, this);
    column->addWidget(m_fold, 0, Qt::AlignLeft);
    column->addWidget(buildFields());
    connectFields();
    showFitting();
}

QWidget *HowSection::buildFields()
{
    m_fields = new QWidget;
    auto *form = new QFormLayout(m_fields);
    form->setContentsMargins(Grid * 2, 0, 0, 0);
    form->setSpacing(Grid);
    m_means = new QComboBox;
    m_means->setAccessibleName(tr("Ask Google"));
    m_means->addItem(tr("directly: now, or not at all"), int(Means::Direct));
    m_means->addItem(tr("by a queued resource: Google waits for room"), int(Means::Queued));
    m_means->addItem(tr("flex-start: queued, runs for a limited time"), int(Means::FlexStart));
    m_validFor = timeBox(tr("Waits for at most"), {1, 6, 12, 24, 72, 168}, 24);
    m_runFor = timeBox(tr("Runs for"), {1, 4, 12, 24, 72, 168}, 4);
    m_reservation = new QLineEdit;
    m_reservation->setAccessibleName(tr("Reservation"));
    m_reservation->setPlaceholderText(tr("none"));
    form->addRow(plainLabel(tr("Ask Google")), m_means);
    form->addRow(plainLabel(tr("Waits for at most")), m_validFor);
    form->addRow(plainLabel(tr("Runs for")), m_runFor);
    form->addRow(plainLabel(tr("Reservation")), m_reservation);
    addAfterwards(*form);
    return m_fields;
}

void HowSection::addAfterwards(QFormLayout &form)
{
    m_race = new QCheckBox(tr("All zones at once: the first that answers ssh is kept"));
    m_keep = new QCheckBox(tr("Keep it: create it again after a preemption"));
    m_recipes = new QLineEdit;
    m_recipes->setAccessibleName(tr("Recipes to run on it once it is ready"));
    m_recipes->setPlaceholderText(tr("names of recipes, in their order"));
    form.addRow(QString(), m_race);
    form.addRow(QString(), m_keep);
    form.addRow(plainLabel(tr("Then run")), m_recipes);
}

void HowSection::connectFields()
{
    connect(m_fold, &QToolButton::toggled, this, [this](bool isOpen) {
        showFitting();
        if (isOpen) {
            emit unfolded();
        }
    });
    for (const QComboBox *box : {m_means, m_validFor, m_runFor}) {
        connect(box, qOverload<int>(&QComboBox::currentIndexChanged), this, [this] {
            showFitting();
            emit changed();
        });
    }
    for (const QCheckBox *box : {m_race, m_keep}) {
        connect(box, &QCheckBox::toggled, this, &HowSection::changed);
    }
    for (const QLineEdit *edit : {m_reservation, m_recipes}) {
        connect(edit, &QLineEdit::textChanged, this, &HowSection::changed);
    }
}

void HowSection::showFitting()
{
    const bool isOpen = m_fold->isChecked();
    m_fold->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
    m_fields->setVisible(isOpen);
    const auto means = Means(m_means->currentData().toInt());
    m_validFor->setEnabled(means != Means::Direct);
    m_runFor->setEnabled(means == Means::FlexStart);
    m_reservation->setEnabled(means != Means::FlexStart);
}

void HowSection::setRecipes(const QStringList &unattended)
{
    m_unattended = unattended;
    emit changed();
}

models::CreateManner HowSection::manner() const
{
    static const QRegularExpression between(QStringLiteral("[\\s,;]+"));
    models::CreateManner manner;
    manner.means = Means(m_means->currentData().toInt());
    manner.validHours = m_validFor->currentData().toInt();
    manner.runHours = m_runFor->currentData().toInt();
    manner.reservation =
        manner.means == Means::FlexStart ? QString() : m_reservation->text().trimmed();
    manner.isRace = m_race->isChecked();
    manner.isKept = m_keep->isChecked();
    manner.recipes = m_recipes->text().split(between, Qt::SkipEmptyParts);
    manner.unattended = m_unattended;
    return manner;
}

} // namespace podium::ui
