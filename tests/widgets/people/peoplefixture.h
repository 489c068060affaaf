// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/peoplereconciler.h"
#include "tests/core/people/servicefixture.h"
#include "tests/widgets/people/pageactions.h"
#include "widgets/people/keymaker.h"
#include "widgets/people/matrixview.h"
#include "widgets/people/peoplepage.h"

namespace podium::tests {

/// The People page over a service whose workers say what they are told to.
struct PeopleFixture : ServiceFixture
{
    explicit PeopleFixture(const std::vector<NodeSketch> &sketches)
        : ServiceFixture(snapshotOf(sketches))
        , page(
              service, inventory, clock, ui::KeyPlace{folder.path()},
              [](const people::Person &, const Callback<QString> &done) {
                  done(QStringLiteral("Host tpu1\n    HostName 34.1.2.3"));
              })
    {
        page.resize(1240, 720);
        page.show();
    }

    [[nodiscard]] QString sign(const QString &login, int column) const
    {
        auto &matrix = const_cast<ui::PeoplePage &>(page).matrix();
        return matrix.index(matrix.rowOf(login), column).data().toString();
    }

    /// Of the first on the roster, as a person does it.
    void rename(const QString &name)
    {
        page.findChild<ui::MatrixView *>()->selectLogin(service.roster().people.at(0).login.text());
        press(page, "Edit…");
        type(page, "Name", name);
        press(page, "Change the roster");
        QTRY_COMPARE(service.roster().people.at(0).fullName, name);
        QTRY_VERIFY(byName<QPushButton>(page, "Undo"));
    }

    ui::PeoplePage page;
};

} // namespace podium::tests
