/** A part of the tracker's APIs that the fake does not serve. */
interface LeftOut {
  readonly what: string;
  /** Its paths without the context path; `*` matches one step. All paths below them are left out too. */
  readonly paths: readonly string[];
}

/** The parts that trackers serve and the fake does not; docs/fake-limits.md has the same list. */
export const leftOut: readonly LeftOut[] = [
  { what: 'boards, sprints, epics and ranks', paths: ['/rest/agile', '/rest/greenhopper'] },
  {
    what: 'dashboards, and what filters share, show and send',
    paths: [
      '/rest/api/2/dashboard',
      '/rest/api/2/filter/defaultShareScope',
      '/rest/api/2/filter/*/columns',
      '/rest/api/2/filter/*/permission',
    ],
  },
  { what: 'webhooks', paths: ['/rest/webhooks'] },
  {
    what: 'properties of comments, projects, users and issue types',
    paths: [
      '/rest/api/2/comment/*/properties',
      '/rest/api/2/project/*/properties',
      '/rest/api/2/user/properties',
      '/rest/api/2/issuetype/*/properties',
    ],
  },
  {
    what: 'pictures that clients upload or choose',
    paths: [
      '/rest/api/2/universal_avatar',
      '/rest/api/2/issuetype/*/avatar',
      '/rest/api/2/project/*/avatar',
      '/rest/api/2/user/avatar',
    ],
  },
  {
    what: 'lists of the work that was changed or deleted since a moment',
    paths: ['/rest/api/2/worklog'],
  },
  {
    what: 'pages that are linked with a version',
    paths: ['/rest/api/2/version/*/remotelink', '/rest/api/2/version/remotelink'],
  },
  {
    what: 'suggestions for people who type',
    paths: [
      '/rest/api/2/jql/autocompletedata',
      '/rest/api/2/issue/picker',
      '/rest/api/2/groupuserpicker',
      '/rest/api/1.0',
    ],
  },
  { what: 'mails', paths: ['/rest/api/2/issue/*/notify', '/rest/api/2/email-templates'] },
  {
    what: 'what users set for themselves, and passwords',
    paths: [
      '/rest/api/2/mypreferences',
      '/rest/api/2/myself/password',
      '/rest/api/2/password',
      '/rest/api/2/user/columns',
      '/rest/api/2/user/password',
      '/rest/auth/1/websudo',
    ],
  },
  {
    what: 'what administrators do with users and groups',
    paths: [
      '/rest/api/2/applicationrole',
      '/rest/api/2/group/user',
      '/rest/api/2/user/anonymization',
      '/rest/api/2/user/application',
      '/rest/api/2/user/duplicated',
      '/rest/api/2/user/session',
    ],
  },
  {
    what: 'security levels of issues',
    paths: [
      '/rest/api/2/securitylevel',
      '/rest/api/2/issuesecurityschemes/*',
      '/rest/api/2/project/*/securitylevel',
      '/rest/api/2/project/*/issuesecuritylevelscheme',
    ],
  },
  {
    what: 'archives of issues and projects',
    paths: [
      '/rest/api/2/issue/*/archive',
      '/rest/api/2/issue/*/restore',
      '/rest/api/2/project/*/archive',
      '/rest/api/2/project/*/restore',
    ],
  },
  {
    what: 'pinned comments, the order of sub-tasks and files inside of attached archives',
    paths: [
      '/rest/api/2/issue/*/pinned-comments',
      '/rest/api/2/issue/*/comment/*/pin',
      '/rest/api/2/issue/*/subtask',
      '/rest/api/2/attachment/*/expand',
    ],
  },
  {
    what: 'workflows, schemes, screens and the configuration of the tracker',
    paths: [
      '/rest/api/2/application-properties',
      '/rest/api/2/configuration',
      '/rest/api/2/settings',
      '/rest/api/2/workflow',
      '/rest/api/2/workflowscheme',
      '/rest/api/2/screens',
      '/rest/api/2/permissionscheme/*',
      '/rest/api/2/issuetypescheme',
      '/rest/api/2/notificationscheme',
      '/rest/api/2/priorityschemes',
      '/rest/api/2/project/*/notificationscheme',
      '/rest/api/2/project/*/permissionscheme',
      '/rest/api/2/project/*/priorityscheme',
      '/rest/api/2/project/*/workflowscheme',
      '/rest/api/2/issuetype/*/alternatives',
      '/rest/api/2/projectvalidate',
      '/rest/api/2/reindex',
      '/rest/api/2/index',
      '/rest/api/2/index-snapshot',
      '/rest/api/2/customFields',
      '/rest/api/2/licenseValidator',
      '/rest/api/2/monitoring',
      '/rest/api/2/terminology',
      '/rest/api/2/upgrade',
      '/rest/api/2/cluster',
      '/rest/api/2/auditing',
      '/rest/project-templates',
    ],
  },
  { what: 'links between products, and their plugins', paths: ['/rest/applinks', '/rest/dev-status', '/rest/plugins'] },
];

/** The part that is left out at a path; undefined if trackers have nothing there either. */
export function leftOutAt(path: string): string | undefined {
  const steps = path
    .replace(/[?#].*$/, '')
    .replace('/rest/api/latest/', '/rest/api/2/')
    .replace('/rest/auth/latest/', '/rest/auth/1/')
    .split('/');
  const isAt = (pattern: string) =>
    pattern.split('/').every((step, index) => step === steps[index] || (step === '*' && steps[index] !== undefined));
  return leftOut.find(({ paths }) => paths.some(isAt))?.what;
}
