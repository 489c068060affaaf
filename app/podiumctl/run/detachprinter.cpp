// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/reasons.h"
#include "app/podiumctl/run/runprinter.h"

#include "app/podiumctl/terminal.h"

#include <utility>

namespace podium::ctl {

namespace {

/// Of a launch only its id is a result: what a script reads from stdout and gives to `attach`.
class DetachPrinter final : public RunPrinter
{
public:
    DetachPrinter(const run::Run &run, NameOf nameOf, QString id)
        : RunPrinter(run, std::move(nameOf))
        , m_id(std::move(id))
    {}

    void output(int, ssh::OutputStream, const QByteArray &) override {}

    void ended(int slot) override
    {
        const auto &ending = worker(slot).ending;
        if (ending && run::endingClass(*ending) != run::EndingClass::Ok) {
            constexpr int LongestReason = 400; // in the worker's own words
            const QByteArray why =
                m_run.output().bytes(slot, ssh::OutputStream::Err).left(LongestReason).trimmed();
            printNote(
                QStringLiteral("%1: %2 %3")
                    .arg(label(slot), run::describeEnding(worker(slot)), QString::fromUtf8(why))
                    .trimmed());
        }
    }

    void finished() override
    {
        printReasons(m_run.state(), m_nameOf);
        printLine(m_id);
        flushOutput();
        printNote(QStringLiteral("started on %1 of %2; podiumctl attach %3")
                      .arg(
                          QString::number(m_run.state().summary().ok),
                          QString::number(m_labels.size()), m_id));
    }

private:
    const QString m_id;
};

} // namespace

std::unique_ptr<RunPrinter>
makeDetachPrinter(const run::Run &run, RunPrinter::NameOf nameOf, const QString &id)
{
    return std::make_unique<DetachPrinter>(run, std::move(nameOf), id);
}

} // namespace podium::ctl
