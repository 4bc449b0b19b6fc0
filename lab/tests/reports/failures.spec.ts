import { expect, test } from '@playwright/test';
import { factOf } from '../../../reports/failures/fact-of.js';
import { failureOf } from '../../../reports/failures/failure-of.js';

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
  const head = 'Error: expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 1\n\n';
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

test('the same failure with other ids, keys, hosts, tenants and words has the same fingerprint', () => {
  const refused = (url: string, id: number) =>
    `SetupError: Set-up failed: POST ${url}/rest/api/it/1.0/default-template/transition/${id} as admin answered 200: it has no list`;
  const [fake, tracker] = ['http://127.0.0.1:41234/tenant-12', 'https://tracker.example.com/jira'];
  const known = fingerprintOf(refused(fake, 1_000_002));
  const [one, other] = [differingUser('anna.17', 'sudden cassava'), differingUser('bert.4711', 'unknown forage')];

  expect(fingerprintOf(unexpectedEntry(1_000_001))).toBe(fingerprintOf(unexpectedEntry(7_654_321)));
  expect(fingerprintOf(refused(tracker, 10_305))).toBe(known);
  expect(fingerprintOf(refused(fake, 1).replace('transition', 'project'))).not.toBe(known);
  expect(fingerprintOf(one)).toBe(fingerprintOf(other));
});

test('another property, another row and another status are other failures', () => {
  const known = fingerprintOf(unexpectedEntry(1_000_001));

  expect(fingerprintOf(unexpectedEntry(1_000_001, '"requestTypeId"'))).not.toBe(known);
  expect(fingerprintOf(unexpectedEntry(1_000_001, '"issueTypeId"', 1_000_999))).not.toBe(known);
  expect(fingerprintOf(unexpectedEntry(1_000_001).replace('answered 200', 'answered 404'))).not.toBe(known);
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
  const absent = differing('- Array [', '-   "QA",', '-   "QB",', '- ]', '+ Array []');
  for (const [error, fact] of [
    [absent, 'expected [ "QA", "QB" ], received []'],
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
