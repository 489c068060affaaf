// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/cloudsection.h"

#include "core/base/ids.h"

#include <QComboBox>
#include <QLineEdit>
#include <QRegularExpression>

#include <initializer_list>

namespace podium::ui {

namespace {

QStringList wordsIn(const QString &text)
{
    static const QRegularExpression separators(QStringLiteral("[\\s,;]+"));
    return text.split(separators, Qt::SkipEmptyParts);
}

/// The first word that is no project id; empty: all are.
QString wrongProject(const QString &text)
{
    for (const QString &word : wordsIn(text)) {
        if (!ProjectId::parse(word)) {
            return word;
        }
    }
    return {};
}

QString intervalText(int seconds)
{
    return seconds % 60 != 0 ? CloudSection::tr("%1 seconds").arg(seconds)
           : seconds == 60   ? CloudSection::tr("1 minute")
                             : CloudSection::tr("%1 minutes").arg(seconds / 60);
}

} // namespace

CloudSection::CloudSection(QWidget *parent)
    : Section(tr("Cloud"), parent)
    , m_projects(new QLineEdit)
    , m_interval(new QComboBox)
{
    m_projects->setAccessibleName(tr("Projects"));
    m_projects->setPlaceholderText(tr("all this account can see"));
    m_interval->setAccessibleName(tr("Refresh every"));
    for (const int seconds : {15, 30, 60, 120, 300, 900}) {
        m_interval->addItem(intervalText(seconds), seconds);
    }
    addRow(tr("Projects"), m_projects);
    m_problem = addNote();
    addRow(tr("Refresh every"), m_interval);
    addNote(tr("While a node is being created, started or stopped, Podium refreshes more often."));
    connect(m_projects, &QLineEdit::editingFinished, this, &CloudSection::checkProjects);
    connect(m_interval, qOverload<int>(&QComboBox::activated), this, &CloudSection::edited);
}

void CloudSection::setSettings(const store::Settings &settings)
{
    // What is wrong stays to be corrected, with what is said of it.
    const QString typed = m_projects->text();
    if (mayShow(*m_projects, wordsIn(typed), m_shown.projects, settings.projects) &&
        wrongProject(typed).isEmpty()) {
        m_projects->setText(settings.projects.join(QStringLiteral(", ")));
    }
    const auto seconds = int(settings.refreshInterval.count());
    int row = m_interval->findData(seconds);
    if (row < 0) {
        m_interval->addItem(intervalText(seconds), seconds); // written by hand into the file
        row = m_interval->count() - 1;
    }
    m_interval->setCurrentIndex(row);
    m_shown = settings;
}

void CloudSection::applyTo(store::Settings &settings) const
{
    if (wrongProject(m_projects->text()).isEmpty()) { // another section may be what was edited
        settings.projects = wordsIn(m_projects->text());
    }
    settings.refreshInterval = std::chrono::seconds(m_interval->currentData().toInt());
}

void CloudSection::checkProjects()
{
    if (const QString word = wrongProject(m_projects->text()); !word.isEmpty()) {
        setRowNote(m_problem, tr("“%1” is not a valid project id.").arg(word), true);
        return;
    }
    setRowNote(m_problem, {}, false);
    emit edited();
}

} // namespace podium::ui
