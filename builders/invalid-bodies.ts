import type { RefusalKind } from '../contracts/index.js';

/** A request body that is sent unchanged, even if the endpoint asks for another one. */
export class RawBody {
  /** Its difference from a valid body, for titles and reports: `without defaults`. */
  readonly name: string;
  /** The text that is sent; no body at all if it is undefined. */
  readonly text: string | undefined;
  /** The content type that is sent with it; null for none. */
  readonly contentType: string | null;

  constructor(name: string, text: string | undefined, contentType: string | null = 'application/json') {
    this.name = name;
    this.text = text;
    this.contentType = contentType;
  }

  /** A body of any JSON. */
  static json(name: string, value: unknown): RawBody {
    return new RawBody(name, JSON.stringify(value));
  }
}

/** An id and a key that nothing on a tracker has: it may read a body more leniently than the documents say. */
const [NO_ID, NO_KEY] = [2_147_483_646, 'NOSUCHPROJECT'];

/** Bodies that every endpoint with a JSON body has to refuse, each with the kind of refusal. */
export const unreadableBodies: readonly { readonly body: RawBody; readonly kind: RefusalKind }[] = [
  { body: new RawBody('no body', undefined, null), kind: 'unreadableBody' },
  { body: new RawBody('an empty body', ''), kind: 'unreadableBody' },
  { body: new RawBody('broken JSON', '{"defaults": ['), kind: 'unreadableBody' },
  { body: new RawBody('a body that renames the prototype', '{"__proto__": {"defaults": []}}'), kind: 'wrongTypes' },
  { body: new RawBody('a body without a content type', '{}', null), kind: 'mediaType' },
  { body: new RawBody('a form', `defaults=${NO_ID}`, 'application/x-www-form-urlencoded'), kind: 'mediaType' },
  { body: new RawBody('JSON sent as text', '{}', 'text/plain'), kind: 'mediaType' },
];

/** JSON bodies that are not in the defaults shape, each named by its error. */
const defaults: readonly RawBody[] = [
  RawBody.json('null', null),
  RawBody.json('an array instead of an object', []),
  RawBody.json('without defaults', {}),
  RawBody.json('defaults that is no array', { defaults: { projectId: NO_ID } }),
  RawBody.json('defaults of numbers', { defaults: [NO_ID] }),
  RawBody.json('projectId as text', { defaults: [{ projectId: NO_KEY, issueTypeIds: [1] }] }),
  RawBody.json('projectId with a fraction', { defaults: [{ projectId: NO_ID + 0.5, issueTypeIds: [1] }] }),
  RawBody.json('projectKey as a number', { defaults: [{ projectKey: NO_ID, issueTypeIds: [1] }] }),
  RawBody.json('issueTypeIds that is no array', { defaults: [{ projectId: NO_ID, issueTypeIds: 1 }] }),
  RawBody.json('issueTypeIds of texts', { defaults: [{ projectId: NO_ID, issueTypeIds: ['Bug'] }] }),
  RawBody.json('requestTypeIds of nulls', { defaults: [{ projectId: NO_ID, requestTypeIds: [null] }] }),
];

/** JSON bodies that are no bulk transition requests, each named by its error. */
const bulkTransitions: readonly RawBody[] = [
  RawBody.json('null', null),
  RawBody.json('an array instead of an object', []),
  RawBody.json('includeProjectKeys as text', { includeProjectKeys: NO_KEY, ignoreProjectKeys: [] }),
  RawBody.json('includeProjectKeys of numbers', { includeProjectKeys: [NO_ID], ignoreProjectKeys: [] }),
  RawBody.json('ignoreProjectKeys that is an object', { includeProjectKeys: [NO_KEY], ignoreProjectKeys: {} }),
  RawBody.json('ignoreProjectKeys of nulls', { includeProjectKeys: [NO_KEY], ignoreProjectKeys: [null] }),
];

/** JSON bodies that are no update requests, each named by its error. */
const updates = (connectionId: string): readonly RawBody[] => [
  RawBody.json('null', null),
  RawBody.json('an array instead of an object', []),
  RawBody.json('without connectionId', { update: [] }),
  RawBody.json('connectionId as a number', { connectionId: Number(connectionId), update: [] }),
  RawBody.json('without update', { connectionId }),
  RawBody.json('update that is no array', { connectionId, update: {} }),
  RawBody.json('data that is no array', { connectionId, update: [{ data: { userKey: 'x', fields: [] } }] }),
  RawBody.json('data without userKey', { connectionId, update: [{ data: [{ fields: [{ mail: 'x' }] }] }] }),
  RawBody.json('data without fields', { connectionId, update: [{ data: [{ userKey: 'x' }] }] }),
  RawBody.json('fields that is an object', {
    connectionId,
    update: [{ data: [{ userKey: 'x', fields: { mail: 'x' } }] }],
  }),
  RawBody.json('a value that is a number', {
    connectionId,
    update: [{ data: [{ userKey: 'x', fields: [{ mail: 7 }] }] }],
  }),
  RawBody.json('a connection name that is null', { connectionId, update: [{ connection: [{ name: null }] }] }),
];

export interface InvalidRows {
  readonly name: string;
  readonly rows: readonly unknown[];
}

/** Rows that a project with this many Steps columns does not accept, each named by its error. */
export function invalidSteps(columns: number): readonly InvalidRows[] {
  const cells = (count: number) => Array.from({ length: count }, (_, index) => `cell ${index}`);
  const good = { isGroup: false, cells: cells(columns).map((cell) => `right ${cell}`) };
  return [
    { name: 'a group without a cell', rows: [{ isGroup: true, cells: [] }] },
    { name: 'a step with one cell too few', rows: [good, { isGroup: false, cells: cells(columns - 1) }] },
    { name: 'a step with one cell too many', rows: [good, { isGroup: false, cells: cells(columns + 1) }] },
    { name: 'a step without cells', rows: [{ isGroup: false, cells: [] }] },
    { name: 'a row without cells', rows: [{ isGroup: false }] },
    { name: 'a row without isGroup', rows: [{ cells: cells(columns) }] },
    { name: 'isGroup as text', rows: [{ isGroup: 'false', cells: cells(columns) }] },
    { name: 'a cell that is a number', rows: [{ isGroup: false, cells: [7, ...cells(columns - 1)] }] },
    { name: 'a row that is a text', rows: ['a step'] },
  ];
}

/** Bodies that no steps call accepts, each named by its error. An issue with the given id exists. */
function stepCalls(
  issueId: number,
): Readonly<Record<'setStepStatus' | 'setStepStatuses' | 'addStepComment' | 'setStepCell', readonly RawBody[]>> {
  const place = { issueId, rowIndex: 0 };
  return {
    setStepStatus: [
      RawBody.json('null', null),
      RawBody.json('without issueId', { rowIndex: 0, status: 'Pass' }),
      RawBody.json('without rowIndex', { issueId, status: 'Pass' }),
      RawBody.json('without status', place),
      RawBody.json('a status that is a number', { ...place, status: 3 }),
      RawBody.json('rowIndex below 0', { issueId, rowIndex: -1, status: 'Pass' }),
      RawBody.json('rowIndex with a fraction', { issueId, rowIndex: 0.5, status: 'Pass' }),
    ],
    setStepStatuses: [
      RawBody.json('an array', []),
      RawBody.json('without rows', { issueId }),
      RawBody.json('rows that is an object', { issueId, rows: { rowIndex: 0, status: 'Pass' } }),
      RawBody.json('a row without status', { issueId, rows: [{ rowIndex: 0 }] }),
    ],
    addStepComment: [
      RawBody.json('without comment', place),
      RawBody.json('a comment that is null', { ...place, comment: null }),
    ],
    setStepCell: [
      RawBody.json('without columnIndex', { ...place, cellValue: 'x' }),
      RawBody.json('without cellValue', { ...place, columnIndex: 0 }),
      RawBody.json('a cellValue that is a number', { ...place, columnIndex: 0, cellValue: 1 }),
      RawBody.json('columnIndex below 0', { ...place, columnIndex: -1, cellValue: 'x' }),
    ],
  };
}

/**
 * Bodies that copy no plan.
 *
 * @param testPlanKey the key of a plan that the test has made: some trackers may accept the body all the same
 */
function copies(testPlanKey: string): readonly RawBody[] {
  const [projects] = testPlanKey.split('-');
  return [
    RawBody.json('null', null),
    RawBody.json('without testPlanKey', { copyStrategy: 'BY_TEST_CASES' }),
    RawBody.json('testPlanKey as a number', { testPlanKey: NO_ID }),
    RawBody.json('a copyStrategy that does not exist', { testPlanKey, copyStrategy: 'BY_MAGIC' }),
    RawBody.json('projects as text', { testPlanKey, projects }),
    RawBody.json('issueIds of nulls', { testPlanKey, issueIds: [null] }),
    RawBody.json('async as text', { testPlanKey, async: 'true' }),
  ];
}

/** Bodies that add no templates. @param plan the key of a plan, and of a test case template, that the test has made */
function additions(plan: string, template: string): readonly RawBody[] {
  return [
    RawBody.json('null', null),
    RawBody.json('without testPlanKeys', { testCaseTemplateKeys: [template] }),
    RawBody.json('without testCaseTemplateKeys', { testPlanKeys: [plan] }),
    RawBody.json('testPlanKeys as text', { testPlanKeys: plan, testCaseTemplateKeys: [template] }),
    RawBody.json('testCaseTemplateKeys of numbers', { testPlanKeys: [plan], testCaseTemplateKeys: [NO_ID] }),
    RawBody.json('async as a number', { testPlanKeys: [plan], testCaseTemplateKeys: [template], async: 1 }),
  ];
}

/** JSON bodies with a wrong structure, by what they would be. */
export const malformed = { defaults, bulkTransitions, updates, stepCalls, copies, additions } as const;
