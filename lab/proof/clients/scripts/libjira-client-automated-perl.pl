# Calls what the Perl client JIRA::Client::Automated has.
use strict;
use warnings;
use File::Basename;
use File::Temp;
use FindBin;
use JIRA::Client::Automated;

BEGIN { require "$FindBin::Bin/support.pl" }

our $url;
my $jira = JIRA::Client::Automated->new("$url/", 'admin', 'admin');

sub fields { $jira->get_issue($_[0])->{fields} }

check('ua',    sub { $jira->ua }, 'LWP::UserAgent', sub { ref $_[0] });
check('trace', sub { $jira->trace }, 0, sub { $_[0] ? 1 : 0 });
my $key = check('create_issue', sub { $jira->create_issue('DEMO', 'Bug', 'First', 'What happens', { labels => ['by-client'], Severity => 'Major' }) }, 'DEMO-3', sub { $_[0]{key} })->{key};
check('get_issue', sub { $jira->get_issue($key) }, ['First', 'What happens', 'Major'], sub { my $f = $_[0]{fields}; [$f->{summary}, $f->{description}, $f->{Severity}] });
check('create', sub { $jira->create({ project => { key => 'DEMO' }, issuetype => { name => 'Task' }, summary => 'Second' }) }, 'DEMO-4', sub { $_[0]{key} });
check('create_subtask', sub { $jira->create_subtask('DEMO', 'A part', 'Of it', $key) }, $key, sub { fields($_[0]{key})->{parent}{key} });
check('update_issue', sub { $jira->update_issue($key, { summary => 'Changed' }, { labels => [{ add => 'x' }] }) }, ['Changed', ['by-client', 'x']], sub { my $f = fields($key); [$f->{summary}, $f->{labels}] });
check('add_issue_labels', sub { $jira->add_issue_labels($key, 'y', 'z') }, [qw(by-client x y z)], sub { fields($key)->{labels} });
check('remove_issue_labels', sub { $jira->remove_issue_labels($key, 'y', 'z') }, [qw(by-client x)], sub { fields($key)->{labels} });
check('assign_issue', sub { $jira->assign_issue($key, 'tess') }, 'tess', sub { fields($key)->{assignee}{name} });
check('create_comment', sub { $jira->create_comment($key, 'Seen') }, 'admin', sub { $_[0]{author}{name} });
check('get_issue_comments', sub { $jira->get_issue_comments($key) }, ['Seen'], sub { [map { $_->{body} } @{ $_[0] }] });
my $file = File::Temp->new(SUFFIX => '.txt');
print {$file} 'all of it';
close $file;
check('attach_file_to_issue', sub { $jira->attach_file_to_issue($key, $file->filename) }, [basename($file->filename), 9], sub { [$_[0][0]{filename}, $_[0][0]{size}] });
check('get_link_types', sub { $jira->get_link_types }, [qw(Blocks Cloners Duplicate Relates)], \&names);
check('link_issues', sub { $jira->link_issues($key, 'DEMO-1', 'Blocks') }, 'DEMO-1', sub { fields($key)->{issuelinks}[0]{inwardIssue}{key} });
check('add_issue_watchers', sub { $jira->add_issue_watchers($key, 'tess', 'admin') }, 2, sub { fields($key)->{watches}{watchCount} });
check('get_issue_watchers', sub { $jira->get_issue_watchers($key) }, [qw(admin tess)], sub { [sort @{ names($_[0]) }] });
check('add_issue_worklog', sub { $jira->add_issue_worklog($key, { comment => 'Looked', started => '2026-11-21T14:05:09.000+0000', timeSpentSeconds => 5400 }) }, undef);
check('get_issue_worklogs', sub { $jira->get_issue_worklogs($key) }, [['Looked', '1h 30m', '2026-11-21T14:05:09.000+0000']], sub { [map { [$_->{comment}, $_->{timeSpent}, $_->{started}] } @{ $_[0] }] });
check('search_issues', sub { $jira->search_issues('labels = by-client', 0, 10, ['summary']) }, [1, 'Changed'], sub { [$_[0]{total}, $_[0]{issues}[0]{fields}{summary}] });
check('search_issues(refused)', sub { $jira->search_issues('nothing = 1', 0, 10) }, 1, sub { scalar @{ $_[0]{errors} } });
check('all_search_results', sub { [$jira->all_search_results('project = DEMO ORDER BY key', 2)] }, [qw(DEMO-1 DEMO-2 DEMO-3 DEMO-4 DEMO-5)], sub { [map { $_->{key} } @{ $_[0] }] });
check('transition_issue', sub { $jira->transition_issue($key, 'In Progress') }, 'In Progress', sub { fields($key)->{status}{name} });
check('close_issue', sub { $jira->close_issue($key, 'Done', 'Closed by a script', undef, 'Finish') }, ['Done', 'Done', 'Closed by a script'], sub { my $f = fields($key); [$f->{status}{name}, $f->{resolution}{name}, $jira->get_issue_comments($key)->[-1]{body}] });
check('make_browse_url', sub { $jira->make_browse_url($key) }, "$url/browse/$key");
check('delete_issue', sub { $jira->delete_issue('DEMO-4') }, 0, sub { $jira->search_issues('summary ~ Second', 0, 1)->{total} });

say_line({ call => 'new', leftOut => 'no call of the tracker' });
say_surface('JIRA::Client::Automated');
