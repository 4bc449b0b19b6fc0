import { expect, test } from '@playwright/test';
import { nothingOwn } from '../../../reports/custom-definitions.js';
import { findEndpoints, knownEndpoints, findRules } from '../../../reports/selection/find-by-name.js';

const custom = {
  api: 'watchers',
  title: 'POST /issue/{key}/watchers',
  section: '',
  rules: ['WA-01'],
  tests: new Set([]),
};
const known = knownEndpoints({ ...nothingOwn, endpoints: [custom] });

const cases = [
  { text: 'setStepCell', means: ['setStepCell'] },
  { text: 'PUT /steps/cell', means: ['setStepCell'] },
  { text: 'PUT /rest/tms/1.0/api/steps/cell', means: ['setStepCell'] },
  { text: 'GET /rest/tms/1.0/api/testplan/test-case-ids/QA-1', means: ['listTestCaseIds'] },
  { text: 'GET /template/{templateId}', means: ['listByTemplate', 'filterByTemplate'] },
  { text: 'GET /template/{templateId} with a body', means: ['filterByTemplate'] },
  { text: 'GET /rest/api/it/1.0/default-template/template/7', means: ['listByTemplate', 'filterByTemplate'] },
  { text: 'POST /issue/{key}/watchers', means: ['watchIssue', undefined] },
];

for (const { text, means } of cases) {
  test(`${text} means ${means.join(' and ')}`, () => {
    const { found, problems } = findEndpoints([text], known);

    expect({ names: found.map(({ name }) => name), problems }).toEqual({ names: means, problems: [] });
  });
}

test('a family means all its endpoints, and two texts an endpoint once', () => {
  const { found } = findEndpoints(['watchers', 'directory-sync', 'updateUsers'], known);

  expect(found).toHaveLength(8);
  expect(new Set(found.map(({ family }) => family))).toEqual(new Set(['watchers', 'directory-sync']));
});

test('what means no endpoint is told, with what may be meant', () => {
  expect(findEndpoints(['updateUser', 'PUT /steps', 'create'], known).problems).toEqual([
    'There is no endpoint updateUser: did you mean updateUsers?',
    'There is no endpoint PUT /steps: docs/endpoints.md lists them.',
  ]);
});

test('rules are found by id, by a star and in small letters, custom ones too', () => {
  const rules = { 'WA-01': { kind: 'documented', api: 'watchers', scope: 'own', section: '', text: '' } } as const;

  expect([...findRules(['dt-01', 'WA-*', 'AD-2*'], { rules }).found]).toEqual([
    'DT-01',
    'WA-01',
    'AD-20',
    'AD-21',
    'AD-22',
    'AD-23',
    'AD-24',
    'AD-25',
    'AD-26',
    'AD-27',
  ]);
  expect(findRules(['DT-1', 'XX-*'], { rules }).problems).toEqual([
    'There is no rule DT-1: did you mean DT-10 or DT-11 or DT-12?',
    'There is no rule XX-*: `tracker-e2e rules --all` lists them.',
  ]);
});
