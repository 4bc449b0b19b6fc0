/** An input that grows, and whose cost once grew faster than its size, or could. */
export interface CostlyInput {
  readonly name: string;
  readonly method: string;
  /** The path after the context path of a tracker, or after the fake's own address for the control API. */
  readonly path: string;
  readonly isControl?: boolean;
  /** The rows that are added first, so that there is data to work on. */
  readonly before?: (size: number) => unknown;
  /** Sent as JSON; a text is sent as it is. */
  readonly body: (size: number) => unknown;
  /** The smaller of the two sizes that are compared. */
  readonly size: number;
}

export const rows = '/control/tenants/work/rows';
const search = '/rest/api/2/search';
const templates = '/rest/api/it/1.0/default-template/template/7';
const words = (word: string, count: number) => `${word} `.repeat(count);
const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));

const call =
  (method: string, path: string, more: Partial<CostlyInput> = {}) =>
  (name: string, size: number, body: CostlyInput['body']): CostlyInput => ({ name, method, path, size, body, ...more });

const searchFor = (name: string, size: number, query: (size: number) => string, more: Partial<CostlyInput> = {}) =>
  call('POST', search, more)(name, size, (count) => ({ jql: query(count), validateQuery: false }));
const control = (path: string) => call('POST', `/control/tenants/work/${path}`, { isControl: true });

const issue = (id: number, fields: unknown, more = {}) => ({
  id,
  key: `DEMO-${id}`,
  issueTypeId: 10001,
  reporter: 'JIRAUSER10001',
  fields,
  ...more,
});
const longText = (size: number) => ({ issues: [issue(902, { description: words('a', 4 * size) })] });
/** Inputs by what they make long, wide or deep. */
export const costlyInputs: readonly CostlyInput[] = [
  searchFor('a phrase that almost fits', 1_000, (size) => `description ~ "\\"${words('a', size)}b\\""`, {
    before: longText,
  }),
  searchFor('words that are not there', 500, (size) => `description ~ "${words('x', size)}"`),
  searchFor('conditions on one text', 500, (size) => many(size, () => 'description ~ zz').join(' OR '), {
    before: longText,
  }),
  searchFor('conditions', 500, (size) => many(size, (index) => `summary ~ w${index}`).join(' OR ')),
  searchFor('a list of values', 1_000, (size) => `status in (${many(size, (index) => `s${index}`).join(',')})`),
  searchFor('projects by name', 1_000, (size) => `project in (${many(size, (index) => `p${index}`).join(',')})`),
  searchFor('one project again and again', 1_000, (size) => `project in (${many(size, () => 'DEMO').join(',')})`),
  searchFor('nested parentheses', 40, (size) => `${'('.repeat(size)}status = Done${')'.repeat(size)}`),
  searchFor('nested parentheses, too many', 2_000, (size) => `${'('.repeat(size)}status = Done${')'.repeat(size)}`),
  searchFor('NOT again and again', 40, (size) => `${'NOT '.repeat(size)}status = Done`),
  searchFor(
    'an order by one field again and again',
    1_000,
    (size) => `ORDER BY ${many(size, () => 'summary').join(',')}`,
  ),
  searchFor('escapes', 5_000, (size) => `summary = "${'\\n'.repeat(size)}`),
  call('POST', search)('fields of a search', 1_000, (size) => ({
    jql: '',
    fields: many(size, (index) => `-f${index}`),
  })),
  call('POST', search)('a body with a fault in each element', 1_000, (size) => ({ fields: many(size, () => 1) })),
  call('POST', templates)('issue types of one entry again and again', 500, (size) => ({
    defaults: [{ projectKey: 'DEMO', issueTypeIds: many(size, () => 10001) }],
  })),
  call('DELETE', templates)('items of one project again and again', 500, (size) => ({
    defaults: many(size, () => ({ projectKey: 'DEMO', issueTypeIds: [1, 2, 3] })),
  })),
  call('PUT', '/rest/api/2/issue/DEMO-1')('labels added one by one', 500, (size) => ({
    update: { labels: many(size, (index) => ({ add: `l${index}` })) },
  })),
  call('PUT', '/rest/tms/1.0/api/steps/statuses', {
    before: (size) => ({
      issues: [issue(900, { customfield_10101: { rows: many(size, () => ({ isGroup: false, cells: ['a'] })) } })],
    }),
  })('statuses of many steps', 300, (size) => ({
    issueId: 900,
    rows: many(size, (index) => ({ rowIndex: index, status: 'Pass' })),
  })),
  control('rows')('groups of a user whose key is taken', 500, (size) => ({
    users: many(2, (index) => ({
      key: 'g',
      name: `g${index}`,
      displayName: 'G',
      password: 'g',
      groups: many(size, (group) => `g${index}-${group}`),
    })),
  })),
  control('directory')('attributes nobody has', 500, (size) => ({
    write: [
      { connectionId: 1, userKey: 'JIRAUSER10001', values: Object.fromEntries(many(size, (i) => [`a${i}`, ''])) },
    ],
  })),
  control('rows')('entries of one project', 200, (size) => ({
    issueTypes: many(size, (index) => ({ id: 70_000 + index, name: `T${index}` })),
    projects: [
      {
        id: 7_000,
        key: 'WIDE',
        name: 'Wide',
        lead: 'JIRAUSER10001',
        workflow: 'Plain workflow',
        issueTypeIds: many(size, (index) => 70_000 + index),
      },
    ],
    entries: many(size, (index) => ({
      id: 70_000 + index,
      templateId: 7,
      projectId: 7_000,
      issueTypeId: 70_000 + index,
    })),
  })),
  control('rows')('rows nested deep', 10_000, (size) =>
    JSON.stringify({ issues: [issue(901, { description: 'DEEP' })] }).replace(
      '"DEEP"',
      `${'['.repeat(size)}${']'.repeat(size)}`,
    ),
  ),
  control('rows')('unknown lists', 1_000, (size) => Object.fromEntries(many(size, (index) => [`list${index}`, []]))),
  control('clock')('a clock far ahead', 2 ** 52, (size) => ({ milliseconds: size - 1 })),
  control('faults')('wildcards of a fault', 6, (size) => ({
    kind: 'latency',
    milliseconds: 0,
    path: `/${'**a'.repeat(size)}`,
  })),
  control('faults')('paths of a fault', 500, (size) => ({
    kind: 'malformed',
    path: many(size, () => '/x'),
  })),
  control('faults')('an endpoint with a long name', 1_000, (size) => ({
    kind: 'malformed',
    endpoint: 'x'.repeat(size),
  })),
];

/** The data of each tracker before an input is sent: an issue with a long text. */
export const heldBefore = { issues: [issue(800, { summary: 'Long', description: words('a', 1_000) })] };
