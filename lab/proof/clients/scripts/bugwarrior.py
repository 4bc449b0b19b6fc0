"""Runs bugwarrior's commands, which pull issues into Taskwarrior."""

import json
import os
import subprocess
import tempfile

import requests

from support import URL, check, say

FOLDER = tempfile.mkdtemp()
TASKRC = os.path.join(FOLDER, "taskrc")
ENV = {**os.environ, "HOME": FOLDER, "TASKRC": TASKRC, "BUGWARRIORRC": os.path.join(FOLDER, "bugwarriorrc")}


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


def seen(key, *names):
    task = pull().get(key, {})
    return [task.get(name) for name in names]


with open(TASKRC, "w") as rc:
    rc.write(f"data.location={FOLDER}\nconfirmation=off\n")
configure()
udas = run("bugwarrior-uda").stdout
check("bugwarrior-uda", lambda: "uda.jiraid.label=Jira Issue ID" in udas, True)
with open(TASKRC, "a") as rc:
    rc.write(udas)

check("bugwarrior-pull", lambda: seen("DEMO-1", "jirasummary", "jiraissuetype", "jirasubtasks", "tags"),
      ["Login page is blank", "Bug", "DEMO-2", ["login"]])
check("bugwarrior-pull(--dry-run)", lambda: run("bugwarrior-pull", "--dry-run").returncode, 0)
write("POST", "version", {"name": "1.0", "project": "DEMO"})
write("PUT", "issue/DEMO-1", {"fields": {"priority": {"name": "Highest"}, "duedate": "2030-01-02", "summary": "Changed",
                                         "fixVersions": [{"name": "1.0"}]}})
write("POST", "issue/DEMO-1/worklog?adjustEstimate=new&newEstimate=2h", {"timeSpent": "1h"})
check("bugwarrior-pull(changes)", lambda: seen("DEMO-1", "jirasummary", "priority", "jirafixversion", "jiraestimate"),
      ["Changed", "H", "1.0", 2])
check("bugwarrior-pull(due dates)", lambda: seen("DEMO-1", "due")[0][:8], "20300102")
write("POST", "issue/DEMO-1/comment", {"body": "Another remark"})
check("bugwarrior-pull(comments)", lambda: pull()["DEMO-1"]["annotations"], True,
      lambda notes: "@Ada Administrator - Another remark" in [note["description"] for note in notes])
write("POST", "issue/DEMO-1/transitions", {"transition": {"id": "11"}})
check("bugwarrior-pull(statuses)", lambda: seen("DEMO-1", "jirastatus"), ["In Progress"])
configure(query="project = DEMO AND key != DEMO-2")
check("bugwarrior-pull(closes others)", lambda: sorted(pull()), ["DEMO-1"])
configure(password="wrong")
check("bugwarrior-pull(refused)", lambda: sorted(pull()), ["DEMO-1"])

say(call="bugwarrior-vault", leftOut="no call of the tracker")
say(surface=sorted(name for name in os.listdir("/usr/bin") if name.startswith("bugwarrior-")))
