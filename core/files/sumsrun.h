// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/streamrun.h"

#include <QHash>
#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace podium::files {

/// The files of one worker whose sha256 is asked for.
struct SumsAsked
{
    WorkerRef worker;
    QByteArrayList paths;
    std::vector<qint64> sizes{}; ///< so many bytes of each, where only their beginnings are
};

/// Asks workers for the sha256 of files below one folder, or of what they begin with. Those without
/// any are not asked.
class SumsRun final : public QObject
{
    Q_OBJECT

public:
    using Sums = QHash<QByteArray, QByteArray>; ///< by path; one that cannot be read is left out
    enum class Of { Files, Beginnings };

    SumsRun(
        const run::RunService &service, const QByteArray &folder, std::vector<SumsAsked> asked,
        Of of = Of::Files, QObject *parent = nullptr);

    /// In the order that was asked, once finished.
    [[nodiscard]] const Result<Sums> &sums(std::size_t worker) const { return m_sums[worker]; }
    void start(); ///< finished() comes later, also where nobody is asked
    void stop();

signals:
    void finished();

private:
    std::vector<Result<Sums>> m_sums;
    std::vector<std::size_t> m_places; ///< of the run's slots
    std::unique_ptr<StreamRun> m_run;  ///< null: nobody is asked
};

} // namespace podium::files
