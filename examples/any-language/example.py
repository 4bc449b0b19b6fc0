"""Opens a tenant of the fake at FAKE_URL, fills it, uses it, and prints its journal."""

import base64
import json
import os
import urllib.request

FAKE = os.environ.get("FAKE_URL", "http://127.0.0.1:8099")
TRACKER = f"{FAKE}/from-python/rest/api/2"
CONTROL = "Bearer " + os.environ.get("TRACKER_CONTROL_TOKEN", "none")
TESS = "Basic " + base64.b64encode(b"tess:tess").decode()


def call(login, method, url, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": login, "Content-Type": "application/json"}
    request = urllib.request.Request(url, data, headers, method=method)
    with urllib.request.urlopen(request) as response:
        text = response.read()
    return json.loads(text) if text else None


# A tracker of its own, as the fake's world describes it.
tenant = call(CONTROL, "POST", f"{FAKE}/control/tenants", {"name": "from-python", "contextPath": "/from-python"})
control = f"{FAKE}/control/tenants/{tenant['name']}"
try:
    # Data that is there before the test begins.
    fields = {"summary": "Here before"}
    issue = {"id": 20001, "key": "DEMO-20", "issueTypeId": 10001, "reporter": "JIRAUSER10001", "fields": fields}
    call(CONTROL, "POST", f"{control}/rows", {"issues": [issue]})

    # What the program under test would do.
    assert call(TESS, "GET", f"{TRACKER}/issue/DEMO-20")["fields"]["summary"] == "Here before"
    call(TESS, "POST", f"{TRACKER}/issue/DEMO-20/comment", {"body": "Seen"})

    # What the tracker was asked.
    print(json.dumps(call(CONTROL, "GET", f"{control}/journal")))
finally:
    call(CONTROL, "DELETE", control)
