// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/recipe.h"

#include <QRegularExpression>

#include <algorithm>

namespace podium::recipe {

namespace {

constexpr int LongestName = LongestRecipeName; // of parameters, too
constexpr int MostSteps = 200;
constexpr int LongestLimit = 24 * 3600;

Error wrong(int line, const QString &what)
{
    const QString where = line > 0 ? QStringLiteral("Line %1: ").arg(line) : QString();
    return {
        ErrorKind::InvalidArgument, QStringLiteral("The recipe cannot be read."), where + what,
        QStringLiteral("A new recipe begins with an example of how one is written.")};
}

bool isParameterName(const QString &name)
{
    static const QRegularExpression rule(QStringLiteral("\\A[a-z][a-z0-9_]*\\z"));
    return name.size() <= LongestName && rule.match(name).hasMatch();
}

/// Why these bytes are no text that a shell could be given; empty: they are.
QString textProblem(const QByteArray &text)
{
    if (text.size() > LongestRecipe) {
        return QStringLiteral("It is longer than %1 KiB.").arg(LongestRecipe / 1024);
    }
    const bool isBinary = std::any_of(text.begin(), text.end(), [](char byte) {
        return static_cast<unsigned char>(byte) < 0x20 && byte != '\n' && byte != '\t' &&
               byte != '\r';
    });
    if (isBinary || QString::fromUtf8(text).toUtf8() != text) {
        return QStringLiteral("It is not UTF-8 text.");
    }
    if (text.contains('\r')) {
        return QStringLiteral("Its lines end with CRLF, which a shell does not accept.");
    }
    return {};
}

/// An empty one leaves it to the steps what that means.
bool hasGoodDefault(const Parameter &parameter)
{
    if (!parameter.defaultValue) {
        return true;
    }
    if (!parameter.choices.isEmpty()) {
        return parameter.choices.contains(*parameter.defaultValue);
    }
    return !parameter.isSecret &&
           (parameter.defaultValue->isEmpty() || fits(parameter.type, *parameter.defaultValue));
}

class Parser final
{
public:
    [[nodiscard]] Result<Recipe> parse(const QByteArray &text)
    {
        for (const QByteArray &line : text.split('\n')) {
            ++m_line;
            const auto taken =
                line.startsWith("#:") ? takeWord(QString::fromUtf8(line.mid(2))) : takeShell(line);
            if (!taken) {
                return failure(taken.error());
            }
        }
        if (m_recipe.name.isEmpty() || m_recipe.purpose.isEmpty() || m_recipe.steps.empty()) {
            return failure(wrong(
                0, QStringLiteral("It needs a name, a purpose and a step: \"#: recipe NAME\", \"#: "
                                  "purpose TEXT\", \"#: step TITLE\".")));
        }
        if (const auto complete = stepIsComplete(); !complete) {
            return failure(complete.error());
        }
        return std::move(m_recipe);
    }

private:
    enum class Part { Header, Title, Check, Act };

    [[nodiscard]] Result<> takeShell(const QByteArray &line)
    {
        if (m_part == Part::Check || m_part == Part::Act) {
            RecipeStep &step = m_recipe.steps.back();
            (m_part == Part::Check ? step.check : step.act) += line + '\n';
            return {};
        }
        const QByteArray bare = line.trimmed();
        if (bare.isEmpty() || bare.startsWith('#')) {
            return {};
        }
        return failure(wrong(
            m_line, QStringLiteral("Commands belong below \"#: check\" or \"#: "
                                   "act\" of a step.")));
    }

    [[nodiscard]] Result<> takeWord(const QString &line)
    {
        const QString word = line.trimmed().section(QLatin1Char(' '), 0, 0);
        const QString rest = line.trimmed().section(QLatin1Char(' '), 1).trimmed();
        if (word == QLatin1String("step")) {
            return takeStep(rest);
        }
        if (word == QLatin1String("check") || word == QLatin1String("act")) {
            const bool isCheck = word == QLatin1String("check");
            if (m_recipe.steps.empty() || m_part != (isCheck ? Part::Title : Part::Check)) {
                return failure(wrong(
                    m_line, QStringLiteral("A step is \"#: step TITLE\", then \"#: "
                                           "check\", then \"#: act\".")));
            }
            m_part = isCheck ? Part::Check : Part::Act;
            return {};
        }
        if (!recipeWords().contains(word)) {
            return failure(wrong(m_line, QStringLiteral("\"#: %1\" is not known.").arg(word)));
        }
        if (m_part != Part::Header) {
            return failure(
                wrong(m_line, QStringLiteral("\"#: %1\" belongs before the steps.").arg(word)));
        }
        return takeHeader(word, rest);
    }

    [[nodiscard]] Result<> takeStep(const QString &title)
    {
        if (title.isEmpty() || int(m_recipe.steps.size()) >= MostSteps) {
            return failure(wrong(
                m_line, title.isEmpty() ? QStringLiteral("The step has no title.")
                                        : QStringLiteral("There are too many steps.")));
        }
        if (auto complete = stepIsComplete(); !complete) {
            return complete;
        }
        m_recipe.steps.push_back({title, {}, {}, m_line});
        m_part = Part::Title;
        return {};
    }

    [[nodiscard]] Result<> stepIsComplete() const
    {
        if (m_recipe.steps.empty()) {
            return {};
        }
        const RecipeStep &step = m_recipe.steps.back();
        if (step.check.trimmed().isEmpty() || step.act.trimmed().isEmpty()) {
            return failure(wrong(
                step.line,
                QStringLiteral("The step \"%1\" needs a check and an act.").arg(step.title)));
        }
        return {};
    }

    [[nodiscard]] Result<> takeHeader(const QString &word, const QString &rest)
    {
        bool isGood = !rest.isEmpty();
        if (word == QLatin1String("recipe")) {
            isGood = isRecipeName(rest) && m_recipe.name.isEmpty();
            m_recipe.name = rest;
        } else if (word == QLatin1String("purpose")) {
            m_recipe.purpose = rest;
        } else if (word == QLatin1String("on")) {
            m_recipe.oneByOne = rest == QLatin1String("each");
            m_recipe.where = rest == QLatin1String("first") ? Recipe::Where::FirstWorker
                                                            : Recipe::Where::AllWorkers;
            isGood = m_recipe.oneByOne || m_recipe.where == Recipe::Where::FirstWorker ||
                     rest == QLatin1String("all");
        } else if (word == QLatin1String("as")) {
            isGood = rest == QLatin1String("login") || rest == QLatin1String("root");
            m_recipe.rights =
                rest == QLatin1String("root") ? remote::Rights::Root : remote::Rights::Login;
        } else if (word == QLatin1String("limit")) {
            const int seconds = rest.toInt(&isGood);
            isGood = isGood && seconds > 0 && seconds <= LongestLimit;
            m_recipe.limit = std::chrono::seconds(seconds);
        } else if (word == QLatin1String("parameter")) {
            return takeParameter(rest);
        } else if (word == QLatin1String("about")) {
            isGood = isGood && !m_recipe.parameters.empty();
            if (isGood) {
                m_recipe.parameters.back().purpose = rest;
            }
        } else { // "placed"
            return takePlace(rest);
        }
        return isGood ? Result<>()
                      : failure(wrong(m_line, QStringLiteral("\"#: %1\" is not valid.").arg(word)));
    }

    [[nodiscard]] Result<> takeParameter(const QString &rest)
    {
        Parameter parameter;
        QString left = rest;
        if (const int at = QString(left + QLatin1Char(' ')).indexOf(QLatin1String(" default "));
            at >= 0) {
            parameter.defaultValue = left.mid(at + 9).trimmed();
            left = left.left(at);
        }
        QStringList words = left.split(QLatin1Char(' '), Qt::SkipEmptyParts);
        parameter.name = words.isEmpty() ? QString() : words.takeFirst();
        bool isGood = isParameterName(parameter.name) && !m_recipe.find(parameter.name);
        int kinds = 0;
        while (isGood && !words.isEmpty()) {
            const QString word = words.takeFirst();
            if (word == QLatin1String("secret")) {
                parameter.isSecret = true;
            } else if (word == QLatin1String("choices") && !words.isEmpty()) {
                parameter.choices = words.takeFirst().split(QLatin1Char(','));
            } else if (const auto type = takeType(word, words)) {
                parameter.type = *type;
            } else {
                isGood = false;
            }
            isGood = isGood && ++kinds == 1;
        }
        if (!isGood || !hasGoodDefault(parameter)) {
            return failure(wrong(
                m_line,
                QStringLiteral(
                    "A parameter is \"#: parameter NAME [secret|choices A,B|number "
                    "MIN..MAX|path|path relative|path whole|bucket|matching PATTERN] "
                    "[default TEXT]\", each name once, a secret without a default, else one that "
                    "is as it says.")));
        }
        m_recipe.parameters.push_back(parameter);
        return {};
    }

    [[nodiscard]] Result<> takePlace(const QString &rest)
    {
        const QString kind = rest.section(QLatin1Char(' '), 0, 0);
        const QString where = rest.section(QLatin1Char(' '), 1).trimmed();
        static const QRegularExpression path(QStringLiteral("\\A(~/|/|\\$R_[a-z]).*\\z"));
        static const QRegularExpression host(QStringLiteral("\\A[A-Za-z0-9][A-Za-z0-9.-]*\\z"));
        const bool isNetrc = kind == QLatin1String("netrc");
        const bool isGood = isNetrc ? host.match(where).hasMatch()
                                    : kind == QLatin1String("file") && path.match(where).hasMatch();
        if (!isGood || m_recipe.parameters.empty() || !m_recipe.parameters.back().isSecret) {
            return failure(wrong(
                m_line, QStringLiteral("Below a secret parameter, \"#: placed file PATH\" or "
                                       "\"#: placed netrc HOST\" says where the steps put it; a "
                                       "path begins with ~/, / or $R_NAME.")));
        }
        m_recipe.parameters.back().place = {
            isNetrc ? SecretPlace::Kind::Netrc : SecretPlace::Kind::File, where};
        return {};
    }

    Recipe m_recipe;
    Part m_part = Part::Header;
    int m_line = 0;
};

Error badValue(const QString &parameter, const QString &what)
{
    return {ErrorKind::InvalidArgument, what, {}, {}, parameter};
}

/// As a shell reads it: what comes from a file or is pasted ends with one.
QString withoutLineEnd(QString value)
{
    while (value.endsWith(QLatin1Char('\n')) || value.endsWith(QLatin1Char('\r'))) {
        value.chop(1);
    }
    return value;
}

} // namespace

bool isRecipeName(const QString &name)
{
    static const QRegularExpression rule(QStringLiteral("\\A[a-z0-9][a-z0-9-]*\\z"));
    return name.size() <= LongestRecipeName && rule.match(name).hasMatch();
}

const Parameter *Recipe::find(const QString &parameter) const
{
    const auto found =
        std::find_if(parameters.begin(), parameters.end(), [&](const Parameter &each) {
            return each.name == parameter;
        });
    return found == parameters.end() ? nullptr : &*found;
}

QStringList recipeWords()
{
    return {QStringLiteral("recipe"), QStringLiteral("purpose"), QStringLiteral("on"),
            QStringLiteral("as"),     QStringLiteral("limit"),   QStringLiteral("parameter"),
            QStringLiteral("about"),  QStringLiteral("placed"),  QStringLiteral("step"),
            QStringLiteral("check"),  QStringLiteral("act")};
}

Result<Recipe> parseRecipe(const QByteArray &text)
{
    if (const QString problem = textProblem(text); !problem.isEmpty()) {
        return failure(wrong(0, problem));
    }
    return Parser().parse(text);
}

Result<Values> completeValues(const Recipe &recipe, const Values &given)
{
    Values values;
    for (auto it = given.cbegin(); it != given.cend(); ++it) {
        const Parameter *parameter = recipe.find(it.key());
        const QString value = withoutLineEnd(it.value());
        if (!parameter) {
            return failure(badValue(
                it.key(), QStringLiteral("The recipe %1 has no parameter \"%2\".")
                              .arg(recipe.name, it.key())));
        }
        if (!parameter->choices.isEmpty() && !parameter->choices.contains(value)) {
            return failure(badValue(
                it.key(), QStringLiteral("\"%1\" can be %2.")
                              .arg(it.key(), parameter->choices.join(QStringLiteral(", ")))));
        }
        if (value != parameter->defaultValue && !fits(parameter->type, value)) {
            Error error = badValue(
                it.key(),
                QStringLiteral("\"%1\" has to be %2.").arg(it.key(), typeText(parameter->type)));
            error.detail = parameter->purpose;
            return failure(error);
        }
        if (value.contains(QChar(0))) {
            return failure(
                badValue(it.key(), QStringLiteral("\"%1\" has a zero byte.").arg(it.key())));
        }
        values.insert(it.key(), value);
    }
    for (const Parameter &parameter : recipe.parameters) {
        if (values.contains(parameter.name)) {
            continue;
        }
        if (!parameter.defaultValue) {
            return failure(badValue(
                parameter.name, QStringLiteral("The recipe %1 needs \"%2\": %3")
                                    .arg(recipe.name, parameter.name, parameter.purpose)));
        }
        values.insert(parameter.name, *parameter.defaultValue);
    }
    return values;
}

} // namespace podium::recipe
