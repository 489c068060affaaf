// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace podium::lifecycle {

/// The TPU generations that a grant can name.
enum class Generation { V2, V3, V4, V5e, V5p, V6e, Tpu7x };

/// As people and mails write it: "v5e", "TPU7x".
[[nodiscard]] QString generationName(Generation generation);
/// The inverse, in any case; nothing for one that is not known here.
[[nodiscard]] std::optional<Generation> generationFromName(const QString &name);
/// Cores on one chip: type names count cores where that is 2, but for v5e and v6e, which count
/// chips.
[[nodiscard]] int coresPerChip(Generation generation);

/// What an accelerator type says of its size.
struct TpuType
{
    Generation generation = Generation::V2;
    int chips = 0;
    QString name{}; ///< as the cloud writes it, "v4-64"
    bool operator==(const TpuType &) const = default;

    /// How many machines it has, as Google's tables of types say.
    [[nodiscard]] int workers() const;
    /// v5litepod-1, -4 and -8 draw on a quota of their own, for serving.
    [[nodiscard]] bool drawsOnServingQuota() const;
};

/// "v4-64", "v5litepod-16", or the configuration "V4 2x4x4" of a node without a type; nothing
/// where the size cannot be told.
[[nodiscard]] std::optional<TpuType> parseTpuType(const QString &text);
/// The type of so many chips; nothing where no type has that size.
[[nodiscard]] std::optional<TpuType> tpuTypeOf(Generation generation, int chips);
/// The beginnings of the type names, for a hint: "v4-", "v5litepod-" …
[[nodiscard]] QStringList typeNamePrefixes();

} // namespace podium::lifecycle
