// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/clock.h"
#include "core/base/paths.h"
#include "core/sshconfig/document/configscan.h"

#include <QByteArray>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace podium::sshconfig {

/// The file to be given to `ssh -F`, so that ssh reads the config in Podium's own home; empty where
/// it does so by itself.
[[nodiscard]] QString configFileForSsh(const Paths &paths);

/// What the person's ssh config means for machines, as far as some keywords go: the real ssh says
/// it, and is asked only where the files say anything of those keywords for that machine. Machines
/// of which they say the same are asked for once. Lives on one thread; works in a pool of its own,
/// since nobody knows how long a `Match exec` takes.
class EffectiveConfigs final : public QObject
{
    Q_OBJECT

public:
    struct Machine
    {
        QString name;    ///< by which the config may know it
        QString address; ///< where it is now; the config may speak of that instead
        QString user{};  ///< as whom the login will be: a Match may ask for that
        quint16 port = 22;
    };
    struct Answer
    {
        QString name; ///< by which ssh is to be asked for the machine
        /// Keyword and value as `ssh -G` prints them; empty: the files do not speak of it.
        std::vector<std::pair<QByteArray, QByteArray>> options;
        QSet<QByteArray> written; ///< of those keywords, what the person's own files have
        /// What the person's own files have as HostName under that name; ssh is told the address
        /// instead. Empty: nothing, or nothing certain, since it is in a Match.
        QByteArray hostName;
        QString problem; ///< a sentence, where ssh did not answer
    };
    using Matters = ConfigScan::Matters;

    /// `clock` must outlive this. `matters` is called in that pool.
    EffectiveConfigs(Paths paths, Matters matters, const Clock &clock, QObject *parent = nullptr);
    ~EffectiveConfigs() override;

    /// Always answers. The files are looked at again when the last look is a few seconds old; where
    /// a Match runs something, ssh is asked again after a minute even if they are as they were.
    void ask(const Machine &machine, Callback<Answer> callback);

    /// How often ssh was asked; for tests.
    [[nodiscard]] int askedCount() const { return m_askedCount; }

private:
    struct Question
    {
        Machine machine;
        Callback<Answer> callback;
        Answer answer;
        QByteArray key;       ///< of all that decides the answer
        bool isAlone = false; ///< more than the name decides: user, port, what a Match runs
    };
    void scan();
    void onScan(std::shared_ptr<const ConfigScan> found);
    void look(Question question);
    void resolve();
    void onAnswers(
        const std::vector<QByteArray> &keys, const std::vector<Answer> &answers, bool mayKeep);

    const Paths m_paths;
    const Matters m_matters;
    const Clock &m_clock;
    std::shared_ptr<const ConfigScan> m_scan;
    qint64 m_scannedAtMs = 0;
    bool m_isScanning = false;
    bool m_isResolving = false;
    std::vector<Question> m_new;                      ///< wait for a look at the files
    QHash<QByteArray, std::vector<Question>> m_asked; ///< wait for ssh, by key
    QHash<QByteArray, Answer> m_known;                ///< as long as the files stay as they are
    qint64 m_knownSinceMs = 0;
    int m_knownRound = 0; ///< counts how often m_known was emptied
    const std::shared_ptr<std::atomic<bool>> m_isOver = std::make_shared<std::atomic<bool>>(false);
    int m_askedCount = 0;
    QThreadPool m_pool; ///< a look at the files and, beside it, one round of questions
};

} // namespace podium::sshconfig
