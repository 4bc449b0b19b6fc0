# Calls what the Ruby client jira-ruby has for the tracker's resources; prints a line of JSON for each call.
require 'jira-ruby'
require 'json'
require 'tempfile'
require 'uri'

$stdout.sync = true
URL = URI.parse(ENV.fetch('TRACKER_URL'))

def client_of(more)
  site = "#{URL.scheme}://#{URL.host}:#{URL.port}"
  JIRA::Client.new({ site: site, context_path: URL.path, use_ssl: false }.merge(more))
end

def say(line)
  puts JSON.generate(line)
end

# Calls, and compares what is seen of the result with what is expected.
def check(call, act, expected, seen = ->(result) { result })
  result = nil
  begin
    result = act.call
    found = seen.call(result)
    reason = found == expected ? nil : "expected #{expected.inspect}, found #{found.inspect}"
  rescue StandardError => e
    body = e.is_a?(JIRA::HTTPError) ? e.response.body : e.message
    reason = "#{e.class}: #{body}"
  end
  say(reason.nil? ? { call: call, passed: true } : { call: call, passed: false, reason: reason.lines.first.to_s.strip[0, 300] })
  result
end

JIRA_ADMIN = client_of(username: 'admin', password: 'admin', auth_type: :basic)
TESS = client_of(username: 'tess', password: 'tess', auth_type: :basic)
COOKIE = client_of(username: 'tess', password: 'tess', auth_type: :cookie, use_cookies: true)
jira = JIRA_ADMIN
names = ->(rows) { rows.map(&:name) }
fresh = ->(key) { jira.Issue.find(key) }

# Who calls, and the server
check('ServerInfo.all', -> { jira.ServerInfo.all }, 'Bundled tracker', ->(r) { r.serverTitle })
check('User.myself', -> { TESS.User.myself }, 'tess', ->(r) { r.name })
check('User.myself(cookie)', -> { COOKIE.User.myself }, 'tess', ->(r) { r.name })
check('User.find', -> { jira.User.find('tess') }, 'Tess Tester', ->(r) { r.displayName })

# Look-ups
check('Field.all', -> { jira.Field.all }, true, ->(r) { names[r].include?('Severity') })
check('Field.map_fields', -> { jira.Field.map_fields }, 'customfield_10003', ->(_) { jira.Field.name_to_id('Severity') })
check('Issuetype.all', -> { jira.Issuetype.all }, true, ->(r) { names[r].include?('Bug') })
check('Issuetype.find', -> { jira.Issuetype.find('10002') }, 'Bug', ->(r) { r.name })
check('Priority.all', -> { jira.Priority.all }, %w[Highest High Medium Low Lowest], names)
check('Priority.find', -> { jira.Priority.find('2') }, 'High', ->(r) { r.name })
check('Status.all', -> { jira.Status.all }, true, ->(r) { names[r].include?('In Progress') })
check('Status.find', -> { jira.Status.find('5') }, 'Done', ->(r) { r.name })
check('Resolution.all', -> { jira.Resolution.all }, true, ->(r) { names[r].include?('Done') })
check('Resolution.find', -> { jira.Resolution.find('10000') }, '10000', ->(r) { r.id })
check('Issuelinktype.find', -> { jira.Issuelinktype.find('10000') }, 'Blocks', ->(r) { r.name })
check('Createmeta.all', -> { jira.Createmeta.all(projectKeys: 'DEMO', issuetypeNames: 'Bug', expand: 'projects.issuetypes.fields') },
      'Summary', ->(r) { r[0].issuetypes[0]['fields']['summary']['name'] })
check('Attachment.meta', -> { jira.Attachment.meta }, true, ->(r) { r['enabled'] })

# Projects, components, versions
check('Project.all', -> { jira.Project.all }, true, ->(r) { r.map(&:key).include?('DEMO') })
demo = check('Project.find', -> { jira.Project.find('DEMO') }, 'admin', ->(r) { r.lead.name })
check('Project.issuetypes', -> { demo.issuetypes }, %w[Task Bug Story Sub-task], names)
check('Project.issues', -> { demo.issues }, %w[DEMO-1 DEMO-2], ->(r) { r.map(&:key).sort })
check('Project.users', -> { demo.users }, %w[admin tess], names)
component = jira.Component.build
check('Component.save', -> { component.save({ 'name' => 'Login', 'project' => 'DEMO' }) }, ['Login', nil],
      ->(_) { [jira.Component.find(component.id).name, component.attrs['description']] })
check('Component.save(update)', -> { component.save({ 'description' => 'The form' }) }, 'The form',
      ->(_) { jira.Component.find(component.id).description })
version = jira.Version.build
check('Version.save', -> { version.save({ 'name' => '1.0', 'projectId' => demo.id.to_i }) }, '1.0', ->(_) { jira.Version.find(version.id).name })
check('Version.save(update)', -> { version.save({ 'released' => true }) }, true, ->(_) { jira.Version.find(version.id).released })
check('Project.components', -> { jira.Project.find('DEMO').components }, %w[Login], names)
check('Project.versions', -> { jira.Project.find('DEMO').versions }, %w[1.0], names)

# Issues
issue = jira.Issue.build
fields = { 'project' => { 'key' => 'DEMO' }, 'issuetype' => { 'name' => 'Bug' }, 'summary' => 'First', 'labels' => ['by-client'],
           'components' => [{ 'name' => 'Login' }], 'fixVersions' => [{ 'name' => '1.0' }], 'customfield_10003' => { 'value' => 'Major' } }
check('Issue.save', -> { issue.save({ 'fields' => fields }) }, true)
check('Issue.save(refused)', -> { jira.Issue.build.tap { |one| one.save({ 'fields' => fields.merge('issuetype' => { 'name' => 'None' }) }) } },
      true, ->(r) { r.has_errors? && r.errors.key?('issuetype') })
check('Issue.fetch', -> { issue.fetch }, ['First', 'Bug', 'Login', '1.0'],
      ->(_) { [issue.summary, issue.issuetype.name, issue.components[0].name, issue.fixVersions[0].name] })
check('Issue.find', -> { jira.Issue.find(issue.key) }, 'admin', ->(r) { r.reporter.name })
check('Issue.find(expand)', -> { jira.Issue.find(issue.key, expand: 'changelog') }, [], ->(r) { r.changelog['histories'] })
check('Issue.method_missing', -> { issue.Severity }, 'Major', ->(r) { r['value'] })
check('Issue.save(update)', -> { issue.save({ 'fields' => { 'summary' => 'Changed' }, 'update' => { 'labels' => [{ 'add' => 'x' }] } }) },
      ['Changed', %w[by-client x]], ->(_) { [fresh[issue.key].summary, fresh[issue.key].labels] })
check('Issue.editmeta', -> { issue.editmeta }, 'Summary', ->(r) { r['summary']['name'] })
check('Issue.jql', -> { jira.Issue.jql('labels = by-client', fields: %w[summary status], max_results: 5) }, 'Changed', ->(r) { r[0].summary })
check('Issue.jql(count)', -> { jira.Issue.jql('project = DEMO', max_results: 0) }, 3)
check('Issue.all', -> { jira.Issue.all }, true, ->(r) { r.map(&:key).include?(issue.key) })
check('Transition.all', -> { jira.Transition.all(issue: issue) }, %w[Start Finish], names)
check('Transition.save', -> { issue.transitions.build.save!('transition' => { 'id' => '11' }) }, 'In Progress', ->(_) { fresh[issue.key].status.name })

# Comments, attachments, work
check('Comment.save', -> { issue.comments.build.save!('body' => 'Seen') }, true)
comment = fresh[issue.key].comments[0]
check('Issue.comments', -> { fresh[issue.key].comments }, ['Seen'], ->(r) { r.map(&:body) })
check('Comment.save(update)', -> { comment.save('body' => 'Said better') }, 'Said better', ->(_) { fresh[issue.key].comments[0].body })
check('Comment.delete', -> { comment.delete }, [], ->(_) { fresh[issue.key].comments.to_a })
file = Tempfile.new(['log', '.txt'])
file.write('all of it')
file.close
check('Attachment.save', -> { issue.attachments.build.save!('file' => file.path) }, 9, ->(_) { fresh[issue.key].attachments[0].size })
check('Attachment.find', -> { fresh[issue.key].attachments[0] }, ['admin', File.basename(file.path)], ->(r) { [r.author.name, r.filename] })
check('Worklog.save', -> { issue.worklogs.build.save!('timeSpent' => '2h', 'comment' => 'Looked') }, [7200],
      ->(_) { fresh[issue.key].worklogs.map(&:timeSpentSeconds) })
worklog = fresh[issue.key].worklogs[0]
check('Worklog.save(update)', -> { worklog.save('timeSpent' => '3h') }, '3h', ->(_) { fresh[issue.key].worklogs[0].timeSpent })
check('Worklog.delete', -> { worklog.delete }, 0, ->(_) { fresh[issue.key].worklogs.length })

# Links and watchers
check('Issuelink.save', -> { jira.Issuelink.build.save!('type' => { 'name' => 'Blocks' }, 'inwardIssue' => { 'key' => issue.key },
                                                       'outwardIssue' => { 'key' => 'DEMO-1' }) }, 'DEMO-1',
      ->(_) { fresh[issue.key].issuelinks[0].outwardIssue.key })
link = fresh[issue.key].issuelinks[0]
check('Issuelink.find', -> { jira.Issuelink.find(link.id) }, 'Blocks', ->(r) { r.type.name })
check('Issuelink.delete', -> { jira.Issuelink.find(link.id).delete }, 0, ->(_) { fresh[issue.key].issuelinks.length })
check('Remotelink.save', -> { issue.remotelink.build.save!('object' => { 'url' => 'https://example.com', 'title' => 'A page' }) }, true)
check('Remotelink.all', -> { jira.Remotelink.all(issue: issue) }, ['A page'], ->(r) { r.map { |one| one.object['title'] } })
check('Watcher.save', -> { issue.watchers.build.save!('tess') }, 1, ->(_) { fresh[issue.key].watches['watchCount'] })
check('Watcher.all', -> { jira.Watcher.all(issue: issue) }, %w[tess], names)

# The calls below the resources
check('get', -> { jira.get("#{URL.path}/rest/api/2/issue/#{issue.key}/votes") }, 0, ->(r) { JSON.parse(r.body)['votes'] })
check('head', -> { jira.head("#{URL.path}/rest/api/2/myself") }, '200', ->(r) { r.code })
check('post', -> { TESS.post("#{URL.path}/rest/api/2/issue/#{issue.key}/votes", '{}') }, '204', ->(r) { r.code })
check('put', -> { jira.put("#{URL.path}/rest/api/2/issue/#{issue.key}/assignee", '{"name": "tess"}') }, 'tess',
      ->(_) { fresh[issue.key].assignee.name })
check('delete', -> { TESS.delete("#{URL.path}/rest/api/2/issue/#{issue.key}/votes") }, 0, ->(_) { fresh[issue.key].votes['votes'] })
check('request', -> { jira.request(:get, "#{URL.path}/rest/api/2/serverInfo") }, 'Server', ->(r) { JSON.parse(r.body)['deploymentType'] })
check('post_multipart', -> { jira.post_multipart("#{URL.path}/rest/api/2/issue/#{issue.key}/attachments",
                                                 { 'file' => UploadIO.new(file.path, 'text/plain', 'again.txt') }, { 'X-Atlassian-Token' => 'nocheck' }) },
      'again.txt', ->(r) { JSON.parse(r.body)[0]['filename'] })

check('Component.delete', -> { component.delete }, [], ->(_) { jira.Project.find('DEMO').components.to_a })
check('Version.delete', -> { version.delete }, [], ->(_) { jira.Project.find('DEMO').versions.to_a })
check('Issue.delete', -> { issue.delete }, 2, ->(_) { jira.Issue.jql('project = DEMO', max_results: 0) })

{ 'boards and sprints' => %w[Agile Board BoardConfiguration RapidView Sprint SprintReport],
  'filters' => %w[Filter],
  'webhooks, and links between products' => %w[Webhook ApplicationLink],
  'addresses that a Data Center tracker does not have' => %w[User.all],
  'no call of the tracker' => %w[inspect] }.each do |reason, calls|
  calls.each { |call| say(call: call, leftOut: reason) }
end
# Of the client itself: a method for each resource, and those that send a request. The rest are settings and OAuth's.
sending = %w[get head post post_multipart put delete request inspect]
say(surface: JIRA::Client.instance_methods(false).map(&:to_s).select { |name| name =~ /\A[A-Z]/ || sending.include?(name) })
