// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/recipe/parametertype.h"
#include "core/remote/script.h"

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <vector>

namespace podium::recipe {

/// Where the steps of a recipe put a secret, so that it can be taken away again.
struct SecretPlace
{
    enum class Kind {
        File, ///< the file has the secret and nothing else
        Netrc ///< an entry of ~/.netrc has it as its password
    };
    Kind kind = Kind::File;
    QString
        where; ///< of a file its path, "~/…" or whole, with $R_NAME for a parameter; else a host
    bool operator==(const SecretPlace &) const = default;
};

/// What a person says when a recipe is run.
struct Parameter
{
    QString name; ///< [a-z][a-z0-9_]*; in the steps $R_name
    QString purpose;
    std::optional<QString> defaultValue; ///< none: it has to be given
    QStringList choices;                 ///< empty: any text
    bool isSecret = false;               ///< never in an argument, a log or an answer
    std::optional<SecretPlace> place{};  ///< of a secret, where the recipe says it
    ParameterType type{};                ///< Text where it has choices or is secret
    bool operator==(const Parameter &) const = default;
};

/// What should be so, how to tell, and how to make it so; in sh.
struct RecipeStep
{
    QString title;
    QByteArray check; ///< exit status 0: it is so
    QByteArray act;
    int line = 0; ///< of the file, where the step begins
    bool operator==(const RecipeStep &) const = default;
};

/// What comes along with a recipe that is a folder.
struct RecipeFile
{
    QString name; ///< letters, digits, '.', '_' and '-', no '.' first
    QByteArray content;
    bool operator==(const RecipeFile &) const = default;
};

/// A set-up of a worker that can be said again and again: only what is not so is done.
struct Recipe
{
    enum class Where { AllWorkers, FirstWorker /* of each node */ };
    QString name; ///< [a-z0-9-]+
    QString purpose;
    Where where = Where::AllWorkers;
    bool oneByOne = false; ///< the next worker only where the one before is as it should be
    remote::Rights rights = remote::Rights::Login;
    std::chrono::seconds limit{600}; ///< per worker, all in all
    std::vector<Parameter> parameters;
    std::vector<RecipeStep> steps;
    std::vector<RecipeFile> files{}; ///< in the steps they are in the folder $R_FILES
    bool operator==(const Recipe &) const = default;

    [[nodiscard]] const Parameter *find(const QString &parameter) const;
};

constexpr int LongestRecipe = 64 * 1024; ///< bytes of a file

constexpr int LongestRecipeName = 40;
/// Lower-case letters, digits and "-", starting with one of the former.
[[nodiscard]] bool isRecipeName(const QString &name);

/// A file: lines of sh, and lines that begin with "#:" and say what they are. An Error names the
/// line. Pure.
///   #: recipe NAME                    #: step TITLE
///   #: purpose TEXT                   #: check
///   #: on all|first|each              #: act
///   #: as login|root
///   #: limit SECONDS
///   #: parameter NAME [secret|choices A,B|TYPE] [default TEXT]   (TYPE: see takeType())
///   #: about TEXT   (of the parameter before it)
///   #: placed file PATH|netrc HOST   (of the parameter before it, which is a secret)
[[nodiscard]] Result<Recipe> parseRecipe(const QByteArray &text);
/// The words that may stand behind "#:": all that parseRecipe() takes.
[[nodiscard]] QStringList recipeWords();

using Values = QMap<QString, QString>;
/// What was given, completed by defaults. InvalidArgument for one that is missing, not known, not
/// among its choices or not of its type; its subject is the parameter, and it never has a value in
/// it. Line ends at the end of a value are dropped: it
/// may have several lines, as a deploy key has. Pure.
[[nodiscard]] Result<Values> completeValues(const Recipe &recipe, const Values &given);

} // namespace podium::recipe
