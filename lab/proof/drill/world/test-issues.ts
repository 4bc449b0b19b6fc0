import type { Context, Row } from './context.js';
import type { TestCatalogue } from './test-catalogue.js';
import type { TestProject } from './test-projects.js';

/** A project's test case templates, and a plan with a case of each: its rows have groups, cells and statuses. */
export interface TestIssues {
  readonly templates: readonly Row<'issues'>[];
  readonly plan: Row<'issues'>;
  readonly cases: readonly Row<'issues'>[];
}

/** Makes them. */
export function testIssuesOf(
  { id, random }: Context,
  { types, fields }: TestCatalogue,
  { key, tests }: TestProject,
  reporter: string,
): TestIssues {
  let number = 40;
  const issue = (issueTypeId: number, values: Record<string, unknown>, parent?: string): Row<'issues'> => ({
    id: id(),
    key: `${key}-${(number += random.int(1, 6))}`,
    issueTypeId,
    reporter,
    ...(parent !== undefined && { parent }),
    fields: values,
  });
  const step = () => ({ isGroup: false, cells: tests.columns.map((column) => `${column}: ${random.int(1, 999)} mΩ`) });
  const rows = () => ({ stepsRows: [{ isGroup: true, cells: ['Antes de ligar'] }, step(), step(), step()] });
  const templates = ['Medir a terra', 'Ensaiar o diferencial', 'Medir o isolamento'].map((summary) =>
    issue(types.testCaseTemplate.id, { summary, [`customfield_${fields.steps.id}`]: rows() }),
  );
  const plan = issue(types.testPlan.id, { summary: 'Receção provisória da obra' });
  const cases = templates.map((template) =>
    issue(
      types.testCase.id,
      { ...template.fields, [`customfield_${fields.testCaseTemplate.id}`]: template.key },
      plan.key,
    ),
  );
  return { templates, plan, cases };
}
