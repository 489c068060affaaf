// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/secret/secretarguments.h"

#include "app/composition/services.h"
#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/options.h"
#include "app/podiumctl/secret/secrettask.h"
#include "app/podiumctl/secret/withdrawtask.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

using SharedSecret = std::shared_ptr<SecretArguments>;
using SecretAction = SecretArguments::Action;

constexpr const char *SecretFooter =
    R"(A secret is a token, a key or a password under a name of yours. It is kept in the desktop's keyring and
nowhere else; a recipe takes it by `--set PARAMETER=@NAME`, over stdin. Podium writes down on which
workers and where it was put, never what it is.)";
constexpr const char *SecretListFooter =
    R"(Names, since when, and on which workers they were put. Never a secret.

JSON
  {"secrets":[{"name","setAt":RFC3339|null,"placements":[{"worker","path","host","recipe","login",
     "since","certain":BOOL}]}]}
  "certain" is false where it was sent and no answer came; it may be there.)";
constexpr const char *SecretSetFooter =
    R"(Asks for one line at the terminal without showing it, or takes all of stdin; never from the command line.
Replaces one of that name. Where no keyring runs nothing is stored, and recipes ask for it each time.

EXIT STATUS
  0 it is in the keyring; 2 usage; 4 it was not stored; 130 interrupted)";
constexpr const char *SecretRemoveFooter =
    R"(Takes it out of the keyring. On workers it stays: withdraw it first.

EXIT STATUS
  0 done; 2 usage; 4 not confirmed, or the keyring did not answer)";
constexpr const char *SecretWithdrawFooter =
    R"(Removes it from each worker that it was put on, and looks whether it is gone: the file that has it, or
its entry of ~/.netrc. Another secret that is there by now is left alone, as is a file to which lines
were added. A place is forgotten where it is proven that the secret is not there; all others stay listed. In the
keyring it stays.

JSON
  {"secret","withdrawals":[{"worker","path","host","state":"removed|absent|other|gone|unknown",
     "detail"}]}
  With --dry-run: "state" is "waiting" where a worker would be asked.

EXIT STATUS
  0 proven to be gone from all places; 2 usage, or no such secret; 3 of some that is not known;
  4 not confirmed; 5 the cloud)";

CLI::App *secretAction(
    CLI::App *secret, const char *name, const char *what, SecretAction which,
    const SharedSecret &to)
{
    CLI::App *app = secret->add_subcommand(name, what);
    app->callback([to, which] { to->action = which; });
    if (which != SecretAction::List) {
        addText(app, "SECRET", to->name, "What you call it")->required();
    }
    if (which == SecretAction::Remove || which == SecretAction::Withdraw) {
        app->add_flag("--yes", to->yes, "Without a question");
    }
    if (which == SecretAction::List || which == SecretAction::Withdraw) {
        addJson(app, to->json);
    }
    return app;
}

void addSecret(CLI::App &app, const SharedSecret &arguments)
{
    CLI::App *secret =
        app.add_subcommand("secret", "Tokens and keys for recipes, and where they were put");
    secret->footer(SecretFooter);
    secret->require_subcommand(1);
    secretAction(secret, "list", "Names, and where they were put", SecretAction::List, arguments)
        ->footer(SecretListFooter);
    secretAction(secret, "set", "Store or replace a secret", SecretAction::Set, arguments)
        ->footer(SecretSetFooter);
    secretAction(secret, "remove", "Take it out of the keyring", SecretAction::Remove, arguments)
        ->footer(SecretRemoveFooter);
    CLI::App *withdraw = secretAction(
        secret, "withdraw", "Take it away from all workers, with proof", SecretAction::Withdraw,
        arguments);
    withdraw->footer(SecretWithdrawFooter);
    withdraw->add_flag(
        "--forget", arguments->forget, "Forget afterwards also the places where it may still be");
    withdraw->add_flag("--dry-run", arguments->dryRun, "Only show where it would be removed");
}

std::unique_ptr<Task> makeSecretTask(app::Services &services, const SecretArguments &arguments)
{
    if (arguments.action == SecretAction::Withdraw) {
        return std::make_unique<WithdrawTask>(
            runServices(services, {}), services.secrets, arguments);
    }
    return std::make_unique<SecretTask>(services.secrets, arguments);
}

} // namespace

Subcommand secretSubcommand(const std::shared_ptr<SecretArguments> &arguments)
{
    Subcommand secret;
    secret.addTo = [arguments](CLI::App &app) { addSecret(app, arguments); };
    secret.makeTask = [arguments](app::Services &services) {
        return makeSecretTask(services, *arguments);
    };
    return secret;
}

} // namespace podium::ctl
