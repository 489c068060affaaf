// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace podium {

/// Which of `known` was probably meant by `word`: at most a third of its letters (and always one)
/// are wrong, missing, too many or swapped with the next, and case does not matter. Empty where
/// none is near. Pure.
[[nodiscard]] QString nearestWord(const QString &word, const QStringList &known);

/// ` Did you mean "node"?`, or nothing.
[[nodiscard]] QString didYouMean(const QString &word, const QStringList &known);

} // namespace podium
