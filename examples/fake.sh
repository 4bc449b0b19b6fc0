#!/bin/sh
# Opens a tenant of the fake at FAKE_URL, fills it, uses it, and prints its journal.
set -eu
fake=${FAKE_URL:-http://127.0.0.1:8099}
tracker=$fake/from-curl

call() {
  curl -fsS -H 'Content-Type: application/json' "$@"
}
control() {
  call -H "Authorization: Bearer ${TRACKER_CONTROL_TOKEN:-none}" "$@"
}

# A tracker of its own, as the fake's world describes it.
control -X POST "$fake/control/tenants" -d '{ "name": "from-curl", "contextPath": "/from-curl" }' >/dev/null
trap 'control -X DELETE "$fake/control/tenants/from-curl"' EXIT

# Data that is there before the test begins.
control -X POST "$fake/control/tenants/from-curl/rows" -d '{
  "issues": [{ "id": 20001, "key": "DEMO-20", "issueTypeId": 10001, "reporter": "JIRAUSER10001", "fields": { "summary": "Here before" } }]
}'

# What the program under test would do.
call -u tess:tess "$tracker/rest/api/2/issue/DEMO-20" >/dev/null
call -u tess:tess -X POST "$tracker/rest/api/2/issue/DEMO-20/comment" -d '{ "body": "Seen" }' >/dev/null

# What the tracker was asked.
control "$fake/control/tenants/from-curl/journal"
