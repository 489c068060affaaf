// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/reciperun.h"

#include "core/recipe/scripttexts.h"

#include <algorithm>
#include <iterator>

namespace podium::recipe {

namespace {

/// Shorter ones are words that anything may print: "Host", "yes".
constexpr int ShortestLine = 8;

/// As it is written among the data, without the sign before it that says how.
QByteArray sentWord(const QByteArray &text)
{
    const QByteArray line = remote::dataLine({"x", {text}});
    const QByteArray word = line.mid(2, line.size() - 3);
    return word == text ? QByteArray() : word.mid(1);
}

/// The worker sends the end of what was printed, which may begin in the middle of a secret: that is
/// what a detail has behind its first ": ".
QByteArray withoutCutSecret(const QByteArray &detail, const QByteArray &secret)
{
    const int from = int(detail.indexOf(": ")) + 2;
    if (from < 2) {
        return detail;
    }
    const QByteArray output = detail.mid(from);
    for (int cut = std::max(1, int(secret.size() - output.size()));
         secret.size() - cut >= ShortestLine; ++cut) {
        if (const QByteArray rest = secret.mid(cut); output.startsWith(rest)) {
            return detail.left(from) + "(secret)" + output.mid(rest.size());
        }
    }
    return detail;
}

/// In the bytes as they came: the text for a person has one line, and ends after some 300.
remote::Answer withoutSecrets(remote::Answer answer, const QByteArrayList &hidden)
{
    for (remote::Record &record : answer.records) {
        if (record.kind != "step" || record.fields.size() < 3) {
            continue;
        }
        QByteArray &detail = record.fields[2];
        for (const QByteArray &text : hidden) {
            detail = withoutCutSecret(detail, text);
        }
        for (const QByteArray &text : hidden) {
            detail.replace(text, "(secret)");
        }
    }
    return answer;
}

} // namespace

remote::Script recipeScript(const Recipe &recipe, Errand errand)
{
    const bool isCheck = errand == Errand::Check;
    remote::Script script;
    script.text = scripttexts::run;
    script.rights = recipe.rights;
    script.title = (isCheck ? QStringLiteral("Check of recipe %1") : QStringLiteral("Recipe %1"))
                       .arg(recipe.name);
    script.limit = recipe.limit;
    script.changesWorker = !isCheck;
    script.oneByOne = recipe.oneByOne && !isCheck;
    return script;
}

std::vector<remote::Record> recipeData(const Recipe &recipe, const Values &values, Errand errand)
{
    std::vector<remote::Record> data;
    data.reserve(recipe.files.size() + std::size_t(values.size()) + 1 + recipe.steps.size());
    for (const RecipeFile &file : recipe.files) {
        // Text up to its file there: no variable of a shell has a zero byte.
        data.push_back({"file", {file.name.toUtf8(), file.content.toBase64()}});
    }
    for (auto it = values.cbegin(); it != values.cend(); ++it) {
        data.push_back({"value", {it.key().toUtf8(), it.value().toUtf8()}});
    }
    if (errand == Errand::Check) {
        data.push_back({"only-check", {}});
    } else {
        data.push_back({"limit", {QByteArray::number(qint64(recipe.limit.count()))}});
    }
    for (const RecipeStep &step : recipe.steps) {
        data.push_back({"step", {step.title.toUtf8(), step.check, step.act}});
    }
    return data;
}

std::vector<WorkerRef> workersOf(const Recipe &recipe, const std::vector<WorkerRef> &workers)
{
    if (recipe.where == Recipe::Where::AllWorkers) {
        return workers;
    }
    std::vector<WorkerRef> first;
    std::copy_if(
        workers.begin(), workers.end(), std::back_inserter(first),
        [](const WorkerRef &worker) { return worker.index == 0; });
    return first;
}

Values valuesForAccount(const Recipe &recipe, const QString &login)
{
    const QString name = QStringLiteral("login");
    return recipe.find(name) ? Values{{name, login}} : Values();
}

QByteArrayList hiddenTexts(const Recipe &recipe, const Values &values)
{
    QByteArrayList texts;
    for (const Parameter &parameter : recipe.parameters) {
        const QByteArray secret = values.value(parameter.name).toUtf8();
        if (!parameter.isSecret || secret.isEmpty()) {
            continue;
        }
        texts << secret;
        // A program may print its lines one by one, between other words.
        for (const QByteArray &line : secret.split('\n')) {
            if (const QByteArray bare = line.trimmed(); bare.size() >= ShortestLine) {
                texts << bare;
            }
        }
        texts << sentWord(secret);
    }
    texts.removeAll(QByteArray());
    // One may be part of another.
    std::stable_sort(texts.begin(), texts.end(), [](const QByteArray &a, const QByteArray &b) {
        return a.size() > b.size();
    });
    return texts;
}

std::vector<remote::Step>
verdictsOf(const Recipe &recipe, const Values &values, const remote::Answer &answer)
{
    const std::vector<remote::Step> said =
        remote::stepsOf(withoutSecrets(answer, hiddenTexts(recipe, values)));
    std::vector<remote::Step> verdicts;
    for (std::size_t i = 0; i < recipe.steps.size(); ++i) {
        remote::Step verdict{
            recipe.steps[i].title, remote::StepState::Unknown,
            QStringLiteral("the worker did not answer")};
        if (i < said.size()) {
            verdict.state = said[i].state;
            verdict.detail = said[i].detail;
        }
        verdicts.push_back(std::move(verdict));
    }
    return verdicts;
}

bool isAllGood(const std::vector<remote::Step> &verdicts)
{
    return std::all_of(verdicts.begin(), verdicts.end(), [](const remote::Step &step) {
        return step.state == remote::StepState::Ok || step.state == remote::StepState::Changed;
    });
}

} // namespace podium::recipe
