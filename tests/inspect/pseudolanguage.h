// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMutex>
#include <QPair>
#include <QSet>
#include <QStringList>
#include <QTranslator>

namespace podium::tests {

/// The text 40 % longer, as other languages are, and still to be read: vowels are doubled. What is
/// put in (%1), mnemonics and line ends stay.
[[nodiscard]] QString pseudoText(const QString &english);

/// A language for tests: what is translated gets longer, so that it shows what has no room to grow,
/// and which texts no translator is ever given. While one is installed, said() knows it.
class PseudoLanguage final : public QTranslator
{
    Q_OBJECT

public:
    /// `texts` is a .ts file: what translators are given.
    explicit PseudoLanguage(const QString &texts, QObject *parent = nullptr);

    [[nodiscard]] bool isEmpty() const override { return m_known.isEmpty(); }
    [[nodiscard]] QString translate(
        const char *context, const char *source, const char *disambiguation = nullptr,
        int n = -1) const override;
    /// What was shown by tr() and is not in the file, "context: text" each.
    [[nodiscard]] QStringList missing() const;

private:
    QSet<QPair<QString, QString>> m_known; ///< context and text
    mutable QMutex m_mutex;                ///< texts are made in the pool, too
    mutable QSet<QString> m_missing;
};

/// What the window shows for an English text of its own without anything put in.
[[nodiscard]] QString said(const QString &english);

} // namespace podium::tests
