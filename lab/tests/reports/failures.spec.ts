import { expect, test } from '@playwright/test';
import { factOf } from '../../../reports/failures/fact-of.js';
import { failureOf } from '../../../reports/failures/failure-of.js';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import { causesOf, titleOfCause } from '../../../reports/failures/causes.js';
import { judgeFailure } from '../../../reports/failures/judge-failure.js';
import { judge } from '../../../reports/gate.js';
import { demandedRules, rowOf, sampleMatrix, sampleTest } from './sample-run.js';

function fingerprintOf(...messages: readonly string[]): string | undefined {
  const results = messages.map((message) => ({ errors: [{ message }] }));
  return failureOf({ results } as unknown as Parameters<typeof failureOf>[0])?.fingerprint;
}

/** What `toHoldEntries` says of an entry that is more than expected, on a tracker whose ids start there. */
function unexpectedEntry(ids: number, property = '"issueTypeId"', ofTemplate = ids + 2): string {
  return [
    `Error: GET /jira/rest/api/it/1.0/default-template/project/${ids}/template/${ids + 2} answered 200, and was to hold exactly 1 entry: unexpected: {"id":${ids + 5},"templateId":${ofTemplate},"projectId":${ids},"transitions":[],"serviceDesk":false,${property}:"${ids + 7}"}`,
    `Call: GET https://tracker-${ids}.example.com/jira (as admin)`,
    `Answer: [{"id": ${ids}}]`,
  ].join('\n');
}

function differing(...lines: readonly string[]): string {
  const head =
    'Error: expect(received).toStrictEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 1\n\n';
  return head + lines.join('\n');
}

function differingUser(name: string, department: string, sign = '+'): string {
  return differing(
    '  Object {',
    `    "username": "${name}",`,
    '    "values": Object {',
    `-     "department": "${department}",`,
    `${sign}     "department": "${name} of ${department}",`,
    '    },',
    '  }',
  );
}

test('the same failure with other ids, keys, hosts, tenants and words has the same fingerprint, and no other failure', () => {
  const refused = (url: string, id: number) =>
    `SetupError: Set-up failed: POST ${url}/rest/api/it/1.0/default-template/transition/${id} as admin answered 200: it has no list`;
  const [fake, tracker] = ['http://127.0.0.1:41234/tenant-12', 'https://tracker.example.com/jira'];
  const known = fingerprintOf(refused(fake, 1_000_002));
  const [one, other] = [differingUser('anna.17', 'sudden cassava'), differingUser('bert.4711', 'unknown forage')];

  expect(fingerprintOf(unexpectedEntry(1_000_001))).toBe(fingerprintOf(unexpectedEntry(7_654_321)));
  expect(fingerprintOf(refused(tracker, 10_305))).toBe(known);
  expect(fingerprintOf(refused(fake, 1).replace('transition', 'project'))).not.toBe(known);
  expect(fingerprintOf(one)).toBe(fingerprintOf(other));
  const entry = unexpectedEntry(1_000_001);
  for (const another of [
    unexpectedEntry(1_000_001, '"requestTypeId"'),
    unexpectedEntry(1_000_001, '"issueTypeId"', 1_000_999),
    entry.replace('answered 200', 'answered 404'),
  ])
    expect(fingerprintOf(another)).not.toBe(fingerprintOf(entry));
  expect(fingerprintOf(differingUser('anna.17', 'cassava', '-'))).not.toBe(
    fingerprintOf(differingUser('anna.17', 'cassava')),
  );
});

test('a second failure of the same test, in the same attempt or in another, is another fingerprint', () => {
  const [one, other] = [unexpectedEntry(1_000_001), differingUser('anna.17', 'cassava')];

  expect(fingerprintOf(one, other)).not.toBe(fingerprintOf(one));
  expect(fingerprintOf(one, other)).toBe(fingerprintOf(other, one));
  expect(fingerprintOf(one, one)).toBe(fingerprintOf(one));
});

test('a time-out is told by what the test waited for, and by nothing if that is not known', () => {
  const failureIn = (...titles: readonly string[]) => {
    const steps = titles.reduceRight<object[]>((inner, title) => [{ title, duration: -1, steps: inner }], []);
    const results = [
      {
        errors: [{ message: '\u001b[31mTest timeout of 30000ms exceeded.\u001b[39m' }],
        steps: [{ title: 'GET /before', duration: 12, steps: [] }, ...steps],
      },
    ];
    return failureOf({ results } as unknown as Parameters<typeof failureOf>[0]);
  };
  const call = failureIn('Set-up: project', 'GET /jira/rest/api/2/issue/QA-17?fields=a');

  expect(call?.shows).toBe('A time-out while it waited for Set-up: project › GET /rest/api/2/issue/key?fields');
  expect(failureIn('Set-up: project', 'GET /rest/api/2/issue/QA-4711?fields=b')?.fingerprint).toBe(call?.fingerprint);
  expect(failureIn('Set-up: project', 'GET /rest/api/2/search')?.fingerprint).not.toBe(call?.fingerprint);
  expect(failureIn()).toBeUndefined();
});

test('the fact of an error is its message, and what was expected and received', () => {
  const equality = 'expect(received).toBe(expected) // Object.is equality';
  const contract = 'ContractError: GET /rest/x answered 200 with a body that does not fit its contract';
  const nested = differing(
    '  Object {',
    '    "fields": Object {',
    '      "subtasks": Array [',
    '        Object {',
    '          "key": "QA-1",',
    '        },',
    '        Object {',
    '-         "key": "QA-2",',
    '+         "key": "QA-3",',
    '        },',
    '      ],',
    '-     "parent": Object {',
    '-       "id": "7",',
    '-     },',
    '+     "parent": null,',
    '    },',
    '  }',
  );
  const lines = differing('  Object {', '-   "text": "Second', '- round",', '+   "text": null,', '  }');
  const listed = differing('@@ -7,5 +7,4 @@', '      "a": 1,', '-     "b": "one, two",', '    },');
  const polled = differing(
    '  Array [',
    '    2,',
    '-   2,',
    '+   0,',
    '  ]',
    '',
    'Call Log:',
    '- Timeout 20000ms exceeded',
  );
  const absent = differing('- Array [', '-   "QA",', '-   "QB",', '- ]', '+ Array []');
  for (const [error, fact] of [
    [absent, 'expected [ "QA", "QB" ], received []'],
    [polled, '[1]: expected 2, received 0'],
    [
      `Error: ${equality}\n\nExpected: ArrayContaining ["mail"]\nReceived: undefined`,
      'expected a list with ["mail"], received undefined',
    ],
    [
      'Error: POST /rest/x answered 200, not 201\nCall: POST http://x.test/rest/x',
      'POST /rest/x answered 200, not 201',
    ],
    [`Error: the search\n\n${equality}\n\nExpected: 418\nReceived: 200`, 'the search (expected 418, received 200)'],
    [
      nested,
      'fields.subtasks[1].key: expected "QA-2", received "QA-3"; fields.parent: expected { id: "7" }, received null',
    ],
    [lines, String.raw`text: expected "Second\nround", received null`],
    [listed, 'b: expected "one, two", received nothing'],
    [`Error: Error: ${contract}`, contract.replace('ContractError: ', '')],
    [
      'SetupError: Set-up failed: POST http://t.test/tenant-3/rest/x as qa answered 400:\n  - summary: is missing\nBody: {}',
      'Set-up: POST /rest/x as qa answered 400: summary: is missing',
    ],
    [`Error: expect(keysOf(data)).not.toBe(expected)\n\nExpected: not "a"`, 'expected not "a"'],
    [
      `Error: expect(received).toMatchObject(expected)\n\nMatcher error: received value must be a non-null object\n\nReceived has value: undefined`,
      'received undefined',
    ],
  ] as const) {
    expect.soft(factOf(error)).toBe(fact);
  }
});

const everyRule = sampleTest({ rules: demandedRules });
const call = { caller: 'admin', method: 'GET', path: '/rest/x', status: 200, durationMs: 1 };
const echo = 'defaults.0.projectKey: Invalid input: expected string, received undefined (DT-20)';

function kindOf(message: string, { status = 200, open = [] as readonly string[], file = '/suite/a.spec.ts' } = {}) {
  const steps = open.reduceRight<object[]>((inner, title) => [{ title, duration: -1, steps: inner }], []);
  const results = [{ errors: [{ message, location: { file, line: 1, column: 1 } }], steps }];
  const calls = status === 0 ? [] : [{ ...call, status }];
  return judgeFailure({ results } as unknown as Parameters<typeof judgeFailure>[0], calls);
}

test('a failure says that a rule is broken, or what came in place of an answer, or that the test itself is wrong', () => {
  const toBe = 'Error: expect(response.status).toBe(expected)\n\nExpected: 200\nReceived: 500';
  const setUp = 'SetupError: Set-up failed: POST http://t.test/rest/x as admin answered';
  for (const [kind, message, given, more = {}] of [
    ['broken rule', 'Error: GET /rest/x answered 404, and was to succeed\nAnswer: {}'],
    ['broken rule', toBe],
    ['broken rule', 'Error: the plan has no case'],
    ['broken rule', 'Error: The Steps table differs: step 0: status: expected "a", received "b"', { status: 0 }],
    ['broken rule', `ContractError: POST /rest/x answered 200 with a body that …: ${echo}`, {}, { accuses: 'DT-20' }],
    ['broken rule', `${setUp} 200:\n  - ${echo}\nBody: {}`, {}, { accuses: 'DT-20' }],
    ['unexpected answer', toBe, { status: 500 }],
    ['unexpected answer', 'Error: GET /rest/x answered 503, and was to succeed'],
    [
      'unexpected answer',
      'Error: GET /rest/x answered 200, and was to …\nAnswer: the web page “Log in” (9 characters)',
    ],
    ['unexpected answer', 'UnreachableError: GET http://t.test/rest/x got no answer: socket hang up.'],
    ['unexpected answer', 'Test timeout of 30000ms exceeded.', { open: ['GET /rest/x'] }],
    ['could not be tested', 'Test timeout of 30000ms exceeded.', { open: ['Set-up: project', 'GET /rest/x'] }],
    ['could not be tested', 'Test timeout of 30000ms exceeded.', { status: 0 }],
    ['error in the test code', 'Test timeout of 30000ms exceeded.'],
    ['error in the test code', 'Error: broken in beforeAll', { status: 0 }],
    ['could not be tested', 'UnreachableError: GET http://t.test/rest/x got no answer: refused.', { status: 0 }],
    ['could not be tested', `${setUp} 403:\n  - the call was refused with 403`],
    ['could not be tested', 'Error: apiRequestContext.get: connect ECONNREFUSED 127.0.0.1:1'],
    ['could not be tested', 'CleanupError: Not everything this test made could be cleaned up.'],
    ['error in the test code', "TypeError: Cannot read properties of undefined (reading 'key')"],
    [
      'error in the test code',
      'MistakeError: say of(plan)',
      { file: `${process.cwd()}/builders/tracker.ts`, status: 0 },
    ],
    ['error in the test code', 'TypeError: no', { file: `${process.cwd()}/fixtures/test.ts` }, { isOurs: true }],
    ['error in the test code', 'Error: broken', { file: `${process.cwd()}/fixtures/test.ts` }, { isOurs: true }],
  ] as const) {
    expect.soft(kindOf(message, given), message).toStrictEqual({ kind, ...more });
  }
});

const failing = (rules: readonly string[], parts: Partial<FinishedTest> = {}) =>
  sampleTest({ rules: [...rules], status: 'failed', kind: 'broken rule', error: 'Error: no', ...parts });

test('a rule is failing only by a test that shows it to be broken, and the run is judged by the worst kind', () => {
  const refused = failing(['DT-02'], { kind: 'could not be tested', error: 'SetupError: refused' });
  const late = failing(['DT-03'], { kind: 'unexpected answer', error: 'Error: GET /rest/x answered 503' });
  const wrong = failing(['DT-04'], { kind: 'error in the test code', error: 'TypeError: no' });
  const stopped = failing(['DT-17'], { accuses: 'DT-20', error: echo });
  const broken = failing(['DT-01']);
  const matrix = sampleMatrix([everyRule, refused, late, wrong, stopped, broken]);

  for (const [id, state, reason] of [
    ['DT-01', 'failing', 'no'],
    ['DT-02', 'verified in part', 'could not be tested: SetupError: refused'],
    ['DT-03', 'verified in part', 'unexpected answer: GET /rest/x answered 503'],
    ['DT-04', 'verified in part', 'error in the test code: TypeError: no'],
    ['DT-17', 'verified in part', `stopped by DT-20: ${echo}`],
    ['DT-20', 'failing', echo],
  ] as const)
    expect.soft(rowOf(matrix, id), id).toMatchObject({ state, reasons: [reason] });
  expect(rowOf(sampleMatrix([refused]), 'DT-02').state).toBe('unverified');
  const verdictOf = (...tests: readonly FinishedTest[]) =>
    judge(sampleMatrix([everyRule, ...tests]), { rules: 'reachable' }).verdict;
  expect(verdictOf(refused, wrong, late, broken)).toBe('tests failed');
  expect(verdictOf(refused, wrong, late)).toBe('unexpected answers');
  expect(verdictOf(refused, wrong)).toBe('errors in the test code');
  expect(verdictOf(refused)).toBe('could not be tested');
});

test('failures with one cause are told once, the broken rule first and what shows none last', () => {
  const others = ['DT-17', 'DT-18', 'DT-19'].map((id) => failing([id], { accuses: 'DT-20', error: echo }));
  const cause = 'POST /rest/api/2/issue answered 403';
  const refused = ['DT-37', 'DT-38'].map((id) =>
    failing([id], { kind: 'could not be tested', failure: { fingerprint: '000000000000', shows: '', cause } }),
  );
  const wide = failing(['DT-22', 'DT-29'], { title: 'removes' });
  const passed = ['DT-29', 'DT-29', 'DT-29'].map((id) => sampleTest({ rules: [id] }));
  const open = ['DT-N03', 'DT-N09'].map((id) => failing([id]));

  const causes = causesOf(sampleMatrix([everyRule, ...refused, wide, ...open, ...others, ...passed]));

  expect(causes.map(({ rule, others: also, tests }) => [rule, also, tests.length])).toStrictEqual([
    ['DT-20', ['DT-17', 'DT-18', 'DT-19'], 3],
    ['DT-22', ['DT-29'], 1],
    [undefined, [], 2],
    [undefined, ['DT-37', 'DT-38'], 2],
  ]);
  expect(causes.map(titleOfCause)).toStrictEqual([
    expect.stringMatching(/^DT-20 is broken: The answer to a creation echoes/),
    expect.stringMatching(/^DT-22 is broken: /),
    '2 open questions are answered otherwise, which may follow from that: DT-N03, DT-N09',
    'could not be tested',
  ]);
});

test('what creation does wrong is told before what follows from it, and of a sequence that its last call was refused', () => {
  const creation = 'POST /issue';
  const first = failing(['TM-11'], { endpoints: [creation] });
  const copies = [1, 2, 3].map(() => failing(['TM-20'], { endpoints: ['POST /testplan/copy'] }));
  const passed = sampleTest({ rules: ['TM-11'], endpoints: [creation] });
  const refused = { ...call, method: 'POST', status: 400 };
  const sequence = failing(['DT-18'], {
    error: 'Error: DT-18 does not hold after one call in sequence, POST /template/{templateId}\n\nmissing: 1',
    exchanges: { earlier: 0, kept: [refused, call], endpoints: [] },
  });

  const causes = causesOf(sampleMatrix([first, ...copies, passed, passed, passed]));
  expect(causes.map(({ rule }) => rule)).toStrictEqual(['TM-11', 'TM-20']);
  expect(causesOf(sampleMatrix([sequence]))[0]?.fact).toBe(
    'DT-18 does not hold after one call in sequence, POST /template/{templateId}, answered 400: missing: 1',
  );
});

test('a refused login accuses the rule of authentication, and a contract each rule that it breaks in every failed test', () => {
  const refused = { earlier: 0, kept: [{ ...call, status: 401 }], endpoints: [] };
  const login = failing(['DT-41'], { exchanges: refused });
  const others = ['DT-03', 'DT-13', 'DT-14'].map((id) => failing([id], { exchanges: refused }));
  const ofOtherApi = failing(['AD-01'], { exchanges: refused });
  expect(
    causesOf(sampleMatrix([...others, ofOtherApi, login])).map(({ rule, tests }) => [rule, tests.length]),
  ).toStrictEqual([
    ['DT-41', 4],
    ['AD-01', 1],
  ]);
  expect(causesOf(sampleMatrix(others)).map(({ rule }) => rule)).not.toContain('DT-41');

  const problems =
    'ContractError: GET /rest/x answered 200: 0.requestTypeId: Invalid input (DT-07)\n  - 0.issueTypeId: Invalid input (DT-06)';
  const both = failing(['DT-29'], { accuses: 'DT-07', error: problems });
  const [cause] = causesOf(sampleMatrix([both]));
  expect(cause).toMatchObject({ rule: 'DT-07', alike: ['DT-06'] });
  expect(cause && titleOfCause(cause)).toMatch(/^DT-07 \(or DT-06\) is broken: /);
});

test('what the documents show by an example only deviates, which fails a run only if the gate says so', () => {
  const deviating = sampleTest({ rules: ['DT-41'], status: 'deviates', kind: 'broken rule', error: 'Error: 401' });
  const matrix = sampleMatrix([sampleTest({ rules: demandedRules.slice(0, -1) }), deviating], { status: 'failed' });

  expect(rowOf(matrix, 'DT-41')).toMatchObject({ strength: 'example', state: 'deviates', reasons: ['401'] });
  expect(['DT-01', 'DT-02'].map((id) => rowOf(matrix, id))).toMatchObject([
    { strength: 'sentence' },
    { strength: 'table row' },
  ]);
  expect(judge(matrix, { rules: 'reachable' }).verdict).toBe('passed');
  expect(judge(sampleMatrix([deviating], { status: 'failed' }), { rules: 'selected' }).verdict).toBe('passed');
  expect(judge(matrix, { rules: 'reachable', differs: 'fails' })).toMatchObject({
    verdict: 'assumptions differ',
    reasons: ['The tracker deviates from the example of 1 rule: DT-41.'],
  });
});

test('a test that does not apply takes nothing from its rule, and verifies none alone', () => {
  const reason = 'This tracker has no attribute a/b.';
  const idle = sampleTest({ rules: ['DT-01'], status: 'does not apply', reason });

  expect(rowOf(sampleMatrix([everyRule, idle]), 'DT-01')).toMatchObject({ state: 'verified', reasons: [] });
  expect(rowOf(sampleMatrix([idle]), 'DT-01')).toMatchObject({ state: 'not available', reasons: [reason] });
  const untried = { ...idle, id: 'untried', endpoints: ['GET /connection'] };
  expect(rowOf(sampleMatrix([everyRule, untried]), 'DT-01')).toMatchObject({
    state: 'verified in part',
    reasons: [`GET /connection: ${reason}`],
  });
});
