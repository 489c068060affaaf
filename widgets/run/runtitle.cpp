// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/runtitle.h"

#include "core/models/run/workerlabels.h"

#include <QCoreApplication>
#include <QStringList>

namespace podium::ui {

namespace {

constexpr int LongestTitle = 40;

struct RunTitleWords
{
    Q_DECLARE_TR_FUNCTIONS(RunTitle)
};

QString standing(const run::RunSpec &spec, const run::RunSummary &summary)
{
    const int all = int(spec.workers.size());
    if (!summary.isFinished()) {
        return RunTitleWords::tr("%1 running").arg(summary.running + summary.waiting);
    }
    const int bad = summary.failed + summary.unreachable;
    if (bad > 0) {
        return RunTitleWords::tr("%1 of %2 failed").arg(bad).arg(all);
    }
    return summary.stopped > 0 ? RunTitleWords::tr("stopped") : RunTitleWords::tr("%1 ok").arg(all);
}

} // namespace

QString runTitle(const run::RunSpec &spec)
{
    const QString text = spec.title.isEmpty() ? QString::fromUtf8(spec.command) : spec.title;
    QString title = text.isEmpty() ? RunTitleWords::tr("Login shell") : text.trimmed();
    for (const QString &line : text.split(QLatin1Char('\n'))) {
        const QString trimmed = line.trimmed();
        if (!trimmed.isEmpty() && !trimmed.startsWith(QLatin1Char('#'))) {
            title = trimmed;
            break;
        }
    }
    if (title.size() > LongestTitle) {
        title = title.left(LongestTitle - 1) + QStringLiteral("…");
    }
    return title;
}

QString runWay(const run::RunSpec &spec)
{
    return spec.viaGateway ? RunTitleWords::tr("via %1").arg(
                                 models::workerLabels(spec.workers).at(int(spec.gatewayPlace())))
                           : QString();
}

QString runText(const run::RunSpec &spec, const run::RunSummary &summary)
{
    QStringList parts{runTitle(spec), runWay(spec), standing(spec, summary)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QString runHeading(const run::RunSpec &spec)
{
    const QString text =
        RunTitleWords::tr("%1 — on %2")
            .arg(runTitle(spec), models::foldedLabel(models::workerLabels(spec.workers)));
    const QString way = runWay(spec);
    return way.isEmpty() ? text : QString(text % QStringLiteral(", ") % way);
}

QString runTabText(const run::RunSpec &spec, const run::RunSummary &summary)
{
    QString text = runText(spec, summary);
    text.replace(QLatin1Char('&'), QLatin1String("&&")); // no mnemonic
    return text;
}

} // namespace podium::ui
