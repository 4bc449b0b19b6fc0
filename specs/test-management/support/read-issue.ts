import type { Issue, ProvidedIssue, ProvidedTestProject, TestFixtures } from '../../../fixtures/index.js';
import { itemsOf, propertyOf } from '../../support/json.js';

/** The keys of the templates that cases name, in the order of the cases. */
export async function templateKeysOf(
  issues: TestFixtures['issues'],
  { fields }: ProvidedTestProject,
  cases: readonly Pick<ProvidedIssue, 'key'>[],
): Promise<unknown[]> {
  const field = fields.testCaseTemplate;
  const known = new Map<string, Issue>();
  if (cases.length > 2) {
    const jql = `issue in (${cases.map(({ key }) => key).join(', ')})`;
    const body = { jql, fields: [field], maxResults: cases.length, validateQuery: false };
    for (const issue of (await issues.searchIssuesByPost({ body })).data.issues) {
      known.set(issue.key, issue).set(issue.id, issue);
    }
  }
  // The search may be late.
  const found = cases.map(async ({ key }) => known.get(key) ?? (await readIssue(issues, key)));
  return (await Promise.all(found)).map((issue) => issue.fields[field]);
}

/** An issue as the caller sees it. */
export async function readIssue(issues: TestFixtures['issues'], issueIdOrKey: string | number): Promise<Issue> {
  return (await issues.getIssue({ issueIdOrKey })).data;
}

/** A property of a field's value that names something: of the project, the type, the status or the parent of an issue. */
export function named({ fields }: Issue, field: string, property: 'key' | 'name' | 'id'): unknown {
  return propertyOf(fields[field], property);
}

/**
 * The keys of the cases of a plan in the order of its sub-tasks, by which many clients read them. No document asks for
 * that field: a plan without it counts as having the cases as they are listed.
 */
export async function subtaskKeysOf(
  issues: TestFixtures['issues'],
  plan: Pick<ProvidedIssue, 'key'>,
  listed: readonly Pick<ProvidedIssue, 'key'>[],
): Promise<unknown[]> {
  const { subtasks } = (await readIssue(issues, plan.key)).fields;
  return (Array.isArray(subtasks) ? itemsOf(subtasks) : listed).map((one) => propertyOf(one, 'key'));
}
