"""Runs bugwarrior's commands, which pull issues into Taskwarrior; prints a line of JSON for each call."""

import json
import os
import subprocess
import tempfile

import requests

URL = os.environ["TRACKER_URL"]
FOLDER = tempfile.mkdtemp()
TASKRC = os.path.join(FOLDER, "taskrc")
ENV = {**os.environ, "HOME": FOLDER, "TASKRC": TASKRC, "BUGWARRIORRC": os.path.join(FOLDER, "bugwarriorrc")}


def say(**line):
    print(json.dumps(line), flush=True)


def run(*command):
    return subprocess.run(command, env=ENV, capture_output=True, text=True, timeout=60)


def configure(password="admin", query="project = DEMO ORDER BY key"):
    with open(ENV["BUGWARRIORRC"], "w") as file:
        file.write(f"""[general]
targets = tracker
taskrc = {TASKRC}
annotation_links = False
static_fields =
[tracker]
service = jira
jira.base_uri = {URL}
jira.username = admin
jira.password = {password}
jira.query = {query}
jira.import_labels_as_tags = True
jira.import_sprints_as_tags = True
""")


def write(method, path, body):
    requests.request(method, f"{URL}/rest/api/2/{path}", auth=("admin", "admin"), json=body).raise_for_status()


def pull():
    """Pulls once more; the pending tasks, by the keys of their issues."""
    run("bugwarrior-pull", "--debug")
    tasks = json.loads(run("task", "rc.json.array=on", "status:pending", "export").stdout)
    return {task["jiraid"]: task for task in tasks}


def check(call, expected, act):
    try:
        found = act()
        reason = f"expected {expected!r}, found {found!r}"
    except Exception as error:  # every failure is a result
        found, reason = None, f"{type(error).__name__}: {error}"
    say(call=call, passed=found == expected, **({} if found == expected else {"reason": reason[:300]}))


def seen(key, *names):
    task = pull().get(key, {})
    return [task.get(name) for name in names]


with open(TASKRC, "w") as rc:
    rc.write(f"data.location={FOLDER}\nconfirmation=off\n")
configure()
udas = run("bugwarrior-uda").stdout
check("bugwarrior-uda", True, lambda: "uda.jiraid.label=Jira Issue ID" in udas)
with open(TASKRC, "a") as rc:
    rc.write(udas)

check("bugwarrior-pull", ["Login page is blank", "Bug", "DEMO-2", ["login"]],
      lambda: seen("DEMO-1", "jirasummary", "jiraissuetype", "jirasubtasks", "tags"))
check("bugwarrior-pull(--dry-run)", 0, lambda: run("bugwarrior-pull", "--dry-run").returncode)
write("POST", "version", {"name": "1.0", "project": "DEMO"})
write("PUT", "issue/DEMO-1", {"fields": {"priority": {"name": "Highest"}, "duedate": "2030-01-02", "summary": "Changed",
                                         "fixVersions": [{"name": "1.0"}]}})
write("POST", "issue/DEMO-1/worklog?adjustEstimate=new&newEstimate=2h", {"timeSpent": "1h"})
check("bugwarrior-pull(changes)", ["Changed", "H", "1.0", 2],
      lambda: seen("DEMO-1", "jirasummary", "priority", "jirafixversion", "jiraestimate"))
check("bugwarrior-pull(due dates)", "20300102", lambda: seen("DEMO-1", "due")[0][:8])
write("POST", "issue/DEMO-1/comment", {"body": "Another remark"})
check("bugwarrior-pull(comments)", True, lambda: "@Ada Administrator - Another remark" in [
    note["description"] for note in pull()["DEMO-1"]["annotations"]])
write("POST", "issue/DEMO-1/transitions", {"transition": {"id": "11"}})
check("bugwarrior-pull(statuses)", ["In Progress"], lambda: seen("DEMO-1", "jirastatus"))
configure(query="project = DEMO AND key != DEMO-2")
check("bugwarrior-pull(closes others)", ["DEMO-1"], lambda: sorted(pull()))
configure(password="wrong")
check("bugwarrior-pull(refused)", ["DEMO-1"], lambda: sorted(pull()))

say(call="bugwarrior-vault", leftOut="no call of the tracker")
say(surface=sorted(name for name in os.listdir("/usr/bin") if name.startswith("bugwarrior-")))
