import { expect, test } from '@playwright/test';
import { factOf } from '../../../reports/matrix/format.js';

const facts: readonly { readonly title: string; readonly error: string; readonly fact: string }[] = [
  {
    title: 'a matcher of the harness says it all in its first line',
    error: 'Error: POST /rest/x answered 200, not 201\nCall: POST http://tracker.test/rest/x (as qa)',
    fact: 'POST /rest/x answered 200, not 201',
  },
  {
    title: 'one of Playwright’s with a message gets what was expected and received',
    error: 'Error: the search\n\nexpect(received).toBe(expected) // Object.is equality\n\nExpected: 418\nReceived: 200',
    fact: 'the search (expected 418, received 200)',
  },
  {
    title: 'and without a message says nothing else',
    error: 'Error: expect(received).toBe(expected) // Object.is equality\n\nExpected: "a"\nReceived: "b"',
    fact: 'expected "a", received "b"',
  },
  {
    title: 'also if the kind of value is named, and if it was not to be',
    error:
      'Error: expect(received).not.toContain(expected) // indexOf\n\nExpected substring: not "a"\nReceived string:        "cab"',
    fact: 'expected not "a", received "cab"',
  },
  {
    title: 'a value that is long is cut',
    error: `Error: a body\n\nExpected: 1\nReceived: "${'x'.repeat(70)}"`,
    fact: `a body (expected 1, received "${'x'.repeat(58)}…)`,
  },
  {
    title: 'of objects the lines that differ are told',
    error:
      'Error: expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 2\n\n  Object {\n-   "a": 1,\n+   "a": 2,\n+   "b": 3,\n  }',
    fact: 'expected -, received +: - "a": 1, + "a": 2, + "b": 3,',
  },
  {
    title: 'if nothing of it is told the first line has to do',
    error: 'Error: the rows\n\nexpect(received).toEqual(expected) // deep equality\n\n…',
    fact: 'the rows',
  },
  {
    title: 'an error that stands for another says once that it is one, and its class if it has one',
    error: 'Error: Error: ContractError: GET /rest/x answered 200 with a body that does not fit its contract',
    fact: 'ContractError: GET /rest/x answered 200 with a body that does not fit its contract',
  },
];

for (const { title, error, fact } of facts) {
  test(title, () => {
    expect(factOf(error)).toBe(fact);
  });
}
