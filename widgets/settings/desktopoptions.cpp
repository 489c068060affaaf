// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/desktopoptions.h"

#include "core/models/activity/notifier.h"

#include <QSettings>

namespace podium::ui {

using models::notifyNodesKey;

namespace {

QString closeToTrayKey()
{
    return QStringLiteral("desktop/closeToTray");
}

QString notifyRunsKey()
{
    return QStringLiteral("desktop/notifyRuns");
}

} // namespace

DesktopOptions loadDesktopOptions(const QSettings &state)
{
    const DesktopOptions defaults;
    return {
        .closeToTray = state.value(closeToTrayKey(), defaults.closeToTray).toBool(),
        .notifyNodes = state.value(notifyNodesKey(), defaults.notifyNodes).toBool(),
        .notifyRuns = state.value(notifyRunsKey(), defaults.notifyRuns).toBool()};
}

void saveDesktopOptions(QSettings &state, const DesktopOptions &options)
{
    state.setValue(closeToTrayKey(), options.closeToTray);
    state.setValue(notifyNodesKey(), options.notifyNodes);
    state.setValue(notifyRunsKey(), options.notifyRuns);
}

} // namespace podium::ui
