import { expect, test } from '@playwright/test';
import type { TestCase } from '@playwright/test/reporter';
import { annotationTypes } from '../../../contracts/report/annotations.js';
import { findDefect } from '../../../fake/index.js';
import { selectByEndpoint } from '../../../proof/defects/select-by-endpoint.js';

/** A defect that changes what an issue of the tracker shows, which a test of another endpoint catches. */
const defect = findDefect('TM-07-unknown-to-the-tracker');

/** A test of the rule that calls these endpoints; the answer of one does not fit its contract. */
function sample(status: 'passed' | 'failed', endpoints: readonly string[]): TestCase {
  const description = JSON.stringify({ earlier: 0, kept: [], endpoints });
  return {
    tags: [`@${defect.rule}`],
    annotations: [{ type: annotationTypes.endpoint, description: 'POST /steps/attachment' }],
    location: { file: '/suite/specs/a.spec.ts', line: 3, column: 1 },
    titlePath: () => ['', '', 'a.spec.ts', 'POST /steps/attachment', 'makes'],
    results: [
      {
        status,
        errors: [{ message: 'ContractError: it does not fit' }],
        annotations: [{ type: annotationTypes.exchanges, description }],
        steps: [],
      },
    ],
  } as unknown as TestCase;
}

const caught = new Map([[defect.name, [sample('failed', ['GET /issue/{issueIdOrKey}'])]]]);

test('a test that calls what a defect changes is selected', () => {
  const control = [sample('passed', ['GET /issue/{issueIdOrKey}'])];

  expect(selectByEndpoint([defect], caught, control)).toEqual({ caught: 1, missed: [], tests: 1 });
});

test('a defect is named if no selected test catches it', () => {
  const control = [sample('passed', ['POST /steps/attachment'])];

  expect(selectByEndpoint([defect], caught, control)).toEqual({
    caught: 1,
    missed: ['TM-07-unknown-to-the-tracker (GET /issue/{issueIdOrKey})'],
    tests: 0,
  });
});

test('a defect that no test catches does not count', () => {
  expect(selectByEndpoint([defect], new Map([[defect.name, [sample('passed', [])]]]), [])).toEqual({
    caught: 0,
    missed: [],
    tests: 0,
  });
});
