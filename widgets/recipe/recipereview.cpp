// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/recipe/recipereview.h"

#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"
#include "widgets/recipe/recipepurpose.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

namespace podium::ui {

namespace {

QString valueText(const RecipeReview::Subject &subject, const recipe::Parameter &parameter)
{
    if (const auto use = subject.uses.constFind(parameter.name); use != subject.uses.cend()) {
        return RecipeReview::tr("the stored secret %1").arg(use->text());
    }
    const QString value = subject.values.value(parameter.name);
    return value.isEmpty()      ? RecipeReview::tr("(empty)")
           : parameter.isSecret ? RecipeReview::tr("as typed, not shown")
                                : value;
}

/// The lines of a shell text, each further in than the heading before it.
QStringList indented(const QByteArray &text)
{
    QStringList lines = QString::fromUtf8(text).trimmed().split(QLatin1Char('\n'));
    for (QString &line : lines) {
        line.prepend(QStringLiteral("      "));
    }
    return lines;
}

QString reviewText(const RecipeReview::Subject &subject)
{
    QStringList lines;
    if (!subject.recipe.parameters.empty()) {
        lines << RecipeReview::tr("Parameters");
        for (const recipe::Parameter &parameter : subject.recipe.parameters) {
            lines << QStringLiteral("   %1: %2").arg(parameter.name, valueText(subject, parameter));
        }
        lines << QString();
    }
    lines << RecipeReview::tr("Steps");
    int number = 0;
    for (const recipe::RecipeStep &step : subject.recipe.steps) {
        lines << QStringLiteral("%1. %2").arg(++number).arg(step.title);
        lines << QString(QStringLiteral("   ") + RecipeReview::tr("It is so already if:"));
        lines << indented(step.check);
        lines << QString(QStringLiteral("   ") + RecipeReview::tr("Else it is done by:"));
        lines << indented(step.act);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

RecipeReview::RecipeReview(const Subject &subject, QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("Review of the recipe %1").arg(subject.recipe.name));
    setAccessibleName(windowTitle());
    QLabel *purpose = wrappedLabel(recipePurpose(subject.recipe));
    purpose->setAccessibleName(tr("Purpose"));
    QLabel *where = wrappedLabel(
        subject.workers == 1 ? tr("On 1 worker: %1").arg(subject.where)
                             : tr("On %1 workers: %2").arg(subject.workers).arg(subject.where));
    where->setAccessibleName(tr("Where"));
    auto *text = new QPlainTextEdit(reviewText(subject));
    text->setReadOnly(true);
    text->setTabChangesFocus(true);
    text->setFont(monospaceFont());
    text->setAccessibleName(tr("What would be done"));
    auto *cancel = new QPushButton(tr("Cancel"));
    auto *apply = new QPushButton(
        subject.workers == 1 ? tr("Apply on 1 worker")
                             : tr("Apply on %1 workers").arg(subject.workers));
    setPrimary(apply);
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    row->addStretch(1);
    row->addWidget(cancel);
    row->addWidget(apply);
    auto *column = new QVBoxLayout(this);
    setPageMargins(column);
    column->setSpacing(Grid);
    column->addWidget(headingLabel(subject.recipe.name));
    column->addWidget(purpose);
    column->addWidget(where);
    column->addWidget(text, 1);
    column->addLayout(row);
    resize(Grid * 80, Grid * 55);
    cancel->setDefault(true); // Return harms nothing
    cancel->setFocus();
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(apply, &QPushButton::clicked, this, &QDialog::accept);
}

} // namespace podium::ui
