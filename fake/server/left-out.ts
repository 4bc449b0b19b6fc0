/** A part of the tracker's APIs that the fake does not serve. */
interface LeftOut {
  readonly what: string;
  /** Its paths without the context path; `*` matches one step. All paths below them are left out too. */
  readonly paths: readonly string[];
}

/** The paths of each part, those below /rest/api/2 without it; docs/fake-limits.md has the same list. */
const parts: Readonly<Record<string, readonly string[]>> = {
  'boards, sprints, epics and ranks': ['/rest/agile', '/rest/greenhopper'],
  'dashboards, and what filters share, show and send': [
    'dashboard',
    'filter/defaultShareScope',
    'filter/*/columns',
    'filter/*/permission',
  ],
  webhooks: ['/rest/webhooks'],
  'properties of comments, projects, users and issue types': [
    'comment/*/properties',
    'project/*/properties',
    'user/properties',
    'issuetype/*/properties',
  ],
  'pictures that clients upload or choose': [
    'universal_avatar',
    'issuetype/*/avatar',
    'project/*/avatar',
    'user/avatar',
  ],
  'lists of the work that was changed or deleted since a moment': ['worklog'],
  'pages that are linked with a version': ['version/*/remotelink', 'version/remotelink'],
  'suggestions for people who type': [
    'jql/autocompletedata',
    'issue/picker',
    'user/picker',
    'groupuserpicker',
    '/rest/api/1.0',
  ],
  mails: ['issue/*/notify', 'email-templates'],
  'what users set for themselves, and passwords': [
    'mypreferences',
    'myself/password',
    'password',
    'user/columns',
    'user/password',
    '/rest/auth/1/websudo',
  ],
  'what administrators do with users and groups': [
    'applicationrole',
    'group/user',
    'user/anonymization',
    'user/application',
    'user/duplicated',
    'user/session',
  ],
  'security levels of issues': [
    'securitylevel',
    'issuesecurityschemes/*',
    'project/*/securitylevel',
    'project/*/issuesecuritylevelscheme',
  ],
  'archives of issues and projects': ['issue/*/archive', 'issue/*/restore', 'project/*/archive', 'project/*/restore'],
  'pinned comments, the order of sub-tasks and files inside of attached archives': [
    'issue/*/pinned-comments',
    'issue/*/comment/*/pin',
    'issue/*/subtask',
    'attachment/*/expand',
  ],
  'workflows, schemes, screens and the configuration of the tracker': [
    'application-properties',
    'configuration',
    'settings',
    'workflow',
    'workflowscheme',
    'screens',
    'permissionscheme/*',
    'issuetypescheme',
    'notificationscheme',
    'priorityschemes',
    'project/*/notificationscheme',
    'project/*/permissionscheme',
    'project/*/priorityscheme',
    'project/*/workflowscheme',
    'issuetype/*/alternatives',
    'project/type',
    'projectvalidate',
    'reindex',
    'index',
    'index-snapshot',
    'customFields',
    'licenseValidator',
    'monitoring',
    'terminology',
    'upgrade',
    'cluster',
    'auditing',
    '/rest/project-templates',
  ],
  'links between products, and their plugins': ['/rest/applinks', '/rest/dev-status', '/rest/plugins'],
};

/** The parts that trackers serve and the fake does not. */
export const leftOut: readonly LeftOut[] = Object.entries(parts).map(([what, paths]) => ({
  what,
  paths: paths.map((path) => (path.startsWith('/') ? path : `/rest/api/2/${path}`)),
}));

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
