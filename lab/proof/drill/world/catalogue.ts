import type { Assumptions } from '../../../../contracts/index.js';
import type { Context, Row } from './context.js';

/** The data of the whole tracker: types, priorities, statuses, screens, workflows and fields. */
export type Catalogue = ReturnType<typeof catalogueOf>;

/** The names of the workflows. */
export const workflowNames = { plain: 'Fluxo corrente', overwrite: 'Fluxo que substitui', keep: 'Fluxo que conserva' };

/** Makes the data of the whole tracker, with names in another language and renamed fields. */
export function catalogueOf(context: Context) {
  const { named } = context;
  const issueTypes = ['Tarefa', 'Avaria', 'Sugestão', 'Pergunta', 'Mudança'].map(named);
  const subtask = { ...named('Parte de tarefa'), subtask: true };
  const priorities = ['Já', 'Em breve', 'Um dia'].map(named);
  const [fresh, doing, done] = [named('Por começar'), named('Em curso'), named('Concluída')];
  const [create, createFromTemplate, finish] = [named('Registar'), named('Registar do modelo'), named('Concluir')];
  const finishing = { id: 917, name: 'Concluir', from: 'any' as const, to: done.id, screenId: finish.id };
  const workflow = (name: string, screenId: number, overwrite?: boolean): Row<'workflows'> => ({
    name,
    initial: {
      name: 'Criar',
      to: fresh.id,
      screenId,
      postFunctions: overwrite === undefined ? [] : [{ type: 'create from template', overwrite }],
    },
    transitions: [{ id: 704, name: 'Começar', from: [fresh.id], to: doing.id }, finishing],
  });
  const fields = fieldsOf(context);
  return {
    issueTypes,
    fields,
    finishing,
    newProjectScreens: {
      initial: { transitionId: 1, name: 'Criar', screenId: create.id },
      other: { transitionId: finishing.id, name: finishing.name, screenId: finish.id },
    },
    rows: {
      issueTypes: [...issueTypes, subtask],
      priorities,
      statuses: [fresh, doing, done],
      screens: [create, createFromTemplate, finish],
      workflows: [
        workflow(workflowNames.plain, create.id),
        workflow(workflowNames.overwrite, createFromTemplate.id, true),
        workflow(workflowNames.keep, createFromTemplate.id, false),
      ],
      customFields: Object.values(fields),
    },
  };
}

/** Custom fields; the last two have names that mean something else on other trackers. */
function fieldsOf({ named }: Context) {
  return {
    template: { ...named('Modelo da tarefa'), type: 'template' as const },
    place: { ...named('Local da obra'), type: 'paragraph' as const },
    hours: { ...named('Horas previstas'), type: 'number' as const },
    weight: { ...named('Peso'), type: 'select' as const, options: ['Leve', 'Médio', 'Pesado'] },
    otherTemplate: { ...named('Template'), type: 'text' as const },
    otherSteps: { ...named('Steps'), type: 'paragraph' as const },
  };
}

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
