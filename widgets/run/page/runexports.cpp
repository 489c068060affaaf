// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runexports.h"

namespace podium::ui {

RunExports::RunExports(const models::RunModel &model, QObject *parent)
    : QObject(parent)
    , m_saver(model.run())
    , m_copier(model)
    , m_opener(model.run())
{
    connect(&m_saver, &RunSaver::saved, this, &RunExports::saved);
    connect(&m_saver, &RunSaver::failed, this, &RunExports::failed);
    connect(&m_copier, &OutputCopier::copied, this, &RunExports::copied);
    connect(&m_copier, &OutputCopier::failed, this, &RunExports::failed);
    connect(&m_opener, &OutputOpener::failed, this, &RunExports::failed);
}

void RunExports::openInEditor(int slot)
{
    if (slot >= 0) {
        m_opener.open(slot);
    }
}

} // namespace podium::ui
