// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/runprinter.h"

#include "app/podiumctl/terminal.h"
#include "core/run/output/outputfold.h"
#include "core/run/output/outputsnapshot.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace podium::ctl {

namespace {

/// Lines around a difference that are shown with it.
constexpr int Context = 3;

/// Which of the matched lines are shown: the differences and a few around each.
std::vector<bool> shownLines(const std::vector<run::LineMatch> &matches)
{
    std::vector<bool> shown(matches.size(), false);
    for (int i = 0; i < int(matches.size()); ++i) {
        if (matches[size_t(i)].kind != run::LineMatch::Kind::Same) {
            const int last = std::min(int(matches.size()) - 1, i + Context);
            for (int j = std::max(0, i - Context); j <= last; ++j) {
                shown[size_t(j)] = true;
            }
        }
    }
    return shown;
}

class FoldPrinter final : public RunPrinter
{
public:
    FoldPrinter(const run::Run &run, NameOf nameOf, FoldStyle style)
        : RunPrinter(run, std::move(nameOf))
        , m_style(style)
    {}

    void output(int, ssh::OutputStream, const QByteArray &) override {}
    void ended(int) override {}

    void finished() override
    {
        QVector<int> all(m_labels.size());
        std::iota(all.begin(), all.end(), 0);
        const run::Fold fold =
            run::fold(m_run.output(), all, [this](int slot) -> QString { return describe(slot); });
        if (m_style == FoldStyle::Differences && fold.majority >= 0) {
            printDifferences(fold);
        } else {
            for (const QVector<int> &group : fold.groups) {
                printWhole(group);
            }
        }
        flushOutput();
        printReasonsAndSummary();
    }

private:
    void printHead(const QVector<int> &group, const QString &more = {}) const
    {
        printLine(QStringLiteral("==> %1 (%2) %3%4 <==")
                      .arg(names(group))
                      .arg(group.size())
                      .arg(describe(group.front()), more));
    }

    void printWhole(const QVector<int> &group) const
    {
        printHead(group);
        forEachLine(group.front(), printLine);
    }

    /// Those on disk too. Blocks.
    void forEachLine(int slot, const std::function<void(const QString &)> &take) const
    {
        const auto read =
            m_run.output().snapshot(slot).forEachLine([&take](const QString &text) -> Result<> {
                take(text);
                return {};
            });
        if (!read) {
            loseOutput(read.error());
        }
    }

    [[nodiscard]] QStringList linesOf(int slot) const
    {
        QStringList lines;
        forEachLine(slot, [&lines](const QString &text) { lines << text; });
        return lines;
    }

    /// What most have, whole; then of the others only what they have and lack of it.
    void printDifferences(const run::Fold &fold) const
    {
        const QVector<int> &most = fold.groups[size_t(fold.majority)];
        const QStringList reference = linesOf(most.front());
        printWhole(most);
        for (const QVector<int> &group : fold.groups) {
            if (&group != &most) {
                printHead(group, QStringLiteral(", compared with ") + names(most));
                printMatches(linesOf(group.front()), reference);
            }
        }
    }

    static void printMatches(const QStringList &lines, const QStringList &reference)
    {
        const auto matches = run::matchLines(lines, reference);
        const std::vector<bool> shown = shownLines(matches);
        for (size_t i = 0; i < matches.size(); ++i) {
            if (!shown[i]) {
                if (i == 0 || shown[i - 1]) {
                    printLine(QStringLiteral("..."));
                }
                continue;
            }
            switch (matches[i].kind) {
            case run::LineMatch::Kind::Same:
                printLine(QStringLiteral(" ") + lines[matches[i].line]);
                break;
            case run::LineMatch::Kind::Added:
                printLine(QStringLiteral("+") + lines[matches[i].line]);
                break;
            case run::LineMatch::Kind::Missing:
                printLine(QStringLiteral("-") + reference[matches[i].referenceLine]);
                break;
            }
        }
    }

    [[nodiscard]] QString describe(int slot) const
    {
        return worker(slot).ending ? run::describeEnding(worker(slot)) : QString();
    }

    [[nodiscard]] QString names(const QVector<int> &group) const
    {
        std::vector<WorkerRef> workers;
        for (const int slot : group) {
            workers.push_back(worker(slot).worker);
        }
        return m_nameOf(workers);
    }

    const FoldStyle m_style;
};

} // namespace

std::unique_ptr<RunPrinter>
makeFoldPrinter(const run::Run &run, RunPrinter::NameOf nameOf, FoldStyle style)
{
    return std::make_unique<FoldPrinter>(run, std::move(nameOf), style);
}

} // namespace podium::ctl
