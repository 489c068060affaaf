// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/looksection.h"

#include <QCheckBox>
#include <QComboBox>
#include <QSignalBlocker>

namespace podium::ui {

AppearanceSection::AppearanceSection(bool hasTray, QWidget *parent)
    : Section(tr("Appearance and desktop"), parent)
    , m_scheme(new QComboBox)
    , m_notifyNodes(new QCheckBox(tr("Changed addresses, preemptions, maintenance")))
    , m_notifyRuns(new QCheckBox(tr("Finished runs")))
    , m_closeToTray(new QCheckBox(tr("Keep watching when the window is closed")))
{
    m_scheme->setAccessibleName(tr("Theme"));
    m_scheme->addItem(tr("Follow the desktop"), QStringLiteral("system"));
    m_scheme->addItem(tr("Light"), QStringLiteral("light"));
    m_scheme->addItem(tr("Dark"), QStringLiteral("dark"));
    addRow(tr("Theme"), m_scheme);
    addRow(tr("Notifications"), m_notifyNodes);
    addRow({}, m_notifyRuns);
    addRow(tr("Tray"), m_closeToTray);
    if (!hasTray) {
        for (QCheckBox *box : {m_notifyRuns, m_closeToTray}) {
            box->setEnabled(false);
        }
        addNote(tr("This desktop has no tray: only the background watch can notify, of nodes."));
    }
    connect(
        m_scheme, qOverload<int>(&QComboBox::activated), this,
        &AppearanceSection::colourSchemeEdited);
    for (QCheckBox *box : {m_notifyNodes, m_notifyRuns, m_closeToTray}) {
        connect(box, &QCheckBox::toggled, this, &AppearanceSection::optionsEdited);
    }
}

void AppearanceSection::setColourScheme(const QString &scheme)
{
    m_scheme->setCurrentIndex(qMax(0, m_scheme->findData(scheme)));
}

QString AppearanceSection::colourScheme() const
{
    return m_scheme->currentData().toString();
}

void AppearanceSection::setOptions(const DesktopOptions &options)
{
    const QSignalBlocker known(this);
    m_notifyNodes->setChecked(options.notifyNodes);
    m_notifyRuns->setChecked(options.notifyRuns);
    m_closeToTray->setChecked(options.closeToTray);
}

DesktopOptions AppearanceSection::options() const
{
    return {
        .closeToTray = m_closeToTray->isChecked(),
        .notifyNodes = m_notifyNodes->isChecked(),
        .notifyRuns = m_notifyRuns->isChecked()};
}

} // namespace podium::ui
