"""Calls what the Python client jira has for the tracker's resources."""

import io
import json
import os

from jira import JIRA

URL = os.environ["TRACKER_URL"]


def check(call, act, expected, seen=lambda result: result):
    """Calls, and compares what is seen of the result with what is expected."""
    result = None
    try:
        result = act()
        found = seen(result)
        passed = found == expected
        reason = "" if passed else f"expected {expected!r}, found {found!r}"
    except Exception as error:  # every failure of a client is a result
        passed, reason = False, f"{type(error).__name__}: {getattr(error, 'text', None) or error}"
    line = {} if passed else {"reason": reason.splitlines()[0][:300] if reason else "?"}
    print(json.dumps({"call": call, "passed": passed, **line}), flush=True)
    return result


jira = JIRA(URL, basic_auth=("admin", "admin"), max_retries=0)
tess = JIRA(URL, basic_auth=("tess", "tess"), max_retries=0)


def names(rows):
    return [row.name for row in rows]


def keys(rows):
    return [row.key for row in rows]


# Who calls, and the server
check("server_info", jira.server_info, "Bundled tracker", lambda r: r["serverTitle"])
check("myself", jira.myself, "admin", lambda r: r["name"])
check("session", jira.session, "admin", lambda r: r.name)
check("current_user", lambda: tess.current_user(), "tess")
check("client_info", jira.client_info, URL)
check("my_permissions", lambda: tess.my_permissions(projectKey="DEMO"), [True, False],
      lambda r: [r["permissions"][key]["havePermission"] for key in ("EDIT_ISSUES", "ADMINISTER_PROJECTS")])
token = JIRA(URL, token_auth="tess-token", max_retries=0)
check("JIRA(token_auth)", token.myself, "tess", lambda r: r["name"])
cookie = JIRA(URL, auth=("tess", "tess"), max_retries=0)
check("JIRA(auth)", cookie.myself, "tess", lambda r: r["name"])
check("kill_session", cookie.kill_session, 204, lambda r: r.status_code)

# Look-ups
check("fields", jira.fields, "customfield_10003", lambda r: next(f["id"] for f in r if f["name"] == "Severity"))
check("issue_types", jira.issue_types, True, lambda r: "Bug" in names(r))
check("issue_type", lambda: jira.issue_type("10002"), "Bug", lambda r: r.name)
check("issue_type_by_name", lambda: jira.issue_type_by_name("Bug"), "10002", lambda r: r.id)
check("priorities", jira.priorities, ["Highest", "High", "Medium", "Low", "Lowest"], names)
check("priority", lambda: jira.priority("2"), "High", lambda r: r.name)
check("statuses", jira.statuses, True, lambda r: "In Progress" in names(r))
check("status", lambda: jira.status("5"), "done", lambda r: r.statusCategory.key)
check("resolutions", jira.resolutions, True, lambda r: "Done" in names(r))
check("resolution", lambda: jira.resolution(jira.resolutions()[0].id), jira.resolutions()[0].name, lambda r: r.name)
check("issue_link_types", jira.issue_link_types, ["Blocks", "Cloners", "Duplicate", "Relates"], names)
check("issue_link_type", lambda: jira.issue_link_type("10000"), "blocks", lambda r: r.outward)
check("attachment_meta", jira.attachment_meta, True, lambda r: r["enabled"] and r["uploadLimit"] > 0)
check("createmeta", lambda: jira.createmeta(projectKeys="DEMO", issuetypeNames="Bug", expand="projects.issuetypes.fields"),
      "summary", lambda r: r["projects"][0]["issuetypes"][0]["fields"]["summary"]["fieldId"])
# Users and groups
check("user", lambda: jira.user("tess"), "Tess Tester", lambda r: r.displayName)
check("search_users", lambda: jira.search_users("te"), ["tess"], names)
check("search_assignable_users_for_issues", lambda: jira.search_assignable_users_for_issues("te", project="DEMO"),
      ["tess"], names)
check("groups", jira.groups, ["tracker-administrators", "tracker-users"], sorted)
check("group", lambda: jira.group("tracker-administrators"), "tracker-administrators", lambda r: r.name)
check("group_members", lambda: jira.group_members("tracker-users"), ["admin", "tess"], sorted)

# Projects, components, versions
check("projects", jira.projects, True, lambda r: "DEMO" in keys(r))
demo = check("project", lambda: jira.project("DEMO"), "admin", lambda r: r.lead.name)
component = check("create_component", lambda: jira.create_component("Login", "DEMO", leadUserName="tess"), "tess", lambda r: r.lead.name)
other = jira.create_component("Logout", "DEMO")
check("component", lambda: jira.component(component.id), "Login", lambda r: r.name)
check("project_components", lambda: jira.project_components(demo), ["Login", "Logout"], names)
check("Component.update", lambda: component.update(description="The form"), "The form", lambda _: jira.component(component.id).description)
version = check("create_version", lambda: jira.create_version("1.0", "DEMO", releaseDate="2026-11-21"), "2026-11-21", lambda r: r.releaseDate)
later = jira.create_version("2.0", "DEMO")
check("version", lambda: jira.version(version.id), "1.0", lambda r: r.name)
check("project_versions", lambda: jira.project_versions(demo), ["1.0", "2.0"], names)
check("get_project_version_by_name", lambda: jira.get_project_version_by_name("DEMO", "2.0"), later.id, lambda r: r.id)
check("create_project", lambda: jira.create_project("MADE", "Made by a client", assignee="admin"), True, lambda r: bool(r))
check("delete_project", lambda: jira.delete_project("MADE"), False, lambda _: "MADE" in keys(jira.projects()))

# Issues
fields = {"project": {"key": "DEMO"}, "issuetype": {"name": "Bug"}, "labels": ["by-client"]}
bug = check("create_issue", lambda: jira.create_issue({**fields, "summary": "First", "customfield_10003": {"value": "Major"},
            "components": [{"name": "Login"}], "fixVersions": [{"name": "1.0"}]}),
            ["Major", "Login", "1.0"],
            lambda r: [r.fields.customfield_10003.value, r.fields.components[0].name, r.fields.fixVersions[0].name])
check("create_issues", lambda: jira.create_issues([{**fields, "summary": "Second"}, {**fields, "summary": "Third"}]),
      ["Success", "Success"], lambda r: [one["status"] for one in r])
check("issue", lambda: jira.issue(bug.key, fields="summary,labels", expand="names"), ["First", "Summary"],
      lambda r: [r.fields.summary, r.names.summary])
check("Issue.update", lambda: bug.update(summary="Changed", labels=[{"add": "x"}]), ["Changed", ["by-client", "x"]],
      lambda _: [bug.fields.summary, bug.fields.labels])
check("Issue.update(update)", lambda: bug.update(update={"labels": [{"remove": "x"}]}), ["by-client"], lambda _: bug.fields.labels)
check("Issue.add_field_value", lambda: bug.add_field_value("labels", "y"), ["by-client", "y"], lambda _: jira.issue(bug.key).fields.labels)
check("Issue.get_field", lambda: bug.get_field("summary"), "Changed")
check("Issue.permalink", bug.permalink, f"{URL}/browse/{bug.key}")
check("find", lambda: jira.find("issue/{0}", bug.key), bug.key, lambda r: r.key)
check("assign_issue", lambda: jira.assign_issue(bug.key, "tess"), "tess", lambda _: jira.issue(bug.key).fields.assignee.name)
check("assign_issue(None)", lambda: jira.assign_issue(bug.key, None), None, lambda _: jira.issue(bug.key).fields.assignee)
check("search_issues", lambda: jira.search_issues("labels = by-client ORDER BY key", maxResults=2, fields="summary"),
      [3, ["Changed", "Second"]], lambda r: [r.total, [one.fields.summary for one in r]])
check("search_issues(maxResults=False)", lambda: jira.search_issues("labels = by-client", maxResults=False), 3, len)
check("Component.delete", lambda: component.delete(moveIssuesTo=other.id), ["Logout"], lambda _: names(jira.issue(bug.key).fields.components))
check("delete_component", lambda: jira.delete_component(other.id), [], lambda _: names(jira.project_components(demo)))
check("Version.delete", lambda: version.delete(moveFixIssuesTo=later.id), ["2.0"], lambda _: names(jira.issue(bug.key).fields.fixVersions))

# Transitions
check("transitions", lambda: jira.transitions(bug.key, expand="transitions.fields"), ["Start", "Finish"], lambda r: [one["name"] for one in r])
check("find_transitionid_by_name", lambda: jira.find_transitionid_by_name(bug.key, "Finish"), "21")
check("transition_issue", lambda: jira.transition_issue(bug.key, "Start", comment="Begun"), ["In Progress", "Begun"],
      lambda _: [jira.issue(bug.key).fields.status.name, jira.comments(bug.key)[-1].body])

# Comments and attachments
comment = check("add_comment", lambda: jira.add_comment(bug.key, "Seen"), "admin", lambda r: r.author.name)
check("comments", lambda: jira.comments(bug.key), ["Begun", "Seen"], lambda r: [one.body for one in r])
check("comment", lambda: jira.comment(bug.key, comment.id), "Seen", lambda r: r.body)
check("Comment.update", lambda: comment.update(body="Said better"), "Said better", lambda _: jira.comment(bug.key, comment.id).body)
check("Comment.delete", comment.delete, ["Begun"], lambda _: [one.body for one in jira.comments(bug.key)])
attachment = check("add_attachment", lambda: jira.add_attachment(bug.key, io.BytesIO(b"all of it"), "log.txt"), ["log.txt", 9],
                   lambda r: [r.filename, r.size])
check("attachment", lambda: jira.attachment(attachment.id), "admin", lambda r: r.author.name)
check("Attachment.get", lambda: jira.attachment(attachment.id).get(), b"all of it")
check("Attachment.iter_content", lambda: b"".join(jira.attachment(attachment.id).iter_content()), b"all of it")
check("delete_attachment", lambda: jira.delete_attachment(attachment.id), [], lambda _: jira.issue(bug.key).fields.attachment)

# Links
check("create_issue_link", lambda: jira.create_issue_link("Blocks", bug.key, "DEMO-1", {"body": "Linked"}), 201, lambda r: r.status_code)
link = jira.issue(bug.key).fields.issuelinks[0]
check("issue_link", lambda: jira.issue_link(link.id), "DEMO-1", lambda r: r.outwardIssue.key)
check("delete_issue_link", lambda: jira.delete_issue_link(link.id), [], lambda _: jira.issue(bug.key).fields.issuelinks)
page = {"url": "https://example.com/page", "title": "A page"}
check("add_simple_link", lambda: jira.add_simple_link(bug.key, page), True, lambda r: r.id > 0)
remote = check("add_remote_link", lambda: jira.add_remote_link(bug.key, page, globalId="g1", relationship="told in"), True, lambda r: r.id > 0)
check("remote_links", lambda: jira.remote_links(bug.key), [None, "g1"], lambda r: [getattr(one, "globalId", None) for one in r])
check("remote_link", lambda: jira.remote_link(bug.key, remote.id), ["A page", "told in"], lambda r: [r.object.title, r.relationship])
check("RemoteLink.update", lambda: remote.update({**page, "title": "Another"}, globalId="g1"), "Another",
      lambda _: jira.remote_link(bug.key, remote.id).object.title)
again = jira.add_remote_link(bug.key, page, globalId="g2")
check("delete_remote_link", lambda: jira.delete_remote_link(bug.key, global_id="g2"), ["g1"],
      lambda _: [one.globalId for one in jira.remote_links(bug.key) if hasattr(one, "globalId")])
check("RemoteLink.delete", lambda: remote.delete(), 1, lambda _: len(jira.remote_links(bug.key)))

# Service desk
desk = check("service_desks", jira.service_desks, ["HELP"], lambda r: [one.projectKey for one in r])[0]
check("request_types", lambda: jira.request_types(desk), ["Get help", "Report an outage"], names)
check("request_type_by_name", lambda: jira.request_type_by_name(desk, "Get help"), "39", lambda r: r.id)
check("create_customer_request", lambda: jira.create_customer_request({"serviceDeskId": desk.id, "requestTypeId": 39,
      "requestFieldValues": {"summary": "Help me"}}), "HELP", lambda r: r.fields.project.key)

check("Issue.delete", lambda: jira.issue("DEMO-1").delete(deleteSubtasks=True), 0,
      lambda _: jira.search_issues("key = DEMO-1 OR parent = DEMO-1", validate_query=False).total)
