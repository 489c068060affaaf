// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/sumsrun.h"

#include "core/files/copyscripts.h"
#include "core/files/lookreader.h"

#include <utility>

namespace podium::files {

namespace {

/// As script/beginnings.sh takes them.
QByteArray listedBeginnings(const SumsAsked &asked)
{
    QByteArray list;
    for (std::size_t i = 0; i < asked.sizes.size(); ++i) {
        list += QByteArray::number(asked.sizes[i]) + ' ' + listedNames({asked.paths[int(i)]});
    }
    return list;
}

} // namespace

SumsRun::SumsRun(
    const run::RunService &service, const QByteArray &folder, std::vector<SumsAsked> asked, Of of,
    QObject *parent)
    : QObject(parent)
    , m_sums(asked.size(), Sums())
{
    std::vector<StreamInput> inputs;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (!asked[i].paths.isEmpty()) {
            m_places.push_back(i);
            inputs.push_back(
                {asked[i].worker,
                 {{"place", {folder}}},
                 filledPipe(
                     of == Of::Files ? listedNames(asked[i].paths) : listedBeginnings(asked[i]))});
        }
    }
    if (inputs.empty()) {
        return;
    }
    m_run = std::make_unique<StreamRun>(
        service, of == Of::Files ? sumsScript() : beginningsScript(), std::move(inputs), 0);
    connect(m_run.get(), &StreamRun::answered, this, [this](int slot, const QByteArrayList &items) {
        readSums(items, *m_sums[m_places[std::size_t(slot)]]);
    });
    connect(m_run.get(), &StreamRun::ended, this, [this](int slot, const Result<> &how) {
        if (!how) {
            m_sums[m_places[std::size_t(slot)]] = failure(how.error());
        }
    });
    connect(m_run.get(), &StreamRun::finished, this, &SumsRun::finished);
}

void SumsRun::start()
{
    if (m_run) {
        m_run->start();
    } else {
        QMetaObject::invokeMethod(this, &SumsRun::finished, Qt::QueuedConnection);
    }
}

void SumsRun::stop()
{
    if (m_run) {
        m_run->stop();
    }
}

} // namespace podium::files
