const CACHE =
  'It only keeps how a row is written, so that pages of users are fast: without it they are answered the same.';
const TYPES = 'The compiler asks for it; the value is there, or what stands for none is found nowhere.';
const LIMIT = 'It only measures a call for a limit of the fake, which is no rule.';
const WORDING = 'It is in the wording of a refusal, which is no rule.';

/**
 * Lines, by file and without the space around them, of which no test can kill every mutant, each with the reason.
 * Survivors there are not counted. The mutants of these lines are tried with some of the tests, and the run fails if none
 * of a line survives.
 */
export const equivalents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'fake/default-templates/entries.ts': {
    'for (const id of issueTypeIds ?? []) selection.issueTypeIds.add(id);': 'No type has such an id.',
    'for (const id of requestTypeIds ?? []) selection.requestTypeIds.add(id);': 'No type has such an id.',
    '? requestTypeId !== undefined && selection.requestTypeIds.has(requestTypeId)':
      'An entry without an issue type has a request type.',
  },
  'fake/default-templates/locate.ts': {
    'const template = call.state.tables.templates.get(readId(text) ?? 0);': TYPES,
  },
  'fake/directory-sync/list-users.ts': {
    'if (known?.configurationName === configurationName) return known;': CACHE,
    'known.lists.set(list, keys);': CACHE,
  },
  'fake/directory-sync/locate.ts': {
    [String.raw`const scheme = /^bearer\s/i.test(String(call.headers['authorization'])) ? 'bearer' : 'basic';`]:
      'The credentials of Basic hold no space, so that the word stands at the beginning or nowhere.',
  },
  'fake/directory-sync/handlers.ts': {
    "const namesake = name === undefined ? undefined : connections.first('name', name);": TYPES,
    'if (user === undefined) return;': 'Every synchronized user has an account.',
  },
  'fake/test-management/create-cases.ts': {
    "const kept = making === 'byCases' ? call.assumptions['TM-N15'] : [];": 'No part of a step has such a name.',
    'if (id === undefined) throw new Error(`This tracker has no issue type for a ${kind}.`);': TYPES,
  },
  'fake/test-management/extension.ts': {
    "const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);": WORDING,
  },
  'fake/test-management/plans.ts': {
    "return (body.copyStrategy === 'BY_TEST_CASES' ? undefined : templateOf(state, testCase)) ?? testCase;": LIMIT,
    "const by = named === 'keys' ? 'key' : 'id';": WORDING,
  },
  'fake/test-management/steps-table.ts': {
    'author: view.state.tables.users.get(author)?.name,': 'Who has written a comment is there.',
    'function renderAttachments(view: View, { attachments = [] }: StepRow) {': 'No attachment has such an id.',
  },
  'fake/test-management/steps.ts': {
    "const has = [...names].join(', ');": WORDING,
    'return changeSteps(call, table, [{ rowIndex }], ({ attachments = [], ...step }) => {':
      'No attachment has such an id.',
  },
  'fake/test-management/test-issues.ts': {
    'return state.tables.statuses.get(template.statusId)?.name === active;': 'Every issue has a status that is there.',
    'return `customfield_${state.tables.customFields.all().find((row) => row.type === type)?.id}`;':
      'A tracker that manages tests has the fields.',
    'const names: Readonly<Record<TestIssueKind, string>> = {': WORDING,
  },
};
