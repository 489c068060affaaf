// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/outputcopier.h"

#include "core/base/jobs.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLocale>

#include <utility>

namespace podium::ui {

namespace {

Error tooMuch(qint64 most)
{
    return {
        ErrorKind::QuotaExceeded, OutputCopier::tr("The output is too large for the clipboard."),
        OutputCopier::tr("It has more than %1 characters.").arg(QLocale().toString(most)),
        OutputCopier::tr("Save it as files, or show fewer workers and copy theirs.")};
}

} // namespace

Result<QString> labelledText(const std::vector<LabelledOutput> &outputs, qint64 most)
{
    QString text;
    for (const LabelledOutput &each : outputs) {
        const Result<> taken = each.output.forEachLine([&](const QString &line) -> Result<> {
            if (text.size() + each.label.size() + line.size() >= most) {
                return failure(tooMuch(most));
            }
            text += each.label;
            text += line;
            text += QLatin1Char('\n');
            return {};
        });
        if (!taken) {
            return failure(taken.error());
        }
    }
    return text;
}

OutputCopier::OutputCopier(const models::RunModel &model, QObject *parent)
    : QObject(parent)
    , m_model(model)
{}

void OutputCopier::copy(const QVector<int> &slotNumbers)
{
    Outputs outputs;
    for (const int slot : slotNumbers) {
        outputs.push_back(
            {m_model.label(slot) + QStringLiteral(": "), m_model.run().output().snapshot(slot)});
    }
    if (m_isBusy) {
        m_next = std::move(outputs);
    } else {
        begin(std::move(outputs));
    }
}

void OutputCopier::begin(Outputs outputs)
{
    m_isBusy = true;
    const int workers = int(outputs.size());
    runJob(
        this, [outputs = std::move(outputs)] { return labelledText(outputs, Most); },
        [this, workers](const Result<QString> &text) { end(workers, text); });
}

void OutputCopier::end(int workers, const Result<QString> &text)
{
    m_isBusy = false;
    if (m_next) {
        begin(*std::exchange(m_next, std::nullopt));
    } else if (text) {
        QGuiApplication::clipboard()->setText(*text);
        emit copied(workers);
    } else {
        emit failed(text.error());
    }
}

} // namespace podium::ui
