/** A template of the sandbox with the values that an issue gets from it. */
const template = (id: number) => ({
  id,
  fields: {
    summary: `Template summary ${id}`,
    ...(id !== 1482 && { description: `Description of template ${id}\nwith a second line` }),
    priority: { name: ['Highest', 'High', 'Low', 'Lowest'][id % 4] },
    ...(id !== 1483 && { labels: [`template-${id}`, 'from-template'] }),
    customfield_10320: `REF-${id}`,
    customfield_10321: id + 0.5,
    customfield_10322: { value: ['North', 'South', 'East', 'West'][id % 4] },
  },
});

const numbered = (name: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${name}${from + index}`);
const withFunction = (templatePostFunction: string, keys: readonly string[]) =>
  keys.map((key) => ({ key, templatePostFunction }));

const connection = (id: number, name: string, group: string) => ({
  ...{ id: String(id), name, userDn: `CN=sync-${id},OU=Service,DC=example,DC=com`, group },
});
const users = ['annabel', 'bob', 'bobby'].map((username, index) => ({ username, key: `JIRAUSER1000${3 + index}` }));

const usual = {
  columns: ['Action', 'Input', 'Expected result'],
  statuses: ['To do', 'In progress', 'Pass', 'Fail'],
  ...{ defaultStatus: 'To do', preconditions: true },
};
const other = {
  columns: ['Do', 'With', 'See'],
  statuses: ['Open', 'Blocked', 'OK', 'Not OK'],
  ...{ defaultStatus: 'Open', preconditions: true },
};

/** What the company sets aside for the suite. */
const sandbox = {
  templates: Array.from({ length: 12 }, (_, index) => template(1472 + index)),
  projects: [
    ...withFunction('overwrite', numbered('OVR', 1, 4)),
    ...withFunction('keep', numbered('KEP', 1, 4)),
    ...['NON', ...numbered('NON', 1, 8)],
    ...withFunction('overwrite', numbered('DESK', 1, 2)),
    ...numbered('DESK', 3, 6),
  ],
  newProjectScreens: {
    initial: { transitionId: 1, name: 'Create', screenId: 1 },
    other: { transitionId: 31, name: 'Close', screenId: 3 },
  },
  connections: [
    connection(1, 'Corporate AD', 'corporate-users'),
    connection(2, 'Partners', 'partner-users'),
    connection(3, 'Suppliers', 'supplier-users'),
    connection(4, '1001', '1001-users'),
    connection(5, 'Corporate', 'small-corporate-users'),
    { id: '6', name: 'Old directory', enabled: false, users },
  ],
  tests: {
    projects: [
      { key: 'QA1', ...usual, plainUserCreates: true },
      { key: 'QA2', ...other },
      { key: 'QA3', ...usual, plainUserCreates: true },
      { key: 'QA4', ...usual, columns: ['Step', 'Result'] },
    ],
  },
  plainUser: { username: 'plain', password: 'plain' },
  disposable: false,
};

/** The settings of a run on the second tracker at a URL. */
export const settingsFor = (url: string) => ({
  TRACKER_URL: url,
  TRACKER_USERNAME: 'admin',
  TRACKER_PASSWORD: 'admin',
  TRACKER_SANDBOX: JSON.stringify(sandbox),
});
