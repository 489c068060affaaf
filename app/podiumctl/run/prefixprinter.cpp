// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/runprinter.h"

#include "app/podiumctl/run/shownline.h"
#include "app/podiumctl/terminal.h"

#include <array>
#include <cstdio>
#include <unistd.h>
#include <utility>

namespace podium::ctl {

namespace {

class PrefixPrinter final : public RunPrinter
{
public:
    PrefixPrinter(const run::Run &run, NameOf nameOf)
        : RunPrinter(run, std::move(nameOf))
        , m_pending(size_t(m_labels.size()))
        , m_outIsTerminal(isTerminal(STDOUT_FILENO))
        , m_errIsTerminal(isTerminal(STDERR_FILENO))
    {}

    void output(int slot, ssh::OutputStream stream, const QByteArray &bytes) override
    {
        QByteArray &pending = m_pending[size_t(slot)][size_t(stream)];
        const int end = bytes.lastIndexOf('\n') + 1;
        if (end > 0) {
            print(slot, stream, pending + bytes.left(end));
            pending.clear();
        }
        pending += bytes.mid(end);
        if (pending.size() >= LongestLine) {
            print(slot, stream, std::exchange(pending, {}) + (isAlone() ? "" : "\n"));
        }
    }

    void detach() override
    {
        for (int slot = 0; slot < m_labels.size(); ++slot) {
            printPending(slot);
        }
        flushOutput();
    }

    void ended(int slot) override
    {
        printPending(slot);
        const auto &ending = worker(slot).ending;
        if (ending && run::endingClass(*ending) != run::EndingClass::Ok) {
            printNote(label(slot) + QStringLiteral(": ") + run::describeEnding(worker(slot)));
        }
    }

    void finished() override
    {
        flushOutput();
        printReasonsAndSummary();
    }

private:
    /// Of more than that without a line end is printed what has come: it may never end.
    static constexpr int LongestLine = 1024 * 1024;

    [[nodiscard]] bool isAlone() const { return m_labels.size() == 1; }

    void printPending(int slot)
    {
        for (const auto stream : {ssh::OutputStream::Out, ssh::OutputStream::Err}) {
            QByteArray &pending = m_pending[size_t(slot)][size_t(stream)];
            if (!pending.isEmpty()) {
                print(slot, stream, std::exchange(pending, {}) + (isAlone() ? "" : "\n"));
            }
        }
    }

    void print(int slot, ssh::OutputStream stream, const QByteArray &lines)
    {
        std::FILE *file = stream == ssh::OutputStream::Out ? stdout : stderr;
        const bool escape = stream == ssh::OutputStream::Out ? m_outIsTerminal : m_errIsTerminal;
        const QByteArray head = isAlone() ? QByteArray() : label(slot).toUtf8() + ": ";
        QByteArray text;
        int from = 0;
        while (from < lines.size()) {
            int to = lines.indexOf('\n', from);
            to = to < 0 ? lines.size() : to;
            const QByteArray line = lines.mid(from, to - from);
            text += head + (escape ? shownLine(line, m_withColours) : line);
            text += to < lines.size() ? "\n" : "";
            from = to + 1;
        }
        printBytesTo(file, text);
    }

    std::vector<std::array<QByteArray, 2>> m_pending; // per slot and stream: the unfinished line
    bool m_outIsTerminal;
    bool m_errIsTerminal;
    const bool m_withColours = wantsColours();
};

} // namespace

std::unique_ptr<RunPrinter> makePrefixPrinter(const run::Run &run, RunPrinter::NameOf nameOf)
{
    return std::make_unique<PrefixPrinter>(run, std::move(nameOf));
}

} // namespace podium::ctl
