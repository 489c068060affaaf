// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/topics.h"

#include "core/store/config/settingkeys.h"

#include <algorithm>

namespace podium::ctl {

namespace {

constexpr const char *TargetsText =
    R"(A target is [PROJECT/[ZONE/]]NODE[:WORKERS], or a word for many nodes that begins with @.

NODE may have the globs * and ?; without one it means one node, and where several have that name
they are listed and nothing is done. WORKERS are numbers from 0: 0, 0-3, 0-3,7 or all, which is
what counts without them.

  pod-v4                  all workers of the node pod-v4
  pod-v4:0                its first worker
  pod-v4:0-3,7            five of them
  'dev-*'                 all nodes whose names begin so
  lab/us-east1-d/dev      the node dev of that project and zone
  @all                    all nodes
  @type=v4-64             all nodes of a type: @type=TYPE
  @team=vision            all nodes with a label: @LABEL=VALUE
  -pod-v4:0               takes away what the words before it named

What a target names is taken from the last snapshot, brought up to date first for the projects that
it is about. Where a project or zone does not answer, a glob or a word with @ may miss nodes, and a
name that is not known may be one of its: what was found is used, and the exit status is 3 or 5.
Quote what your own shell would read: globs, and nothing else.)";

constexpr const char *EnvironmentText =
    R"(Podium sees the cloud that gcloud sees: it reads the same variables.

CLOUDSDK_CONFIG
  The folder of gcloud's own configuration, with its login.

CLOUDSDK_CORE_PROJECT, GOOGLE_CLOUD_PROJECT
  A project to ask besides those that the credentials can list.

GOOGLE_CLOUD_QUOTA_PROJECT, CLOUDSDK_BILLING_QUOTA_PROJECT
  The project whose quota of calls is used; goes before the one of the key file.

CLOUDSDK_AUTH_ACCESS_TOKEN_FILE, CLOUDSDK_AUTH_ACCESS_TOKEN
  An access token, from a file or as it is; goes before all else.

GOOGLE_APPLICATION_CREDENTIALS
  A key file; goes before credentialsFile in config.json.

CLOUDSDK_API_ENDPOINT_OVERRIDES_NAME
  Another address of an API: TPU, COMPUTE, CLOUDRESOURCEMANAGER, SERVICEUSAGE, OSLOGIN, LOGGING,
  MONITORING, CLOUDQUOTAS or STORAGE. Only https, or http to this machine.

CLOUDSDK_AUTH_TOKEN_HOST
  Another address that gives tokens for a key file.

SSL_CERT_FILE
  Certificates to trust for https, in place of this machine's.

PODIUM_SSH_USER, PODIUM_SSH_PORT, PODIUM_SSH_IDENTITY
  Account, port and private key for all workers; go before config.json.

SSH_AUTH_SOCK
  The agent that logs in.

XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_RUNTIME_DIR
  Where files lie: see `podiumctl help files`.

NO_COLOR
  Set: no colours in what `podiumctl run` prints.)";

constexpr const char *FilesText =
    R"(~/.config/podium/config.json
  Settings; yours to edit. See `podiumctl help config`.

~/.config/podium/recipes/NAME.sh, or NAME/recipe.sh
  Your recipes; those in the folders of recipeFolders (config.json) are found, too. See
  `podiumctl help recipes`.

~/.local/share/podium/podium.db
  The last snapshot, the history, the roster.

~/.local/share/podium/tpu-grants.json, node-requests.json, secrets.json
  TPU grants; requests for nodes; names of secrets and where they were put.

~/.local/state/podium/
  The log, and what is known of runs under way and in the background, and of open tunnels.

~/.ssh/podium/config, ~/.ssh/podium/known_hosts
  Generated: entries of the workers and their host keys.

~/.ssh/config
  Yours; Podium keeps one Include in it, after you wrote it with `podiumctl ssh-config write`.

What Podium makes of it belongs to you alone (mode 0600 in folders of 0700); what you made yourself keeps
its mode. Windows, watchers and podiumctl share it safely.)";

constexpr const char *RecipesText =
    R"(A recipe is a shell script, ~/.config/podium/recipes/NAME.sh. Lines that begin with "#:" say what the
lines behind them are. `podiumctl recipe new NAME` begins one, `podiumctl recipe check NAME` reads it.

HEAD
  #: recipe NAME          its name: small letters, digits, dashes
  #: purpose TEXT         what for, in a sentence
  #: on all|first|each    all workers of a node, its first, or all of them each after the other, the
                          next where the one before is as it should be (default: all)
  #: as login|root        with whose rights it runs (default: login)
  #: limit SECONDS        for each worker, all in all (default: 600)

PARAMETERS
  #: parameter NAME [secret|choices A,B|TYPE] [default TEXT]
  #: about TEXT           what it is for

  #: placed file PATH|netrc HOST
                          below a secret one: the file, or the entry of ~/.netrc, that the steps put
                          it into, so that `podiumctl secret withdraw` can take it away again

In the steps the value of NAME is the variable $R_NAME, which PATH may have in it. Without a default
it has to be given. One that is secret is in no command line, no log and no answer.

TYPE says what a value has to be; nothing is sent to a worker where it is not. A default is of that
type, or empty.
  number [MIN..MAX]       a whole number, with a minimum, a maximum, or both: 1.., ..64, 1..64
  path                    a path there: absolute, below ~/, or relative
  path relative           without / or ~ before it: below a folder that the steps name
  path whole              an absolute path, from / on
  bucket                  the name of a bucket, without gs://; the window says where it is and
                          what it costs the chosen nodes to read it
  matching PATTERN        a regular expression, for all of it; without blanks: \s is one

STEPS
  #: step TITLE           what is so afterwards
  #: check                lines of sh: exit status 0 where it is so already
  #: act                  lines of sh that make it so

After an act its check is made again: only then a step counts as done, and what the check prints is told
with it. A worker stops at its first failed step, and goes on there when the recipe is run again.

A recipe that `podiumctl people recipes` names is run where an account was made; its parameter `login`, if it
has one, is that account's.

A FURTHER FOLDER
  Recipes that a lab keeps in a checkout are found in the folders of recipeFolders, see `podiumctl help
  config`: its *.sh that have a line of "#:", and its folders with a recipe.sh. Of one name yours goes
  first, then the further folders in their order, then the one that comes with Podium; `podiumctl recipe
  list` says which one counts. Whoever can write there decides what these recipes do on workers. While a
  folder cannot be read, a recipe that may be in it is not run by its name.

A FOLDER
  ~/.config/podium/recipes/NAME can be a folder with the recipe as recipe.sh, or a link to one in a
  checkout of your lab. The files beside it come along to each worker: in the steps they are in the folder
  $R_FILES, which is gone once the recipe has ended. At most 50, 256 KiB in all; no folders or links in
  it. Hidden files, and those that end with ~, stay here.

EXAMPLE
  #: recipe greeting
  #: purpose A greeting for whoever logs in
  #: as root
  #: parameter text default Welcome
  #: about One line

  #: step The greeting is there
  #: check
  grep -qxF "$R_text" /etc/motd
  #: act
  printf '%s\n' "$R_text" >/etc/motd)";

constexpr const char *ConfigText =
    R"(Settings of Podium, as one JSON object in ~/.config/podium/config.json; the file and all keys may be
missing. The window writes the same file and leaves alone what it does not change; what others write
there, it takes up at once (credentialsFile when it starts again), `podiumctl watch` at its next
refresh. A key that Podium does not know is refused, with the nearest one that it knows: it would be
silently without effect. A name with a dot is an object in an object.
)";
constexpr const char *ConfigExample = R"(
EXAMPLE
  {
    "projects": ["lm-pretrain", "atlas-vision"],
    "ssh": {"user": "ada", "identityFiles": ["~/.ssh/gcp"]},
    "sshConfig": {
      "forwardAgent": true,
      "rules": [{"project": "lm-*", "proxyJump": "gate.example.org"}]
    }
  })";

std::string configText()
{
    std::string text = ConfigText;
    for (const store::SettingKey &key : store::settingKeys()) {
        text += '\n' + key.name.toStdString();
        if (!key.type.isEmpty()) {
            text += " (" + key.type.toStdString() +
                    (key.usual.isEmpty() ? "" : "; default: " + key.usual.toStdString()) + ')';
        }
        text += "\n  " + key.what.toStdString() + '\n';
    }
    return text + ConfigExample;
}

} // namespace

std::string jsonText()
{
    return R"(With --json a command prints one JSON document on stdout, and nothing else there: its result, or,
if it has none, {"error":{"kind","summary","detail","hint"}}. Of `run`, `attach`, `watch`, `top`
and `tunnel` each line is a document.)";
}

std::string exitText()
{
    return R"(Exit status: 0 done; 1 a command failed on a worker, or a check found a difference; 2 usage;
3 a worker or zone could not be reached, or was lost; 4 refused, or the output could not be
written; 5 cloud or credentials; 130 interrupted.)";
}

const std::vector<Topic> &allTopics()
{
    static const std::vector<Topic> topics{
        {"targets", "How to name nodes and workers", TargetsText, {}},
        {"json", "What --json prints", jsonText(), {}},
        {"exit-status", "What the exit status says", exitText(), {}},
        {"environment", "Variables that Podium reads", EnvironmentText, {}},
        {"files", "Where Podium keeps things", FilesText, {}},
        {"config", "settings file of Podium", configText(), "podium-config"},
        {"recipes", "recipes that set up workers", RecipesText, "podium-recipe"},
    };
    return topics;
}

const Topic *findTopic(const std::string &name)
{
    const auto &all = allTopics();
    const auto found = std::find_if(
        all.begin(), all.end(), [&name](const Topic &topic) { return topic.name == name; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace podium::ctl
