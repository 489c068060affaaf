// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/fakes/accessiblefind.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>

#include <algorithm>

namespace podium::tests {

/// What a person does on a page, by the names that a screen reader hears.
inline void type(QWidget &page, const QString &name, const QString &text)
{
    auto *edit = byName<QLineEdit>(page, name);
    QVERIFY2(edit, qPrintable(name));
    edit->setText(text);
}

inline void press(QWidget &page, const QString &name)
{
    auto *button = byName<QPushButton>(page, name);
    QVERIFY2(button, qPrintable(name));
    button->click();
}

/// Whether a text is to be read somewhere on the page.
[[nodiscard]] inline bool isSaid(const QWidget &page, const QString &text)
{
    const auto labels = page.findChildren<QLabel *>();
    return std::any_of(labels.begin(), labels.end(), [&text](const QLabel *label) {
        return label->isVisible() && label->text().contains(text);
    });
}

} // namespace podium::tests
