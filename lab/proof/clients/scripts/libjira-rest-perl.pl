# Calls what the Perl client JIRA::REST has: each method, and through it every resource.
use strict;
use warnings;
use B;
use File::Temp;
use JIRA::REST;
use JSON;

$| = 1;
my $json = JSON->new->canonical->allow_nonref;
my $url  = $ENV{TRACKER_URL};

sub say_line { print $json->encode($_[0]), "\n" }

# Calls, and compares what is seen of the result with what is expected.
sub check {
    my ($call, $act, $expected, $seen) = @_;
    my ($result, $reason);
    if (eval { $result = $act->(); 1 }) {
        my $found = eval { $json->encode($seen ? $seen->($result) : $result) } // "no value: $@";
        my $wanted = $json->encode($expected);
        $reason = "expected $wanted, found $found" if $found ne $wanted;
    } else {
        ($reason = "$@") =~ s/\s+/ /g;
    }
    say_line(defined $reason ? { call => $call, passed => JSON::false, reason => substr($reason, 0, 300) } : { call => $call, passed => JSON::true });
    return $result;
}

sub names { [map { $_->{name} } @{ $_[0] }] }

# Says which calls a package has of its own.
sub say_surface {
    my ($package) = @_;
    no strict 'refs';
    my @named = grep { !/^_|^(?:BEGIN|DESTROY|import)$/ && defined &{"${package}::$_"} } sort keys %{"${package}::"};
    say_line({ surface => [grep { B::svref_2object(\&{"${package}::$_"})->GV->STASH->NAME eq $package } @named] });
}

my $jira = JIRA::REST->new({ url => $url, username => 'admin', password => 'admin' });
my $tess = JIRA::REST->new({ url => $url, username => 'tess',  password => 'tess' });

sub issue { $jira->GET("/issue/$_[0]") }

# Look-ups
check('GET(/serverInfo)', sub { $jira->GET('/serverInfo') }, 'Bundled tracker', sub { $_[0]{serverTitle} });
check('GET(/myself)',     sub { $tess->GET('/myself') },     'tess',            sub { $_[0]{name} });
check('GET(/mypermissions)', sub { $tess->GET('/mypermissions', { projectKey => 'DEMO' }) }, 0 + 0, sub { $_[0]{permissions}{ADMINISTER_PROJECTS}{havePermission} ? 1 : 0 });
check('GET(/field)',      sub { $jira->GET('/field') },      'customfield_10003', sub { (grep { $_->{name} eq 'Severity' } @{ $_[0] })[0]{id} });
check('GET(/issuetype)',  sub { $jira->GET('/issuetype/10002') },  'Bug',  sub { $_[0]{name} });
check('GET(/priority)',   sub { $jira->GET('/priority') }, [qw(Highest High Medium Low Lowest)], \&names);
check('GET(/status)',     sub { $jira->GET('/status/5') }, 'done', sub { $_[0]{statusCategory}{key} });
check('GET(/statuscategory)', sub { $jira->GET('/statuscategory/done') }, 3, sub { $_[0]{id} });
check('GET(/resolution)', sub { $jira->GET('/resolution/10000') }, '10000', sub { $_[0]{id} });
check('GET(/issueLinkType)', sub { $jira->GET('/issueLinkType') }, [qw(Blocks Cloners Duplicate Relates)], sub { names($_[0]{issueLinkTypes}) });
check('GET(/customFieldOption)', sub { $jira->GET('/customFieldOption/10003002') }, 'Major', sub { $_[0]{value} });
check('GET(/role)',       sub { $jira->GET('/role') }, [qw(Administrators Users)], \&names);
check('GET(/user)',       sub { $jira->GET('/user', { username => 'tess' }) }, 'Tess Tester', sub { $_[0]{displayName} });
check('GET(/user/search)', sub { $jira->GET('/user/search', { username => 'te' }) }, ['tess'], \&names);
check('GET(/user/assignable/search)', sub { $jira->GET('/user/assignable/search', { project => 'DEMO', username => 'te' }) }, ['tess'], \&names);
check('GET(/groups/picker)', sub { $jira->GET('/groups/picker', { query => 'adm' }) }, ['tracker-administrators'], sub { names($_[0]{groups}) });
check('GET(/group/member)', sub { $jira->GET('/group/member', { groupname => 'tracker-users' }) }, [qw(admin tess)], sub { names($_[0]{values}) });
check('GET(/issue/createmeta)', sub { $jira->GET('/issue/createmeta', { projectKeys => 'DEMO', expand => 'projects.issuetypes.fields' }) }, 'Summary', sub { $_[0]{projects}[0]{issuetypes}[0]{fields}{summary}{name} });

# Projects, components, versions
check('GET(/project)', sub { $jira->GET('/project/DEMO') }, 'admin', sub { $_[0]{lead}{name} });
check('PUT(/project)', sub { $jira->PUT('/project/DEMO', undef, { description => 'Shown' }) }, 'Shown', sub { $jira->GET('/project/DEMO')->{description} });
check('POST(/project)', sub { $jira->POST('/project', undef, { key => 'MADE', name => 'Made', projectTypeKey => 'software', lead => 'admin' }) }, 'MADE', sub { $_[0]{key} });
check('DELETE(/project)', sub { $jira->DELETE('/project/MADE') }, 0, sub { scalar grep { $_->{key} eq 'MADE' } @{ $jira->GET('/project') } });
my $component = check('POST(/component)', sub { $jira->POST('/component', undef, { name => 'Login', project => 'DEMO' }) }, 'Login', sub { $_[0]{name} });
check('PUT(/component)', sub { $jira->PUT("/component/$component->{id}", undef, { description => 'The form' }) }, 'The form', sub { $jira->GET("/component/$component->{id}")->{description} });
my $version = check('POST(/version)', sub { $jira->POST('/version', undef, { name => '1.0', project => 'DEMO' }) }, '1.0', sub { $_[0]{name} });
check('PUT(/version)', sub { $jira->PUT("/version/$version->{id}", undef, { released => JSON::true }) }, ['1.0'], sub { names($jira->GET('/project/DEMO/versions')) });

# Issues
my %fields = (project => { key => 'DEMO' }, issuetype => { name => 'Bug' }, labels => ['by-client']);
my $key = check('POST(/issue)', sub { $jira->POST('/issue', undef, { fields => { %fields, summary => 'First', customfield_10003 => { value => 'Major' }, components => [{ name => 'Login' }], fixVersions => [{ name => '1.0' }] } }) },
    'DEMO-3', sub { $_[0]{key} })->{key};
check('GET(/component/relatedIssueCounts)', sub { $jira->GET("/component/$component->{id}/relatedIssueCounts") }, 1, sub { $_[0]{issueCount} });
check('GET(/version/relatedIssueCounts)', sub { $jira->GET("/version/$version->{id}/relatedIssueCounts") }, 1, sub { $_[0]{issuesFixedCount} });
check('POST(/issue/bulk)', sub { $jira->POST('/issue/bulk', undef, { issueUpdates => [map { { fields => { %fields, summary => $_ } } } qw(Second Third)] }) }, 2, sub { scalar @{ $_[0]{issues} } });
check('GET(/issue)', sub { $jira->GET("/issue/$key", { fields => 'summary,customfield_10003', expand => 'names' }) }, ['First', 'Major', 'Summary'], sub { [$_[0]{fields}{summary}, $_[0]{fields}{customfield_10003}{value}, $_[0]{names}{summary}] });
check('PUT(/issue)', sub { $jira->PUT("/issue/$key", undef, { fields => { summary => 'Changed' }, update => { labels => [{ add => 'x' }] } }) }, ['Changed', ['by-client', 'x']], sub { my $f = issue($key)->{fields}; [$f->{summary}, $f->{labels}] });
check('GET(/issue/editmeta)', sub { $jira->GET("/issue/$key/editmeta") }, 'Summary', sub { $_[0]{fields}{summary}{name} });
check('PUT(/issue/assignee)', sub { $jira->PUT("/issue/$key/assignee", undef, { name => 'tess' }) }, 'tess', sub { issue($key)->{fields}{assignee}{name} });
check('GET(/issue/transitions)', sub { $jira->GET("/issue/$key/transitions") }, [qw(Start Finish)], sub { names($_[0]{transitions}) });
check('POST(/issue/transitions)', sub { $jira->POST("/issue/$key/transitions", undef, { transition => { id => 11 } }) }, 'In Progress', sub { issue($key)->{fields}{status}{name} });
check('GET(/search)', sub { $jira->GET('/search', { jql => 'labels = by-client ORDER BY key', maxResults => 1 }) }, [3, $key], sub { [$_[0]{total}, $_[0]{issues}[0]{key}] });
check('POST(/search)', sub { $jira->POST('/search', undef, { jql => 'labels = by-client ORDER BY key DESC', fields => ['summary'] }) }, ['Third', 'Second', 'Changed'], sub { [map { $_->{fields}{summary} } @{ $_[0]{issues} }] });
check('set_search_iterator', sub { $jira->set_search_iterator({ jql => 'labels = by-client ORDER BY key', maxResults => 2 }) }, undef);
check('next_issue', sub { my @found; while (my $one = $jira->next_issue) { push @found, $one->{fields}{summary} } \@found }, ['Changed', 'Second', 'Third']);

# Comments and attachments
my $comment = check('POST(/issue/comment)', sub { $jira->POST("/issue/$key/comment", undef, { body => 'Seen' }) }, 'admin', sub { $_[0]{author}{name} });
check('PUT(/issue/comment)', sub { $jira->PUT("/issue/$key/comment/$comment->{id}", undef, { body => 'Said better' }) }, 'Said better', sub { $jira->GET("/issue/$key/comment/$comment->{id}")->{body} });
check('DELETE(/issue/comment)', sub { $jira->DELETE("/issue/$key/comment/$comment->{id}") }, 0, sub { $jira->GET("/issue/$key/comment")->{total} });
my $file = File::Temp->new(SUFFIX => '.txt');
print {$file} 'all of it';
close $file;
check('attach_files', sub { $jira->attach_files($key, $file->filename) }, 9, sub { issue($key)->{fields}{attachment}[0]{size} });
my $attachment = issue($key)->{fields}{attachment}[0]{id};
check('GET(/attachment)', sub { $jira->GET("/attachment/$attachment") }, 'admin', sub { $_[0]{author}{name} });
check('DELETE(/attachment)', sub { $jira->DELETE("/attachment/$attachment") }, [], sub { issue($key)->{fields}{attachment} });

# Links, work, watchers, votes
check('POST(/issueLink)', sub { $jira->POST('/issueLink', undef, { type => { name => 'Blocks' }, inwardIssue => { key => $key }, outwardIssue => { key => 'DEMO-1' } }) }, 'DEMO-1', sub { issue($key)->{fields}{issuelinks}[0]{outwardIssue}{key} });
my $link = issue($key)->{fields}{issuelinks}[0]{id};
check('GET(/issueLink)', sub { $jira->GET("/issueLink/$link") }, 'Blocks', sub { $_[0]{type}{name} });
check('DELETE(/issueLink)', sub { $jira->DELETE("/issueLink/$link") }, [], sub { issue($key)->{fields}{issuelinks} });
my $page = { globalId => 'g1', object => { url => 'https://example.com', title => 'A page' } };
my $remote = check('POST(/issue/remotelink)', sub { $jira->POST("/issue/$key/remotelink", undef, $page) }, 1, sub { $_[0]{id} > 0 ? 1 : 0 });
check('GET(/issue/remotelink)', sub { $jira->GET("/issue/$key/remotelink", { globalId => 'g1' }) }, 'A page', sub { $_[0]{object}{title} });
check('PUT(/issue/remotelink)', sub { $jira->PUT("/issue/$key/remotelink/$remote->{id}", undef, { object => { url => 'https://example.com', title => 'Another' } }) }, 'Another', sub { $jira->GET("/issue/$key/remotelink/$remote->{id}")->{object}{title} });
check('DELETE(/issue/remotelink)', sub { $jira->DELETE("/issue/$key/remotelink/$remote->{id}") }, [], sub { $jira->GET("/issue/$key/remotelink") });
my $worklog = check('POST(/issue/worklog)', sub { $jira->POST("/issue/$key/worklog", undef, { timeSpent => '2h' }) }, 7200, sub { $_[0]{timeSpentSeconds} });
check('PUT(/issue/worklog)', sub { $jira->PUT("/issue/$key/worklog/$worklog->{id}", undef, { timeSpent => '1h' }) }, 3600, sub { issue($key)->{fields}{timespent} });
check('DELETE(/issue/worklog)', sub { $jira->DELETE("/issue/$key/worklog/$worklog->{id}") }, 0, sub { $jira->GET("/issue/$key/worklog")->{total} });
check('POST(/issue/watchers)', sub { $jira->POST("/issue/$key/watchers", undef, 'tess') }, ['tess'], sub { names($jira->GET("/issue/$key/watchers")->{watchers}) });
check('DELETE(/issue/watchers)', sub { $jira->DELETE("/issue/$key/watchers", { username => 'tess' }) }, 0, sub { issue($key)->{fields}{watches}{watchCount} });
check('POST(/issue/votes)', sub { $tess->POST("/issue/$key/votes", undef, {}) }, ['tess'], sub { names($jira->GET("/issue/$key/votes")->{voters}) });
check('DELETE(/issue/votes)', sub { $tess->DELETE("/issue/$key/votes") }, 0, sub { issue($key)->{fields}{votes}{votes} });

check('DELETE(/component)', sub { $jira->DELETE("/component/$component->{id}") }, [], sub { issue($key)->{fields}{components} });
check('DELETE(/version)', sub { $jira->DELETE("/version/$version->{id}") }, [], sub { issue($key)->{fields}{fixVersions} });
check('DELETE(/issue)', sub { $jira->DELETE("/issue/DEMO-1", { deleteSubtasks => 'true' }) }, 0, sub { $jira->GET('/search', { jql => 'parent = DEMO-1 OR key = DEMO-1', validateQuery => 'false' })->{total} });
check('new_session', sub { JIRA::REST->new_session({ url => $url, username => 'tess', password => 'tess' })->GET('/myself') }, 'tess', sub { $_[0]{name} });
check('rest_client', sub { $jira->rest_client->getHost }, $url =~ s{(https?://[^/]+).*}{$1}r, sub { $_[0] =~ s{(https?://[^/]+).*}{$1}r });

say_line({ call => 'new', leftOut => 'no call of the tracker' });
say_surface('JIRA::REST');
