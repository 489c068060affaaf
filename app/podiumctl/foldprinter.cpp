// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/runprinter.h"

#include "app/podiumctl/terminal.h"
#include "core/inventory/targets.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace podium::ctl {

namespace {

class FoldPrinter final : public RunPrinter
{
public:
    using RunPrinter::RunPrinter;

    void output(int, ssh::OutputStream, const QByteArray &) override {}
    void ended(int) override {}

    void finished() override
    {
        for (const std::vector<int> &slots_ : groups()) {
            printLine(QStringLiteral("==> %1 (%2) %3 <==")
                          .arg(names(slots_))
                          .arg(slots_.size())
                          .arg(describe(slots_.front())));
            for (const QString &line : lines(slots_.front())) {
                printLine(line);
            }
        }
        std::fflush(stdout);
        printNote(summaryText(m_run.state().summary()));
    }

private:
    /// Slots with the same output and the same ending; the smallest groups, the odd ones, first.
    [[nodiscard]] std::vector<std::vector<int>> groups() const
    {
        std::map<QString, std::vector<int>> byText;
        for (int slot = 0; slot < m_labels.size(); ++slot) {
            byText[describe(slot) + QLatin1Char('\n') + m_run.output().text(slot)].push_back(slot);
        }
        std::vector<std::vector<int>> groups;
        for (auto &[text, slots_] : byText) {
            groups.push_back(std::move(slots_));
        }
        std::stable_sort(groups.begin(), groups.end(), [](const auto &a, const auto &b) {
            return a.size() != b.size() ? a.size() < b.size() : a.front() < b.front();
        });
        return groups;
    }

    [[nodiscard]] QString describe(int slot) const
    {
        const auto &ending = worker(slot).ending;
        return ending ? run::describeEnding(*ending) : QString();
    }

    [[nodiscard]] QStringList lines(int slot) const
    {
        QStringList list;
        for (int i = 0; i < m_run.output().lineCount(slot); ++i) {
            list << m_run.output().line(slot, i).text;
        }
        return list;
    }

    [[nodiscard]] QString names(const std::vector<int> &slots_) const
    {
        std::vector<WorkerRef> workers;
        for (const int slot : slots_) {
            workers.push_back(worker(slot).worker);
        }
        return m_nameOf(workers);
    }
};

} // namespace

std::unique_ptr<RunPrinter>
makeFoldPrinter(const run::Run &run, const QStringList &labels, RunPrinter::NameOf nameOf)
{
    return std::make_unique<FoldPrinter>(run, labels, std::move(nameOf));
}

} // namespace podium::ctl
