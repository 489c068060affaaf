// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/check/effectiveconfigs.h"

#include "core/base/childenvironment.h"
#include "core/base/jobs.h"
#include "core/sshconfig/check/processes.h"
#include "core/sshconfig/check/sshconfigresolver.h"
#include "core/sshconfig/document/sshline.h"

#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>
#include <iterator>

namespace podium::sshconfig {

namespace {

constexpr qint64 kScanLastsMs = 3000;
/// What a `Match exec` looks at changes without a trace in the files.
constexpr qint64 kCommandsLastMs = 60 * 1000;
constexpr int kMostKnown = 20000;
constexpr int kAtOnce = 4;
/// A `Match exec` of the person's may take its time.
constexpr std::chrono::seconds kAnswerLimit{20};

/// Nothing that ssh could take for something else.
bool isPlain(const QString &text)
{
    static const QRegularExpression plain(QStringLiteral(R"(\A[A-Za-z0-9_:][A-Za-z0-9._:-]*\z)"));
    return plain.match(text).hasMatch();
}

bool isLogin(const QString &text)
{
    static const QRegularExpression login(QStringLiteral(R"(\A[A-Za-z0-9_][A-Za-z0-9._@-]*\$?\z)"));
    return login.match(text).hasMatch();
}

struct Inquiry
{
    QString name; ///< by which ssh is asked
    EffectiveConfigs::Machine machine;
    bool isAlone = false;
    bool isLoginWritten = false; ///< the person's own files have a user or a port
};

/// As the person's own ssh is run, with their shell and all, for a `Match exec` decides by that.
/// With the login as it will be where that may decide; by itself ssh would take it from the files.
ProcessCommand questionFor(const Paths &paths, const Inquiry &inquiry, bool withLogin)
{
    const auto &machine = inquiry.machine;
    ProcessCommand command;
    command.arguments = {
        QFile::encodeName(QStandardPaths::findExecutable(QStringLiteral("ssh"))), "-G"};
    if (const QString file = configFileForSsh(paths); !file.isEmpty()) {
        command.arguments.insert(command.arguments.end(), {"-F", QFile::encodeName(file)});
    }
    if (withLogin && isLogin(machine.user)) {
        command.arguments.insert(
            command.arguments.end(),
            {"-l", machine.user.toUtf8(), "-p", QByteArray::number(machine.port)});
    }
    command.arguments.insert(
        command.arguments.end(),
        {"-o", "CanonicalizeHostname=no", "-o", "HostName=" + machine.address.toUtf8(), "--",
         inquiry.name.toUtf8()});
    command.environment = environmentForChildren();
    return command;
}

EffectiveConfigs::Answer answerOf(const ProcessOutcome &outcome)
{
    EffectiveConfigs::Answer answer;
    if (!outcome.isGood()) {
        answer.problem = QStringLiteral("all of it (ssh does not say what it means: %1)")
                             .arg(SshConfigResolver::complaint(outcome));
        return answer;
    }
    for (const QByteArray &line : outcome.output.split('\n')) {
        const int space = line.indexOf(' ');
        if (space > 0) {
            answer.options.emplace_back(line.left(space), line.mid(space + 1));
        }
    }
    return answer;
}

/// These are not for ssh to be asked about. The first one counts.
QByteArray takeHostName(QList<ConfigScan::Line> &lines, const ConfigScan &scan, const QString &name)
{
    const auto isHostName = [](const ConfigScan::Line &line) { return line.keyword == "hostname"; };
    QByteArray found;
    const auto first = std::find_if(lines.begin(), lines.end(), isHostName);
    if (first != lines.end() && first->isOwn && !scan.hasMatch({*first})) {
        const SshLine line = lexSshLine(first->text.toStdString());
        found =
            line.arguments.empty() ? QByteArray() : QByteArray::fromStdString(line.arguments[0]);
        found.replace("%h", name.toUtf8());
    }
    lines.erase(std::remove_if(lines.begin(), lines.end(), isHostName), lines.end());
    return found;
}

bool isOfLogin(const std::pair<QByteArray, QByteArray> &option)
{
    return option.first == "user" || option.first == "port";
}

/// What the files say of user and port, in place of what ssh was told.
void setLogin(EffectiveConfigs::Answer &answer, const EffectiveConfigs::Answer &ofFiles)
{
    auto &options = answer.options;
    options.erase(std::remove_if(options.begin(), options.end(), isOfLogin), options.end());
    std::copy_if(
        ofFiles.options.begin(), ofFiles.options.end(), std::back_inserter(options), isOfLogin);
}

/// Blocks.
std::vector<EffectiveConfigs::Answer>
askSsh(const Paths &paths, const std::vector<Inquiry> &inquiries, const std::atomic<bool> &isOver)
{
    std::vector<ProcessCommand> commands;
    commands.reserve(inquiries.size());
    for (const Inquiry &inquiry : inquiries) {
        commands.push_back(questionFor(paths, inquiry, inquiry.isAlone));
    }
    std::vector<std::size_t> again;
    for (std::size_t i = 0; i < inquiries.size(); ++i) {
        if (inquiries[i].isAlone && inquiries[i].isLoginWritten) {
            again.push_back(i);
            commands.push_back(questionFor(paths, inquiries[i], false));
        }
    }
    const auto outcomes = runProcesses(commands, kAtOnce, kAnswerLimit, &isOver);
    std::vector<EffectiveConfigs::Answer> answers;
    answers.reserve(inquiries.size());
    for (std::size_t i = 0; i < inquiries.size(); ++i) {
        answers.push_back(answerOf(outcomes[i]));
    }
    for (std::size_t i = 0; i < again.size(); ++i) {
        setLogin(answers[again[i]], answerOf(outcomes[inquiries.size() + i]));
    }
    return answers;
}

} // namespace

QString configFileForSsh(const Paths &paths)
{
    if (paths.accountHome.isEmpty()) {
        return {};
    }
    return QFile::exists(paths.sshConfigFile()) ? paths.sshConfigFile() : QStringLiteral("none");
}

EffectiveConfigs::EffectiveConfigs(
    Paths paths, Matters matters, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_paths(std::move(paths))
    , m_matters(std::move(matters))
    , m_clock(clock)
{
    m_pool.setMaxThreadCount(2);
}

EffectiveConfigs::~EffectiveConfigs()
{
    *m_isOver = true; // nobody waits at the program's end for what a Match runs
}

void EffectiveConfigs::ask(const Machine &machine, Callback<Answer> callback)
{
    Question question{machine, std::move(callback), {}, {}};
    const bool isFresh = m_scan && m_clock.monotonicMs() - m_scannedAtMs < kScanLastsMs;
    if (isFresh && !m_isScanning) {
        look(std::move(question));
        return;
    }
    m_new.push_back(std::move(question));
    scan();
}

void EffectiveConfigs::scan()
{
    if (std::exchange(m_isScanning, true)) {
        return;
    }
    runJobIn(
        m_pool, this,
        [paths = m_paths, matters = m_matters] {
            return std::make_shared<const ConfigScan>(ConfigScan::read(paths, matters));
        },
        [this](std::shared_ptr<const ConfigScan> found) { onScan(std::move(found)); });
}

void EffectiveConfigs::onScan(std::shared_ptr<const ConfigScan> found)
{
    const qint64 now = m_clock.monotonicMs();
    const bool isChanged = !m_scan || m_scan->fingerprint() != found->fingerprint();
    const bool isOld = found->runsCommands() && now - m_knownSinceMs >= kCommandsLastMs;
    if (isChanged || isOld || m_known.size() >= kMostKnown) {
        m_known.clear();
        m_knownSinceMs = now;
        ++m_knownRound;
    }
    m_isScanning = false;
    m_scannedAtMs = now;
    m_scan = std::move(found);
    for (Question &question : std::exchange(m_new, {})) {
        look(std::move(question));
    }
}

/// Answers at once where the files say nothing, or where ssh has said it before.
void EffectiveConfigs::look(Question question)
{
    const QString &name = question.machine.name;
    const QString &address = question.machine.address;
    auto byName = isPlain(name) ? m_scan->linesFor(name) : QList<ConfigScan::Line>();
    auto byAddress = isPlain(address) ? m_scan->linesFor(address) : QList<ConfigScan::Line>();
    question.answer.hostName = takeHostName(byName, *m_scan, name);
    takeHostName(byAddress, *m_scan, address);
    // As `ssh NAME` goes; where the files mean the address and not the name, as `ssh ADDRESS`.
    const bool isByAddress = m_scan->isMeant(byAddress, address) && !m_scan->isMeant(byName, name);
    const auto &lines = isByAddress ? byAddress : byName;
    question.answer.name = isByAddress || !isPlain(name) ? address : name;
    if (lines.isEmpty() || !isPlain(address)) {
        question.callback(question.answer);
        return;
    }
    for (const ConfigScan::Line &line : lines) {
        question.key += line.text + '\n';
        if (line.isOwn) {
            question.answer.written << line.keyword;
        }
    }
    question.isAlone = m_scan->hasMatch(lines);
    if (question.isAlone) {
        for (const QString &text :
             {question.answer.name, address, question.machine.user,
              QString::number(question.machine.port)}) {
            question.key += '\0' + text.toUtf8();
        }
    }
    const auto known = m_known.constFind(question.key);
    if (known != m_known.constEnd()) {
        question.answer.options = known->options;
        question.answer.problem = known->problem;
        question.callback(question.answer);
        return;
    }
    m_asked[question.key].push_back(std::move(question));
    resolve();
}

void EffectiveConfigs::resolve()
{
    if (m_isResolving || m_asked.isEmpty()) {
        return;
    }
    m_isResolving = true;
    std::vector<QByteArray> keys;
    std::vector<Inquiry> inquiries;
    for (auto it = m_asked.cbegin(); it != m_asked.cend(); ++it) {
        const Question &first = it.value().front();
        const QSet<QByteArray> &written = first.answer.written;
        keys.push_back(it.key());
        inquiries.push_back(
            {first.answer.name, first.machine, first.isAlone,
             written.contains("user") || written.contains("port")});
    }
    m_askedCount += int(keys.size());
    runJobIn(
        m_pool, this,
        [paths = m_paths, inquiries = std::move(inquiries), isOver = m_isOver] {
            return askSsh(paths, inquiries, *isOver);
        },
        [this, keys = std::move(keys), round = m_knownRound](const std::vector<Answer> &answers) {
            m_isResolving = false;
            onAnswers(keys, answers, round == m_knownRound);
            resolve();
        });
}

void EffectiveConfigs::onAnswers(
    const std::vector<QByteArray> &keys, const std::vector<Answer> &answers, bool mayKeep)
{
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (mayKeep && answers[i].problem.isEmpty()) { // a failure is asked for again
            m_known.insert(keys[i], answers[i]);
        }
        for (Question &question : m_asked.take(keys[i])) {
            question.answer.options = answers[i].options;
            question.answer.problem = answers[i].problem;
            question.callback(question.answer);
        }
    }
}

} // namespace podium::sshconfig
