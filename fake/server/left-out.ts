/** A part of the tracker's APIs that the fake does not serve. */
interface LeftOut {
  readonly what: string;
  /** Its paths without the context path; `*` matches one step. All paths below them are left out too. */
  readonly paths: readonly string[];
}

/** The paths of each part; docs/fake-limits.md has the same list. */
const parts: Readonly<Record<string, readonly string[]>> = {
  'boards, sprints, epics and ranks': ['/rest/agile', '/rest/greenhopper'],
  'dashboards, and what filters share, show and send': [
    '/rest/api/2/dashboard',
    '/rest/api/2/filter/defaultShareScope',
    '/rest/api/2/filter/*/columns',
    '/rest/api/2/filter/*/permission',
  ],
  webhooks: ['/rest/webhooks'],
  'properties of comments, projects, users and issue types': [
    '/rest/api/2/comment/*/properties',
    '/rest/api/2/project/*/properties',
    '/rest/api/2/user/properties',
    '/rest/api/2/issuetype/*/properties',
  ],
  'pictures that clients upload or choose': [
    '/rest/api/2/universal_avatar',
    '/rest/api/2/issuetype/*/avatar',
    '/rest/api/2/project/*/avatar',
    '/rest/api/2/user/avatar',
  ],
  'lists of the work that was changed or deleted since a moment': ['/rest/api/2/worklog'],
  'pages that are linked with a version': ['/rest/api/2/version/*/remotelink', '/rest/api/2/version/remotelink'],
  'suggestions for people who type': [
    '/rest/api/2/jql/autocompletedata',
    '/rest/api/2/issue/picker',
    '/rest/api/2/groupuserpicker',
    '/rest/api/1.0',
  ],
  mails: ['/rest/api/2/issue/*/notify', '/rest/api/2/email-templates'],
  'what users set for themselves, and passwords': [
    '/rest/api/2/mypreferences',
    '/rest/api/2/myself/password',
    '/rest/api/2/password',
    '/rest/api/2/user/columns',
    '/rest/api/2/user/password',
    '/rest/auth/1/websudo',
  ],
  'what administrators do with users and groups': [
    '/rest/api/2/applicationrole',
    '/rest/api/2/group/user',
    '/rest/api/2/user/anonymization',
    '/rest/api/2/user/application',
    '/rest/api/2/user/duplicated',
    '/rest/api/2/user/session',
  ],
  'security levels of issues': [
    '/rest/api/2/securitylevel',
    '/rest/api/2/issuesecurityschemes/*',
    '/rest/api/2/project/*/securitylevel',
    '/rest/api/2/project/*/issuesecuritylevelscheme',
  ],
  'archives of issues and projects': [
    '/rest/api/2/issue/*/archive',
    '/rest/api/2/issue/*/restore',
    '/rest/api/2/project/*/archive',
    '/rest/api/2/project/*/restore',
  ],
  'pinned comments, the order of sub-tasks and files inside of attached archives': [
    '/rest/api/2/issue/*/pinned-comments',
    '/rest/api/2/issue/*/comment/*/pin',
    '/rest/api/2/issue/*/subtask',
    '/rest/api/2/attachment/*/expand',
  ],
  'workflows, schemes, screens and the configuration of the tracker': [
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
  'links between products, and their plugins': ['/rest/applinks', '/rest/dev-status', '/rest/plugins'],
};

/** The parts that trackers serve and the fake does not. */
export const leftOut: readonly LeftOut[] = Object.entries(parts).map(([what, paths]) => ({ what, paths }));

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
