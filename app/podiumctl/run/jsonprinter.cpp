// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/reasons.h"
#include "app/podiumctl/run/runprinter.h"

#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/ssh/phasename.h"

#include <QTextCodec>

#include <utility>

namespace podium::ctl {

namespace {

/// Data as text where it is valid UTF-8, else as base64, so that no byte is lost.
void addData(Json &json, const QByteArray &bytes)
{
    QTextCodec::ConverterState state;
    static QTextCodec *const utf8 = QTextCodec::codecForName("UTF-8");
    utf8->toUnicode(bytes.constData(), bytes.size(), &state);
    if (state.invalidChars == 0 && state.remainingChars == 0) {
        json["data"] = bytes.toStdString();
    } else {
        json["base64"] = bytes.toBase64().toStdString();
    }
}

struct AddEnding
{
    Json &json;
    void operator()(const ssh::Exited &exited) const
    {
        json["event"] = "exit";
        json["status"] = exited.status;
    }
    void operator()(const ssh::Signalled &signalled) const
    {
        json["event"] = "exit";
        json["signal"] = text(signalled.signal);
    }
    void operator()(const ssh::TimedOut &timedOut) const
    {
        word("timeout");
        json["phase"] = text(ssh::phaseName(timedOut.phase));
        if (timedOut.silence != ssh::Silence::None) {
            json["waitedFor"] = text(ssh::silenceName(timedOut.silence));
        }
        if (timedOut.phase == ssh::Phase::Running) {
            json["gone"] = timedOut.gone;
        }
    }
    void operator()(const ssh::Refused &refused) const { error("refused", refused.error); }
    void operator()(const ssh::Unreachable &gone) const { error("unreachable", gone.error); }
    void operator()(const ssh::Lost &lost) const { error("lost", lost.error); }
    void operator()(const ssh::Stopped &stopped) const
    {
        word("stopped");
        json["gone"] = stopped.gone;
    }
    void operator()(const run::NeverStarted &) const { word("never-started"); }

    void word(const char *kind) const
    {
        json["event"] = "error";
        json["kind"] = kind;
    }
    void error(const char *kind, const Error &error) const
    {
        word(kind);
        json["cause"] = text(errorKindName(error.kind));
        json["summary"] = text(withCommand(error).text());
    }
};

class JsonPrinter final : public RunPrinter
{
public:
    using RunPrinter::RunPrinter;

    void started() override
    {
        Json workers = Json::array();
        for (const auto &state : m_run.state().workers()) {
            workers.push_back(text(state.worker.text()));
        }
        printJson(
            {{"event", "start"},
             {"workers", std::move(workers)},
             {"command", QString::fromUtf8(m_run.spec().askedFor()).toStdString()}});
    }

    void routeChosen(int slot) override
    {
        const ssh::Route &route = worker(slot).route;
        Json json{
            {"event", "route"},
            {"worker", text(worker(slot).worker.text())},
            {"transport", text(run::transportName(route))},
            {"reasons", Json::array()},
            {"ignored", Json::array()}};
        for (const QString &reason : route.why) {
            json["reasons"].push_back(text(reason));
        }
        for (const QString &option : route.ignored) {
            json["ignored"].push_back(text(option));
        }
        printJson(json);
    }

    void unguarded(int slot) override
    {
        printJson(
            {{"event", "unguarded"},
             {"worker", text(worker(slot).worker.text())},
             {"message", text(run::unguardedText(*worker(slot).unguarded))}});
    }

    void output(int slot, ssh::OutputStream stream, const QByteArray &bytes) override
    {
        Json json{
            {"event", "output"},
            {"worker", text(worker(slot).worker.text())},
            {"stream", stream == ssh::OutputStream::Out ? "stdout" : "stderr"}};
        addData(json, bytes);
        printJson(json);
        flushOutput();
    }

    void ended(int slot) override
    {
        Json json{{"event", ""}, {"worker", text(worker(slot).worker.text())}};
        const auto &ending = worker(slot).ending;
        if (!ending) {
            return;
        }
        std::visit(AddEnding{json}, *ending);
        if (!json.contains("summary") && json["event"] == "error") {
            json["summary"] = text(run::describeEnding(worker(slot)));
        }
        json["seconds"] = seconds(slot);
        printJson(json);
        flushOutput();
    }

    void finished() override
    {
        const run::RunSummary &s = m_run.state().summary();
        printJson(
            {{"event", "summary"},
             {"ok", s.ok},
             {"failed", s.failed},
             {"unreachable", s.unreachable},
             {"stopped", s.stopped}});
        flushOutput();
    }
};

} // namespace

std::unique_ptr<RunPrinter> makeJsonPrinter(const run::Run &run, RunPrinter::NameOf nameOf)
{
    return std::make_unique<JsonPrinter>(run, std::move(nameOf));
}

} // namespace podium::ctl
