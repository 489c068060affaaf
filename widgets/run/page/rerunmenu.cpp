// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/rerunmenu.h"

#include "core/models/run/panefold.h"

#include <QCoreApplication>
#include <QMenu>

#include <numeric>
#include <variant>

namespace podium::ui {

using models::PaneState;

namespace {

struct RerunWords
{
    Q_DECLARE_TR_FUNCTIONS(RerunMenu)
};

template <typename Predicate>
QVector<int> slotsWhere(const models::RunModel &model, Predicate predicate)
{
    QVector<int> found;
    for (int slot = 0; slot < model.rowCount(); ++slot) {
        if (predicate(slot)) {
            found.append(slot);
        }
    }
    return found;
}

} // namespace

std::vector<RerunChoice> rerunChoices(const models::RunModel &model)
{
    const auto inState = [&model](PaneState state) {
        return slotsWhere(model, [&](int slot) { return model.state(slot) == state; });
    };
    QVector<int> all(model.rowCount());
    std::iota(all.begin(), all.end(), 0);
    std::vector<RerunChoice> choices;
    const auto offer = [&choices](const char *text, const QVector<int> &slotNumbers) {
        if (!slotNumbers.isEmpty()) {
            choices.push_back({RerunWords::tr(text, nullptr, slotNumbers.size()), slotNumbers});
        }
    };
    offer(QT_TRANSLATE_NOOP("RerunMenu", "All %n"), all);
    offer(QT_TRANSLATE_NOOP("RerunMenu", "%n failed"), inState(PaneState::Failed));
    const auto isLost = [&model](int slot) {
        const auto &ending = model.worker(slot).ending;
        return ending && std::holds_alternative<ssh::Lost>(*ending);
    };
    // To run again where nothing ran is harmless; where it may have run, the person decides.
    offer(QT_TRANSLATE_NOOP("RerunMenu", "%n unreachable"), slotsWhere(model, [&](int slot) {
              const PaneState state = model.state(slot);
              return (state == PaneState::Unreachable && !isLost(slot)) ||
                     state == PaneState::HostKey;
          }));
    offer(
        QT_TRANSLATE_NOOP("RerunMenu", "%n lost (the command may have run there)"),
        slotsWhere(model, isLost));
    offer(
        QT_TRANSLATE_NOOP("RerunMenu", "%n stopped or never started"), inState(PaneState::Stopped));
    offer(
        QT_TRANSLATE_NOOP("RerunMenu", "%n silent (ok, but no output)"),
        slotsWhere(model, [&model](int slot) {
            return model.state(slot) == PaneState::Ok && model.run().output().lineCount(slot) == 0;
        }));
    offer(
        QT_TRANSLATE_NOOP("RerunMenu", "%n different from most"),
        models::differentSlots(model, all));
    return choices;
}

void fillRerunMenu(
    QMenu &menu, const models::RunModel &model,
    const std::function<void(const std::vector<WorkerRef> &)> &chosen)
{
    menu.clear();
    for (const RerunChoice &choice : rerunChoices(model)) {
        std::vector<WorkerRef> workers;
        for (const int slot : choice.slotNumbers) {
            workers.push_back(model.worker(slot).worker);
        }
        menu.addAction(choice.name, [chosen, workers] { chosen(workers); });
    }
}

} // namespace podium::ui
