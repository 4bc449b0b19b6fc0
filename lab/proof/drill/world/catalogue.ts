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
