/** Mutants of one line that no test can kill, or that are no rule. */
export interface Equivalent {
  readonly file: string;
  /** The line that they change, without the space around it. */
  readonly line: string;
  /** Each as its mutator and what it puts there, as the list of survivors has them; twice if two look alike. */
  readonly mutants: readonly string[];
  readonly reason: string;
}

const CACHE =
  'It only keeps how a row is written, so that pages of users are fast: without it they are answered the same.';
const TYPES = 'The compiler asks for it; the value is there, or what stands for none is found nowhere.';
const LIMIT = 'It only measures a call for a limit of the fake, which is no rule.';
const WORDING = 'It is in the wording of a refusal, which is no rule.';

/**
 * The mutants that are not counted, each with the reason. They are tried too, with some of the tests, and the run fails
 * if one of them is killed or is not there any more.
 */
export const equivalents: readonly Equivalent[] = [
  {
    file: 'fake/default-templates/locate.ts',
    line: 'const template = id === undefined ? undefined : call.state.tables.templates.get(id);',
    mutants: ['ConditionalExpression: false'],
    reason: TYPES,
  },
  {
    file: 'fake/default-templates/entries.ts',
    line: 'for (const id of issueTypeIds ?? []) selection.issueTypeIds.add(id);',
    mutants: ['ArrayDeclaration: ["Stryker was here"]'],
    reason: 'No type has such an id.',
  },
  {
    file: 'fake/default-templates/entries.ts',
    line: 'for (const id of requestTypeIds ?? []) selection.requestTypeIds.add(id);',
    mutants: ['ArrayDeclaration: ["Stryker was here"]'],
    reason: 'No type has such an id.',
  },
  {
    file: 'fake/default-templates/entries.ts',
    line: '? requestTypeId !== undefined && selection.requestTypeIds.has(requestTypeId)',
    mutants: ['ConditionalExpression: true'],
    reason: 'An entry without an issue type has a request type.',
  },
  {
    file: 'fake/directory-sync/list-users.ts',
    line: 'get(row: Row): Made | undefined {',
    mutants: ['BlockStatement: {}'],
    reason: CACHE,
  },
  {
    file: 'fake/directory-sync/list-users.ts',
    line: 'set(row: Row, made: Made): void {',
    mutants: ['BlockStatement: {}'],
    reason: CACHE,
  },
  {
    file: 'fake/directory-sync/list-users.ts',
    line: 'if (this.#count >= LIMIT) {',
    mutants: [
      'ConditionalExpression: true',
      'ConditionalExpression: false',
      'EqualityOperator: this.#count > LIMIT',
      'EqualityOperator: this.#count < LIMIT',
      'BlockStatement: {}',
    ],
    reason: CACHE,
  },
  {
    file: 'fake/directory-sync/list-users.ts',
    line: 'this.#count += 1;',
    mutants: ['AssignmentOperator: this.#count -= 1'],
    reason: CACHE,
  },
  {
    file: 'fake/directory-sync/list-users.ts',
    line: 'if (known?.configurationName === configurationName) return known;',
    mutants: ['ConditionalExpression: false'],
    reason: CACHE,
  },
  {
    file: 'fake/directory-sync/locate.ts',
    line: 'const byId = id === undefined ? undefined : tables.connections.get(id);',
    mutants: ['ConditionalExpression: false'],
    reason: TYPES,
  },
  {
    file: 'fake/directory-sync/locate.ts',
    line: String.raw`const scheme = /^bearer\s/i.test(String(call.headers['authorization'])) ? 'bearer' : 'basic';`,
    mutants: [String.raw`Regex: /bearer\s/i`],
    reason: 'The credentials of Basic hold no space, so that the word stands at the beginning or nowhere.',
  },
  {
    file: 'fake/directory-sync/select-rows.ts',
    line: 'if (usernames === undefined && userkeys === undefined && values.length === 0) return undefined;',
    mutants: ['ConditionalExpression: false'],
    reason: 'A list without filters is the same if it is filtered by nothing; it only costs reading every row.',
  },
  {
    file: 'fake/directory-sync/select-rows.ts',
    line: 'if (start < part.total) found.push(...part.slice(Math.max(0, start), limit - found.length));',
    mutants: ['ConditionalExpression: true', 'EqualityOperator: start <= part.total'],
    reason: 'A slice past the end is empty.',
  },
  {
    file: 'fake/directory-sync/select-rows.ts',
    line: 'if (found.length >= limit) break;',
    mutants: ['ConditionalExpression: false', 'EqualityOperator: found.length > limit'],
    reason: 'Of the connections that follow it takes slices of no rows.',
  },
  {
    file: 'fake/directory-sync/select-rows.ts',
    line: 'if (first === undefined || last === undefined) return [];',
    mutants: [
      'LogicalOperator: first === undefined && last === undefined',
      'ConditionalExpression: false',
      'ConditionalExpression: false',
    ],
    reason: 'A list that has no first row has no last one.',
  },
  {
    file: 'fake/directory-sync/select-rows.ts',
    line: 'return left < right ? -1 : 1;',
    mutants: ['EqualityOperator: left <= right'],
    reason: 'Equal texts do not get that far.',
  },
  {
    file: 'fake/directory-sync/update-users.ts',
    line: "const namesake = name === undefined ? undefined : connections.first('name', name);",
    mutants: ['ConditionalExpression: false'],
    reason: TYPES,
  },
  {
    file: 'fake/directory-sync/update-users.ts',
    line: 'if (user === undefined) return;',
    mutants: ['ConditionalExpression: false'],
    reason: 'Every synchronized user has an account.',
  },
  {
    file: 'fake/test-management/create-cases.ts',
    line: "const kept = making === 'byCases' ? call.assumptions['TM-N15'] : [];",
    mutants: ['ArrayDeclaration: ["Stryker was here"]'],
    reason: 'No part of a step has such a name.',
  },
  {
    file: 'fake/test-management/create-cases.ts',
    line: 'if (id === undefined) throw new Error(`This tracker has no issue type for a ${kind}.`);',
    mutants: ['ConditionalExpression: false'],
    reason: TYPES,
  },
  {
    file: 'fake/test-management/create-cases.ts',
    line: 'if (written <= WRITTEN_LIMIT) return;',
    mutants: ['EqualityOperator: written < WRITTEN_LIMIT'],
    reason: LIMIT,
  },
  {
    file: 'fake/test-management/plans.ts',
    line: "if (async === 'no plans' && copies.some(({ cases: made }) => made === undefined)) return {};",
    mutants: ['MethodExpression: copies.every(({ cases: made }) => made === undefined)'],
    reason: 'Of the copies of one call all have their cases, or none has.',
  },
  {
    file: 'fake/test-management/extension.ts',
    line: "const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);",
    mutants: ['ArrowFunction: () => undefined'],
    reason: WORDING,
  },
  {
    file: 'fake/test-management/plans.ts',
    line: "return (body.copyStrategy === 'BY_TEST_CASES' ? undefined : templateOf(state, testCase)) ?? testCase;",
    mutants: [
      'ConditionalExpression: true',
      'ConditionalExpression: false',
      "EqualityOperator: body.copyStrategy !== 'BY_TEST_CASES'",
    ],
    reason: LIMIT,
  },
  {
    file: 'fake/test-management/plans.ts',
    line: "const by = named === 'keys' ? 'key' : 'id';",
    mutants: ['ConditionalExpression: true', 'ConditionalExpression: false', "EqualityOperator: named !== 'keys'"],
    reason: WORDING,
  },
  {
    file: 'fake/test-management/steps.ts',
    line: "`Project ${table.project.key} has no step status '${status}'; it has ${[...names].join(', ')}.`,",
    mutants: ['ArrayDeclaration: []'],
    reason: WORDING,
  },
  {
    file: 'fake/test-management/test-issues.ts',
    line: 'return state.tables.statuses.get(template.statusId)?.name === active;',
    mutants: ['OptionalChaining: state.tables.statuses.get(template.statusId).name'],
    reason: 'Every issue has a status that is there.',
  },
  {
    file: 'fake/test-management/test-issues.ts',
    line: 'return `customfield_${state.tables.customFields.all().find((row) => row.type === type)?.id}`;',
    mutants: ['OptionalChaining: state.tables.customFields.all().find(row => row.type === type).id'],
    reason: 'A tracker that manages tests has the fields.',
  },
  {
    file: 'fake/test-management/test-issues.ts',
    line: 'const names: Readonly<Record<TestIssueKind, string>> = {',
    mutants: ['ObjectLiteral: {}'],
    reason: WORDING,
  },
  {
    file: 'fake/test-management/steps-table.ts',
    line: 'author: view.state.tables.users.get(author)?.name,',
    mutants: ['OptionalChaining: view.state.tables.users.get(author).name'],
    reason: 'Who has written a comment is there.',
  },
  {
    file: 'fake/test-management/steps-table.ts',
    line: 'function renderAttachments(view: View, { attachments = [] }: StepRow) {',
    mutants: ['ArrayDeclaration: ["Stryker was here"]'],
    reason: 'No attachment has such an id.',
  },
  {
    file: 'fake/test-management/steps.ts',
    line: 'return store(call, table, new Map([[position, { ...step, attachments: [...(step.attachments ?? []), ...stored] }]]));',
    mutants: ['ArrayDeclaration: ["Stryker was here"]'],
    reason: 'No attachment has such an id.',
  },
];
