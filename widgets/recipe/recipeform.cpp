// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/recipe/recipeform.h"

#include "widgets/common/labels.h"
#include "widgets/common/theme.h"
#include "widgets/recipe/secretfield.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>

#include <utility>

namespace podium::ui {

namespace {

/// What it is for, and what it has to be.
QString hintOf(const recipe::Parameter &parameter)
{
    QStringList lines{parameter.purpose};
    if (const QString type = recipe::typeText(parameter.type); !type.isEmpty()) {
        lines << RecipeForm::tr("Has to be %1.").arg(type);
    }
    return lines.join(QLatin1Char('\n')).trimmed();
}

/// A choice is made anew.
void fillIn(QWidget *field, const QString &text)
{
    if (auto *edit = qobject_cast<QLineEdit *>(field)) {
        edit->setText(text);
    } else if (auto *bucket = qobject_cast<BucketField *>(field)) {
        bucket->setText(text);
    }
}

} // namespace

RecipeForm::RecipeForm(AskBucketPlace askBucketPlace, QWidget *parent)
    : QWidget(parent)
    , m_askBucketPlace(std::move(askBucketPlace))
    , m_form(new QFormLayout(this))
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setSpacing(Grid);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
}

QWidget *RecipeForm::fieldFor(const recipe::Parameter &parameter)
{
    if (!parameter.choices.isEmpty()) {
        auto *box = new QComboBox;
        box->addItems(parameter.choices);
        box->setCurrentText(parameter.defaultValue.value_or(parameter.choices.first()));
        return box;
    }
    if (parameter.isSecret) {
        auto *secret = new SecretField(parameter.name);
        secret->setNames(m_secretNames);
        return secret;
    }
    const QString lacking = parameter.defaultValue ? QString() : tr("has to be given");
    if (parameter.type.kind == recipe::ParameterType::Kind::Bucket) {
        auto *bucket = new BucketField(parameter.name, m_askBucketPlace);
        bucket->setPlaceholderText(lacking);
        bucket->setNodes(m_nodes);
        bucket->setText(parameter.defaultValue.value_or(QString()));
        return bucket;
    }
    auto *edit = new QLineEdit(parameter.defaultValue.value_or(QString()));
    edit->setPlaceholderText(lacking);
    return edit;
}

void RecipeForm::setRecipe(const recipe::Recipe &recipe)
{
    if (recipe == m_recipe) {
        return; // the list was only read again
    }
    recipe::Values before;
    for (const recipe::Parameter &parameter : m_recipe.parameters) {
        const QString text = textOf(parameter.name);
        // A default that was left as it was gives way to the new one.
        if (!parameter.isSecret && text != parameter.defaultValue.value_or(QString())) {
            before[parameter.name] = text;
        }
    }
    const bool isSame = recipe.name == m_recipe.name;
    while (m_form->rowCount() > 0) {
        m_form->removeRow(0);
    }
    m_fields.clear();
    m_recipe = recipe;
    for (const recipe::Parameter &parameter : recipe.parameters) {
        QWidget *field = fieldFor(parameter);
        const QString hint = hintOf(parameter);
        field->setAccessibleName(parameter.name);
        for (QWidget *each : {field, field->focusProxy()}) {
            if (each) {
                each->setAccessibleDescription(hint);
            }
        }
        field->setToolTip(plainToolTip(hint));
        if (isSame && before.contains(parameter.name)) {
            fillIn(field, before.value(parameter.name));
        }
        QLabel *name = plainLabel(parameter.name);
        name->setBuddy(field);
        m_form->addRow(name, field);
        if (!hint.isEmpty()) {
            QLabel *purpose = wrappedLabel(hint);
            purpose->setForegroundRole(QPalette::PlaceholderText);
            m_form->addRow(QString(), purpose);
        }
        m_fields.insert(parameter.name, field);
    }
}

QString RecipeForm::textOf(const QString &parameter) const
{
    QWidget *field = m_fields.value(parameter);
    if (const auto *box = qobject_cast<QComboBox *>(field)) {
        return box->currentText();
    }
    if (const auto *secret = qobject_cast<SecretField *>(field)) {
        return secret->typed();
    }
    if (const auto *bucket = qobject_cast<BucketField *>(field)) {
        return bucket->text();
    }
    const auto *edit = qobject_cast<QLineEdit *>(field);
    return edit ? edit->text() : QString();
}

Result<recipe::Values> RecipeForm::values() const
{
    recipe::Values given;
    for (const recipe::Parameter &parameter : m_recipe.parameters) {
        const QString text = textOf(parameter.name);
        const auto *secret = qobject_cast<SecretField *>(m_fields.value(parameter.name));
        if (!text.isEmpty() || parameter.defaultValue || (secret && secret->chosen())) {
            given.insert(parameter.name, text);
        }
    }
    return recipe::completeValues(m_recipe, given);
}

void RecipeForm::setNodes(const std::set<NodeRef> &nodes)
{
    m_nodes = nodes;
    for (QWidget *field : std::as_const(m_fields)) {
        if (auto *bucket = qobject_cast<BucketField *>(field)) {
            bucket->setNodes(nodes);
        }
    }
}

void RecipeForm::setSecretNames(const std::vector<secret::SecretName> &names)
{
    m_secretNames = names;
    for (QWidget *field : std::as_const(m_fields)) {
        if (auto *secret = qobject_cast<SecretField *>(field)) {
            secret->setNames(names);
        }
    }
}

secret::SecretUses RecipeForm::uses() const
{
    secret::SecretUses uses;
    for (auto field = m_fields.cbegin(); field != m_fields.cend(); ++field) {
        const auto *secret = qobject_cast<SecretField *>(field.value());
        if (const auto name = secret ? secret->chosen() : std::nullopt) {
            uses.insert(field.key(), *name);
        }
    }
    return uses;
}

void RecipeForm::focusField(const QString &parameter)
{
    if (QWidget *field = m_fields.value(parameter)) {
        field->setFocus();
    }
}

void RecipeForm::forgetSecrets()
{
    for (const recipe::Parameter &parameter : m_recipe.parameters) {
        if (auto *secret = qobject_cast<SecretField *>(m_fields.value(parameter.name))) {
            secret->clearTyped();
        }
    }
}

} // namespace podium::ui
