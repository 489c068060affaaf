// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/request/noderequestrun.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <optional>

namespace podium::lifecycle {

/// The node requests of this account, as the file has them, and those of them that this program
/// carries out: what a person begins here, and all of them where it has the watch. What a person
/// wants is stored first, so that whichever Podium carries a request out follows. Lives on one
/// thread, blocks never. Destroyed, it leaves them as they are: they can be gone on with.
class RequestService final : public QObject
{
    Q_OBJECT

public:
    /// What is done for a request, as far as this program knows.
    enum class Doing { Nothing, CarriesOut, GivesUp, Elsewhere };

    RequestService(NodeRequestRun::World world, RequestPace pace = {}, QObject *parent = nullptr);
    ~RequestService() override;

    /// Reads the file: other Podiums write it, too. Looks by itself whether it has changed once
    /// this was called.
    void reload();
    /// On: whatever is under way and is carried out by nobody is carried out here. Off: what was
    /// taken so is left to others, once nothing is done on its workers from here any more.
    void setCarriesOn(bool carriesOn);
    /// In the order in which they were made; those that are carried out as they are now.
    [[nodiscard]] const NodeRequests &requests() const { return m_requests; }
    [[nodiscard]] Doing doing(const QString &id) const;
    /// Until when nothing is done for one that is carried out; invalid: something is under way.
    [[nodiscard]] QDateTime waitsUntil(const QString &id) const;
    /// What holds one up that is carried out here, as a sentence; mostly empty.
    [[nodiscard]] QString note(const QString &id) const;

    /// Writes a new one down and carries it out.
    void begin(const NodeRequest &request);
    /// Takes up one that is paused, asks something, or that nobody carries out.
    void goOn(const QString &id);
    /// Asks for nothing new, and lets what stands be; what was begun is followed.
    void pause(const QString &id);
    /// Asks for nothing more, and deletes what was begun.
    void giveUp(const QString &id);
    /// Tries these zones from now on. At least one; what they cost was confirmed.
    void setZones(const QString &id, const podium::lifecycle::ZoneWish &where);

signals:
    void changed();
    /// One is over, whoever carried it out.
    void ended(const podium::lifecycle::NodeRequest &request);
    /// One asks what only a person can answer; once for each question.
    void asks(const podium::lifecycle::NodeRequest &request);
    /// The node of one that goes on stands: with recipes, or a kept one, each time that it was
    /// made.
    void stands(const podium::lifecycle::NodeRequest &request);
    /// What was asked for last cannot be done, or the file cannot be read.
    void failed(const podium::Error &error);

private:
    using Claim = std::shared_ptr<Result<FileLock>>;
    struct Work
    {
        std::unique_ptr<NodeRequestRun> run;
        Claim claim;             ///< held for as long as it is carried out
        bool isForWatch = false; ///< not asked for by a person here
    };
    /// The error last: it may point at the list.
    void reloadAndTell(const std::optional<Error> &error);
    void setWish(
        const QString &id, std::optional<NodeRequest::Wish> wish, const ZoneWish &where,
        bool claims);
    void claim(const QString &id, const std::optional<NodeRequest> &fresh, bool isForWatch);
    void carryOutStored(const QString &id, const Claim &claim);
    void carryOut(const NodeRequest &request, const Claim &claim, bool isForWatch);
    void claimAll();
    void handleRefusal(const QString &id, const Error &error, bool isForWatch);
    void tellTrouble(const QString &id, const Error &error, bool isForWatch);
    void lookAtFile();
    void keep(const NodeRequest &request);
    void drop(const QString &id);
    void leaveToOthers(const QString &id);
    void end(const QString &id);
    void take(NodeRequests requests, int look);
    void setRequests(NodeRequests requests);
    void tellNews(const NodeRequest *before, const NodeRequest &now);

    struct Trouble
    {
        Error error;
        QDateTime at;
    };
    const NodeRequestRun::World m_world;
    const RequestPace m_pace;
    NodeRequests m_requests;
    std::map<QString, Work> m_work;
    std::map<QString, bool> m_claiming;       ///< for the watch? Until carried out, or refused
    std::map<QString, QDateTime> m_elsewhere; ///< carried out by another Podium, as of when
    std::map<QString, Error> m_claimErrors;   ///< said; until it is claimed
    std::map<QString, Trouble> m_troubles;    ///< that one could not be stored, or read; said
    std::optional<Error> m_readError;
    QTimer m_fileTimer;
    FileState m_fileState; ///< of the file that was read last
    int m_lastLook = 0;    ///< at the file: the number of the last that was asked for
    int m_newestLook = 0;  ///< an answer counts where it is of a newer one than this
    bool m_carriesOn = false;
    bool m_isLoaded = false;
};

} // namespace podium::lifecycle
