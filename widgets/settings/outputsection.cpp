// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/outputsection.h"

#include <QSpinBox>

namespace podium::ui {

namespace {

QSpinBox *makeSpin(const QString &name, int least, int most, int step)
{
    auto *spin = new QSpinBox;
    spin->setAccessibleName(name);
    spin->setRange(least, most);
    spin->setSingleStep(step);
    spin->setGroupSeparatorShown(true);
    spin->setSuffix(OutputSection::tr(" MiB"));
    return spin;
}

} // namespace

OutputSection::OutputSection(QWidget *parent)
    : Section(tr("Output of a run"), parent)
    , m_memory(makeSpin(tr("Output in memory"), 16, 1024, 16))
    , m_disk(makeSpin(tr("Output on disk"), 0, 1024 * 1024, 1024))
{
    m_disk->setSpecialValueText(tr("none"));
    addRow(tr("In memory"), m_memory);
    addRow(tr("On disk"), m_disk);
    addNote(tr("For each run, all its workers together. The start and end of each worker's output "
               "stay in memory; the middle goes to a file that is deleted with the run's tab. "
               "Anything beyond that is dropped and marked. Applies to new runs."));
    connect(m_memory, &QSpinBox::editingFinished, this, &OutputSection::edited);
    connect(m_disk, &QSpinBox::editingFinished, this, &OutputSection::edited);
}

void OutputSection::setSettings(const store::Settings &settings)
{
    if (mayShow(*m_memory, m_memory->value(), m_shown.outputMemoryMiB, settings.outputMemoryMiB)) {
        m_memory->setValue(settings.outputMemoryMiB);
    }
    if (mayShow(*m_disk, m_disk->value(), m_shown.outputDiskMiB, settings.outputDiskMiB)) {
        m_disk->setValue(settings.outputDiskMiB);
    }
    m_shown = settings;
}

void OutputSection::applyTo(store::Settings &settings) const
{
    settings.outputMemoryMiB = m_memory->value();
    settings.outputDiskMiB = m_disk->value();
}

} // namespace podium::ui
