import type { Assumptions } from '../../../../contracts/index.js';
import type { Context, Row } from './context.js';

/** The catalogue of test management: issue types, their statuses and workflows, and its custom fields. */
export type TestCatalogue = ReturnType<typeof testCatalogueOf>;

/** Makes the catalogue with other names. The names of the statuses follow the answer to the open question TM-N11. */
export function testCatalogueOf(context: Context, { 'TM-N11': statusNames }: Pick<Assumptions, 'TM-N11'>) {
  const { named } = context;
  const types = {
    testCaseTemplate: named('Ensaio-modelo'),
    testCase: { ...named('Ensaio'), subtask: true },
    testPlan: named('Plano de ensaios'),
  };
  const fields = {
    steps: { ...named('Passos'), type: 'steps' as const },
    preconditions: { ...named('Condições prévias'), type: 'preconditions' as const },
    requirement: { ...named('Requisito de origem'), type: 'requirement' as const },
    testCaseTemplate: { ...named('Feito do modelo'), type: 'test case template' as const },
  };
  const workflows = Object.entries(types).map(([kind, type]) => {
    const statuses = statusNames[kind as keyof typeof types].map(named);
    return { type, statuses, row: workflowOf(`Fluxo: ${type.name}`, statuses) };
  });
  return {
    types,
    fields,
    workflowByIssueType: Object.fromEntries(workflows.map(({ type, row }) => [String(type.id), row.name])),
    rows: {
      issueTypes: Object.values(types),
      statuses: workflows.flatMap(({ statuses }) => statuses),
      workflows: workflows.map(({ row }) => row),
      customFields: Object.values(fields),
    },
  };
}

/** A workflow in which every status can be reached from every other. */
function workflowOf(
  name: string,
  statuses: readonly { readonly id: number; readonly name: string }[],
): Row<'workflows'> {
  return {
    name,
    initial: { name: 'Criar', to: (statuses[0] as { id: number }).id },
    transitions: statuses.map((status, index) => ({
      id: 8_021 + 40 * index,
      name: `Passar a «${status.name}»`,
      from: 'any' as const,
      to: status.id,
    })),
  };
}
