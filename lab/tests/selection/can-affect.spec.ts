import { expect, test } from '@playwright/test';
import { annotationTypes } from '../../../contracts/report/annotations.js';
import { nothingOwn } from '../../../reports/custom-definitions.js';
import { canAffect, knownTest } from '../../../reports/selection/select-tests.js';
import { findEndpoints, knownEndpoints } from '../../../reports/selection/find-by-name.js';

const endpoints = (name: string) => findEndpoints([name], knownEndpoints(nothingOwn)).found;

interface Case {
  readonly title: string;
  readonly rules?: readonly string[];
  readonly about?: string;
  readonly called?: readonly string[];
  readonly endpoint?: string;
  readonly affected: boolean;
}

const cases: readonly Case[] = [
  { title: 'is about it', about: 'PUT /steps/cell', affected: true },
  { title: 'covers a rule of it', rules: ['TM-06'], about: 'GET /issue', affected: true },
  {
    title: 'called it in an earlier run',
    rules: ['TM-26'],
    about: 'POST /testplan/copy',
    called: ['PUT /steps/cell'],
    affected: true,
  },
  {
    title: 'is about another endpoint and its rules',
    rules: ['TM-26'],
    about: 'POST /testplan/copy',
    called: [],
    affected: false,
  },
  { title: 'covers a rule without an endpoint, of its API', rules: ['TM-10'], about: 'POST /issue', affected: true },
  {
    title: 'covers such a rule at another endpoint of the API',
    rules: ['TM-35'],
    about: 'PUT /steps/status',
    affected: false,
  },
  {
    title: 'covers a rule without an endpoint, of another API',
    rules: ['DT-37'],
    about: 'POST /issue',
    affected: false,
  },
  { title: 'covers a custom rule and is about nothing', rules: ['WA-01'], affected: true },
  { title: 'covers a custom rule of another endpoint', rules: ['WA-01'], about: 'GET /watchers', affected: false },
  { title: 'says nothing of itself', affected: true },
  { title: 'says nothing of itself and called another one', called: ['GET /issue'], affected: false },
  {
    title: 'covers a rule of issues, for an endpoint of issues',
    rules: ['DT-37'],
    endpoint: 'createIssue',
    affected: true,
  },
  {
    title: 'is about an API alone, for an endpoint of issues',
    rules: ['DT-01'],
    about: 'GET /project/{projectIdOrKey}',
    endpoint: 'createIssue',
    affected: false,
  },
];

for (const { title, rules = [], about, called, endpoint: name = 'setStepCell', affected } of cases) {
  test(`a change of ${name} ${affected ? 'can' : 'can not'} affect a test that ${title}`, () => {
    const annotations = [about].flatMap((description) =>
      description === undefined ? [] : [{ type: annotationTypes.endpoint, description }],
    );
    const known = knownTest({ tags: rules.map((id) => `@${id}`), annotations }, called);

    expect(endpoints(name).map((endpoint) => canAffect(endpoint, known))).toEqual([affected]);
  });
}
