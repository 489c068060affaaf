// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/tputype.h"

#include <QRegularExpression>

#include <algorithm>
#include <iterator>

namespace podium::lifecycle {

namespace {

struct Facts
{
    Generation generation;
    const char *name;
    const char *prefix; ///< of the accelerator type
    const char *config; ///< AcceleratorConfig.Type
    int coresPerChip;   ///< that the type name counts; 1: it counts chips
    int step;           ///< a type's number is a multiple of it
};

constexpr Facts AllFacts[] = {
    {Generation::V2, "v2", "v2", "V2", 2, 8},
    {Generation::V3, "v3", "v3", "V3", 2, 8},
    {Generation::V4, "v4", "v4", "V4", 2, 8},
    {Generation::V5e, "v5e", "v5litepod", "V5LITE_POD", 1, 1},
    {Generation::V5p, "v5p", "v5p", "V5P", 2, 8},
    {Generation::V6e, "v6e", "v6e", "V6E", 1, 1},
    {Generation::Tpu7x, "TPU7x", "tpu7x", "TPU7X", 2, 2},
};
constexpr int MostChips = 1000000;
constexpr int MostServingChips = 8;

const Facts &factsOf(Generation generation)
{
    return *std::find_if(std::begin(AllFacts), std::end(AllFacts), [generation](const Facts &each) {
        return each.generation == generation;
    });
}

template <typename Matches>
std::optional<Facts> findFacts(Matches matches)
{
    const auto *found = std::find_if(std::begin(AllFacts), std::end(AllFacts), matches);
    return found == std::end(AllFacts) ? std::nullopt : std::optional<Facts>(*found);
}

std::optional<TpuType> fromConfiguration(const QString &text)
{
    static const QRegularExpression form(
        QStringLiteral("^([A-Z0-9_]+) (\\d{1,4})x(\\d{1,4})(?:x(\\d{1,4}))?$"));
    const auto match = form.match(text);
    const auto facts = findFacts(
        [&](const Facts &each) { return match.captured(1) == QLatin1String(each.config); });
    if (!match.hasMatch() || !facts) {
        return std::nullopt;
    }
    const qint64 depth = match.captured(4).isEmpty() ? 1 : match.captured(4).toInt();
    const qint64 chips = qint64(match.captured(2).toInt()) * match.captured(3).toInt() * depth;
    if (chips < 1 || chips > MostChips) {
        return std::nullopt;
    }
    return TpuType{facts->generation, int(chips), text};
}

} // namespace

QString generationName(Generation generation)
{
    return QString::fromLatin1(factsOf(generation).name);
}

std::optional<Generation> generationFromName(const QString &name)
{
    const auto facts = findFacts([&name](const Facts &each) {
        return name.compare(QLatin1String(each.name), Qt::CaseInsensitive) == 0;
    });
    return facts ? std::optional<Generation>(facts->generation) : std::nullopt;
}

int coresPerChip(Generation generation)
{
    return factsOf(generation).coresPerChip;
}

int TpuType::workers() const
{
    constexpr int chipsOfAMachine = 4;
    constexpr int chipsOfASingleMachine = 8; // of v5e and v6e, where it is alone
    const bool isLite = generation == Generation::V5e || generation == Generation::V6e;
    return isLite && chips <= chipsOfASingleMachine
               ? 1
               : std::max(1, (chips + chipsOfAMachine - 1) / chipsOfAMachine);
}

bool TpuType::drawsOnServingQuota() const
{
    return generation == Generation::V5e && chips <= MostServingChips;
}

std::optional<TpuType> parseTpuType(const QString &text)
{
    static const QRegularExpression form(QStringLiteral("^([a-z0-9]+)-([1-9]\\d{0,5})$"));
    const auto match = form.match(text);
    if (!match.hasMatch()) {
        return fromConfiguration(text);
    }
    const auto facts = findFacts(
        [&](const Facts &each) { return match.captured(1) == QLatin1String(each.prefix); });
    const int number = match.captured(2).toInt();
    if (!facts || number % facts->step != 0) {
        return std::nullopt;
    }
    return TpuType{facts->generation, number / facts->coresPerChip, text};
}

std::optional<TpuType> tpuTypeOf(Generation generation, int chips)
{
    const Facts &facts = factsOf(generation);
    return parseTpuType(QStringLiteral("%1-%2")
                            .arg(QLatin1String(facts.prefix))
                            .arg(qint64(chips) * facts.coresPerChip));
}

QStringList typeNamePrefixes()
{
    QStringList prefixes;
    for (const Facts &each : AllFacts) {
        prefixes << QString::fromLatin1(each.prefix) + QLatin1Char('-');
    }
    return prefixes;
}

} // namespace podium::lifecycle
