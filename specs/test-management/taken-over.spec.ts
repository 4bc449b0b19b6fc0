import { isDeepStrictEqual } from 'node:util';
import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import type { Assumptions, Issue, ProvidedTestProject } from '../../fixtures/index.js';
import { at } from '../support/at.js';
import { readIssue } from './support/read-issue.js';
import { test } from './support/test.js';

type Part = Assumptions['TM-N19']['add'][number];

/** The issue from which each strategy makes a case, and the issue from which it must not make one. */
const strategies = [
  { strategy: 'BY_TEST_CASE_TEMPLATES', rule: 'TM-20', part: 'byTemplates', from: 'template', beside: 'testCase' },
  { strategy: 'BY_TEST_CASES', rule: 'TM-21', part: 'byCases', from: 'testCase', beside: 'template' },
] as const;

test.describe(...describeEndpoint('copyPlan'), () => {
  for (const { strategy, rule, part, from, beside } of strategies) {
    test(
      `takes over the fields that it is assumed to, and none of another issue, ${strategy}`,
      covers(rule, 'TM-N19'),
      async ({ copyPlan, issues, filled, testPlans, assumptions, observe }) => {
        const { project, plan } = filled;

        const { plans } = await copyPlan({ project, plan, by: strategy });

        const copy = at(plans, 0);
        const created = await readIssue(issues, at(await testPlans.casesOf(copy), 0).key);
        const sameAs = async ({ key }: { readonly key: string }) =>
          sameParts(project, created, await readIssue(issues, key), assumptions['TM-N19'][part]);
        expect(await sameAs(filled[beside])).toEqual([]);
        observe('TM-N19', { [part]: await sameAs(filled[from]) });
      },
    );
  }
});

test.describe(...describeEndpoint('addTestCaseTemplates'), () => {
  test(
    'takes over the fields of a template that it is assumed to',
    covers('TM-N19'),
    async ({ testManagement, issues, filled, testPlans, build, assumptions, observe }) => {
      const { project, template } = filled;
      const plan = await testPlans.provide(project);

      await testManagement.addTestCaseTemplates({
        body: build.addTemplates.to(plan).templates(template).async(false).build(),
      });

      const created = await readIssue(issues, at(await testPlans.casesOf(plan), 0).key);
      const source = await readIssue(issues, template.key);
      observe('TM-N19', { add: sameParts(project, created, source, assumptions['TM-N19'].add) });
    },
  );
});

/** The fields with the same value in two issues; the expected fields come first. */
function sameParts({ fields }: ProvidedTestProject, one: Issue, other: Issue, expected: readonly Part[]): Part[] {
  const ids = { preconditions: fields.preconditions, description: 'description', requirement: fields.requirement };
  const parts = [...new Set<Part>([...expected, 'preconditions', 'description', 'requirement'])];
  return parts.filter((part) => isDeepStrictEqual(one.fields[ids[part]], other.fields[ids[part]]));
}
