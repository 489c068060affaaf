// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <map>
#include <vector>

namespace podium::inventory {

/// Of which projects and zones a snapshot says everything. Only there is a node that the snapshot
/// does not name gone: a list that failed, broke off or was never asked for proves nothing. Whoever
/// deletes something because it is missing asks here first. A value; says nothing of anything until
/// it is told.
class Coverage final
{
public:
    /// What is known of projects beyond those with an entry of their own here.
    enum class Projects {
        Unknown, ///< their list could not be read, or not to its end
        Named,   ///< only some were asked for; nothing was asked about the others
        All,     ///< there are no others, or the person chose to have no others
    };
    /// How far a project's list of nodes goes.
    struct Scope
    {
        bool isListed = false;      ///< it was read to its end
        std::vector<Zone> silent{}; ///< zones of it that did not answer; sorted
        bool operator==(const Scope &) const = default;
    };

    void setProjects(Projects projects) { m_projects = projects; }
    void setListed(const ProjectId &project) { m_scopes[project] = {true, {}}; }
    void setUnlisted(const ProjectId &project) { m_scopes[project] = {}; }
    void addSilentZone(const ProjectId &project, const Zone &zone);
    /// As `other` has it; unlisted where that has nothing of it.
    void inherit(const ProjectId &project, const Coverage &other);

    [[nodiscard]] Projects projects() const { return m_projects; }
    [[nodiscard]] const std::map<ProjectId, Scope> &scopes() const { return m_scopes; }
    /// Whether a node that the snapshot does not name is certainly gone.
    [[nodiscard]] bool provesGone(const NodeRef &missing) const;
    /// Whether that holds for any node whatever.
    [[nodiscard]] bool isWhole() const;

    bool operator==(const Coverage &) const = default;

private:
    Projects m_projects = Projects::Unknown;
    std::map<ProjectId, Scope> m_scopes;
};

} // namespace podium::inventory
