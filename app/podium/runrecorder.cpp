// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/runrecorder.h"

#include "app/podium/activityfeed.h"
#include "core/models/activity/activity.h"
#include "core/models/run/leftrun.h"
#include "core/models/run/workerlabels.h"
#include "widgets/run/page/runpage.h"
#include "widgets/run/runtitle.h"

namespace podium::app {

using store::PastRun;

RunRecorder::RunRecorder(
    ui::RunPage &page, store::RunHistory history, ActivityFeed &feed, const Clock &clock,
    QObject *parent)
    : QObject(parent)
    , m_page(page)
    , m_history(history)
    , m_feed(feed)
    , m_clock(clock)
    , m_model(clock)
    , m_recipes(
          history, QStringLiteral("podium"), clock,
          [&feed](const models::ActivityEntry &entry) { feed.add(entry); })
{
    connect(&page, &ui::RunPage::runStarted, this, &RunRecorder::noteStart);
    connect(&page, &ui::RunPage::runEnded, this, &RunRecorder::noteEnd);
    connect(&m_recipes, &models::RecipeRecorder::changed, &m_model, &models::PastRunsModel::put);
    connect(&feed, &ActivityFeed::newAsked, this, &RunRecorder::loadNew);
}

void RunRecorder::load()
{
    m_history.runs(
        models::PastRunsModel::Limit, {this, [this](const Result<std::vector<PastRun>> &runs) {
                                           if (runs) {
                                               m_model.setRuns(*runs);
                                           }
                                       }});
}

void RunRecorder::loadNew()
{
    constexpr int Most = 100;
    m_history.runs(Most, {this, [this](const Result<std::vector<PastRun>> &runs) {
                              if (!runs) {
                                  return;
                              }
                              for (auto run = runs->rbegin(); run != runs->rend(); ++run) {
                                  const int row = m_model.rowOf(run->id);
                                  const bool isNew = row < 0 || m_model.at(row).end != run->end;
                                  if (isNew && run->end != PastRun::End::Open &&
                                      !m_model.isOpenHere(run->id)) {
                                      m_model.put(*run);
                                  }
                              }
                          }});
}

void RunRecorder::noteStart(const run::Run *run)
{
    const QString detachedId = run->spec().detachedId;
    const bool isRead = !detachedId.isEmpty() && m_model.rowOf(detachedId) >= 0;
    const auto asked = m_page.askedFor(*run);
    if (isRead || !asked) {
        return; // only its output is looked at, perhaps of some of its workers
    }
    const PastRun past = store::pastRunOf(
        *asked, QStringLiteral("podium"), models::targetWordsOf(asked->workers), m_clock.now());
    m_history.begin(past);
    m_open.insert(run, past);
    connect(run, &QObject::destroyed, this, [this, run] { m_open.remove(run); });
    if (!past.id.isEmpty()) {
        m_model.put(past);
    }
}

void RunRecorder::noteEnd(const run::Run *run, PastRun::End end)
{
    const auto open = m_open.constFind(run);
    if (open == m_open.constEnd()) {
        noteRead(*run);
        return;
    }
    PastRun past = *open;
    m_open.erase(open);
    past.end = end;
    past.endedAt = m_clock.now();
    past.summary = run->state().summary();
    if (!past.id.isEmpty()) {
        m_history.end(past);
        m_model.put(past);
    }
    m_feed.add(models::activityOfRun(
        ui::runTitle(run->spec()),
        models::foldedLabel(models::workerLabels(run->spec().workers), 3), past, run->state(),
        past.endedAt));
}

void RunRecorder::noteRead(const run::Run &run)
{
    const QString id = run.spec().detachedId;
    const int row = id.isEmpty() ? -1 : m_model.rowOf(id);
    if (row < 0) {
        return;
    }
    PastRun before = m_model.at(row);
    if (before.end == PastRun::End::Open && !m_model.isOpenHere(id)) {
        before.end = PastRun::End::Left; // by a program that was killed
    }
    const models::SeenEndings seen = models::seenEndings(id, run.state());
    const auto ended = models::endedRun(before, seen, m_clock.now());
    if (ended) {
        m_history.end(*ended);
        m_model.put(*ended);
        m_feed.add(models::activityOfLeftRun(
            models::pastRunTitle(*ended), models::pastRunPlaces(*ended), *ended, seen.workers));
    }
}

} // namespace podium::app
