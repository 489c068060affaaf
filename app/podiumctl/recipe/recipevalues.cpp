// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/recipe/recipevalues.h"

#include "app/podiumctl/secret/hiddentext.h"
#include "app/podiumctl/terminal.h"
#include "core/base/files.h"

#include <unistd.h>

#include <utility>

namespace podium::ctl {

namespace {

constexpr int LongestValueFile = 64 * 1024;

/// NAME=TEXT as its parts; an Error without the text, which may be a secret.
Result<std::pair<QString, QString>> split(const QString &word)
{
    const int at = int(word.indexOf(QLatin1Char('=')));
    if (at <= 0) {
        return failure(
            {ErrorKind::InvalidArgument, QStringLiteral("A parameter is given as NAME=TEXT.")});
    }
    return std::pair(word.left(at), word.mid(at + 1));
}

Error inCommandLine(const QString &parameter)
{
    return {
        ErrorKind::Refused,
        QStringLiteral("\"%1\" is a secret; in a command line others can read it.").arg(parameter),
        {},
        QStringLiteral("Give it as --set-file %1=FILE, or store it with `podiumctl secret set "
                       "NAME` and say --set %1=@NAME.")
            .arg(parameter),
        parameter};
}

/// All of a file, for a parameter of that recipe; an Error never has what is in it.
Result<QString> valueFrom(const QString &file, const recipe::Parameter *parameter)
{
    const auto bytes = readFile(file, LongestValueFile);
    if (!bytes) {
        return failure(bytes.error());
    }
    const QString value = QString::fromUtf8(*bytes);
    if (value.toUtf8() != *bytes) {
        return failure(
            {ErrorKind::InvalidArgument,
             QStringLiteral("%1 is not UTF-8 text.").arg(file),
             {},
             {},
             file});
    }
    if (parameter && parameter->isSecret) {
        if (const auto good = secret::checkSecret(value); !good) {
            Error error = good.error();
            error.subject = file;
            return failure(error);
        }
    }
    return value;
}

} // namespace

Result<GivenValues> readGivenValues(const recipe::Recipe &recipe, const RecipeArguments &arguments)
{
    GivenValues given;
    for (const QString &word : arguments.values) {
        const auto value = split(word);
        if (!value) {
            return failure(value.error());
        }
        const recipe::Parameter *parameter = recipe.find(value->first);
        if (!parameter || !parameter->isSecret) {
            given.values.insert(value->first, value->second);
            continue;
        }
        const auto name = secret::namedSecret(value->second);
        if (!name) {
            return failure(inCommandLine(value->first));
        }
        given.uses.insert(value->first, *name);
    }
    for (const QString &word : arguments.valueFiles) {
        const auto value = split(word);
        const auto read = value ? valueFrom(value->second, recipe.find(value->first))
                                : Result<QString>(failure(value.error()));
        if (!read) {
            return failure(read.error());
        }
        given.uses.remove(value->first);
        given.values.insert(value->first, *read);
    }
    // What else is missing or wrong is said before anybody is asked for a secret.
    recipe::Values all = given.values;
    for (auto use = given.uses.cbegin(); use != given.uses.cend(); ++use) {
        all.insert(use.key(), QString());
    }
    const auto complete = recipe::completeValues(recipe, all);
    return complete ? Result<GivenValues>(std::move(given)) : failure(complete.error());
}

RecipeValues::RecipeValues(
    const recipe::Recipe &recipe, secret::SecretService &secrets, GivenValues given,
    QObject *parent)
    : QObject(parent)
    , m_recipe(recipe)
    , m_secrets(secrets)
    , m_given(std::move(given))
{}

void RecipeValues::complete(const Callback<Result<recipe::Values>> &done)
{
    for (auto use = m_given.uses.cbegin(); use != m_given.uses.cend(); ++use) {
        if (!m_given.values.contains(use.key())) {
            const QString &parameter = use.key();
            m_secrets.read(
                use.value(), {this, [this, parameter, done](const Result<QString> &value) {
                                  onSecret(parameter, value, done);
                              }});
            return;
        }
    }
    done(recipe::completeValues(m_recipe, m_given.values));
}

void RecipeValues::onSecret(
    const QString &parameter, const Result<QString> &value,
    const Callback<Result<recipe::Values>> &done)
{
    Result<QString> got = value;
    if (!value && value.error().kind == ErrorKind::Unavailable) {
        const QString name = m_given.uses.value(parameter).text();
        if (isTerminal(STDIN_FILENO)) {
            printNote(
                QStringLiteral("%1 It is asked for, and kept nowhere.").arg(value.error().summary));
            got = askHidden(QStringLiteral("Secret %1 (not shown)").arg(name));
        } else {
            Error error = value.error();
            error.hint = QStringLiteral("Run it in a terminal, which asks for %1, or say "
                                        "--set-file %2=FILE.")
                             .arg(name, parameter);
            got = failure(error);
        }
    }
    const auto good = got ? secret::checkSecret(*got) : failure(got.error());
    if (!good) {
        done(failure(good.error()));
        return;
    }
    m_given.values.insert(parameter, *got);
    complete(done);
}

} // namespace podium::ctl
