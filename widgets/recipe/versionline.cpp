// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/recipe/versionline.h"

#include "core/models/recipe/versiontexts.h"
#include "widgets/common/labels.h"

#include <QBoxLayout>

#include <utility>
#include <vector>

namespace podium::ui {

namespace {

constexpr int MostNamed = 4; // the rest is for podiumctl: the matrix below needs the room

} // namespace

VersionLine::VersionLine(QWidget *parent)
    : QWidget(parent)
    , m_text(new MarkLabel(models::Mark::Unknown))
{
    m_text->setAccessibleName(tr("Versions"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_text);
    hide();
}

VersionLine::~VersionLine() = default;

void VersionLine::look(
    const run::RunService &service, const recipe::RecipeSession &ended,
    recipe::VersionSession::RuntimeOf runtimeOf)
{
    if (ended.workers().size() < 2 || ended.notGoodCount() > 0) {
        clear();
        return;
    }
    std::vector<WorkerRef> workers;
    for (const recipe::WorkerVerdicts &each : ended.workers()) {
        workers.push_back(each.worker);
    }
    m_session = std::make_unique<recipe::VersionSession>(
        service, std::move(workers), ended.versionsAsked(), std::move(runtimeOf));
    connect(m_session.get(), &recipe::VersionSession::done, this, &VersionLine::showRows);
    say(models::Mark::Busy, tr("Comparing the versions of the workers…"));
    m_session->start();
}

void VersionLine::clear()
{
    m_session.reset();
    hide();
}

void VersionLine::showRows()
{
    const auto rows = recipe::compareVersions(m_session->workers());
    const QStringList lines =
        QStringList(models::versionsSummary(rows, int(m_session->workers().size()))) +
        models::oddVersions(rows, MostNamed);
    say(models::versionsMark(rows), lines.join(QLatin1Char('\n')));
}

void VersionLine::say(models::Mark mark, const QString &text)
{
    m_text->setMark(mark);
    m_text->setText(text);
    show();
}

} // namespace podium::ui
