import { workflowNames } from './catalogue.js';
import type { Catalogue } from './catalogue.js';
import { grants } from './context.js';
import type { Context, Row } from './context.js';

/** A project with its request types. */
export type Project = Row<'projects'> & { readonly requestTypes: readonly { readonly id: number }[] };

/** The options of a project. */
export interface ProjectNeeds {
  readonly lead: string;
  readonly workflow?: keyof typeof workflowNames;
  /** Makes it a service desk with so many request types. */
  readonly requestTypes?: number;
}

const requestNames = ['Pedir acesso', 'Comunicar avaria', 'Encomendar material', 'Marcar férias'];

/** Makes projects whose keys and names follow from their place in the list. */
export function projectsOf(context: Context, { issueTypes }: Catalogue) {
  let made = 0;
  return ({ lead, workflow = 'plain', requestTypes = 0 }: ProjectNeeds): Project => {
    made += 1;
    const type = requestTypes > 0 ? 'service_desk' : context.random.pick(['software', 'business'] as const);
    return {
      id: context.id(),
      key: `OBRA_${String(made).padStart(2, '0')}`,
      name: `Obra n.º ${made} – ${context.random.pick(['Évora', 'Guimarães', 'Setúbal', 'Bragança'])}`,
      type,
      lead,
      issueTypeIds: issueTypes.map(({ id }) => id),
      requestTypes: requestNames.slice(0, requestTypes).map((name) => ({
        ...context.named(name),
        issueTypeId: context.random.pick(issueTypes).id,
      })),
      workflow: workflowNames[workflow],
      permissions: grants(),
    };
  };
}
