// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/disk/diskscripts.h"
#include "core/disk/workoutcome.h"
#include "tests/core/disk/disklab.h"
#include "tests/core/remote/shells.h"
#include "tests/core/tpu/withouttool.h"

#include <QObject>

#include <memory>

namespace podium::tests {

using namespace podium::remote;
using namespace podium::disk;

/// What tests of the scripts about disks have: a lab, and each script in it under the row's shell.
class DiskScriptTest : public QObject
{
protected:
    void begin() { m_lab = std::make_unique<DiskLab>(); }
    [[nodiscard]] QString folder() const { return m_lab->path("mnt/data"); }
    [[nodiscard]] WorkRequest requestOf(Work work, qint64 gib = 200) const
    {
        WorkRequest request;
        request.work = work;
        request.name = "data";
        request.bytes = gib << 30;
        request.folder = folder();
        return request;
    }
    [[nodiscard]] Answer
    answerOf(const Script &script, const std::vector<Record> &data, const char *missing = nullptr)
    {
        QFETCH(QStringList, shell);
        const Script whole = missing ? without(script, missing) : script;
        auto answer =
            decodeAnswer(runScript(shell, m_lab->local(whole), data, m_lab->environment()));
        [&] { QVERIFY2(answer && answer->isComplete, missing ? missing : "no answer"); }();
        if (!answer) {
            return {};
        }
        answer->wasRoot = true; // it takes itself for it
        return *answer;
    }
    [[nodiscard]] WorkPlan planOf(const WorkRequest &request)
    {
        return planWork(request, readDisks(answerOf(lookScript(), lookData(request))));
    }
    [[nodiscard]] WorkOutcome outcomeOf(const WorkPlan &plan)
    {
        return readOutcome(plan, answerOf(workScript(plan.request.work), plan.data()));
    }
    /// What a plan would never say.
    [[nodiscard]] std::vector<Record> formatAnyway() const
    {
        return {
            {"device", {"/dev/sdb"}},
            {"bytes", {"214748364800"}},
            {"folder", {folder().toUtf8()}},
            {"format", {"yes"}},
            {"mode", {"rw"}}};
    }
    /// The first step that did not go well, and what it says.
    [[nodiscard]] static QString failureIn(const Answer &answer)
    {
        for (const Step &step : stepsOf(answer)) {
            if (step.state != StepState::Ok && step.state != StepState::Changed) {
                return step.name + ": " + step.detail;
            }
        }
        return {};
    }
    std::unique_ptr<DiskLab> m_lab;
};

} // namespace podium::tests
