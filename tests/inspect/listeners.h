// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>
#include <QButtonGroup>

namespace podium::tests {

/// How many hear this signal, as SIGNAL(…): QObject tells it only to its own classes.
inline int listeners(const QObject &object, const char *signal)
{
    struct Open : QObject
    {
        static auto count() { return &Open::receivers; }
    };
    int (QObject::*const count)(const char *) const = Open::count();
    return (object.*count)(signal);
}

/// Of which one is always on.
inline bool isOneOfSeveral(const QAbstractButton &button)
{
    return button.isCheckable() &&
           (button.autoExclusive() || (button.group() && button.group()->exclusive()));
}

} // namespace podium::tests
