import type { Sandbox } from '../../../../fixtures/settings/sandbox.js';
import { workflowNames } from './catalogue.js';
import { grants } from './context.js';
import type { Context, Row } from './context.js';
import type { TestCatalogue } from './test-catalogue.js';

/** A project that manages tests. */
export type TestProject = Row<'projects'> & {
  readonly tests: { readonly columns: string[]; readonly statuses: { readonly id: number; readonly name: string }[] };
};

/** The settings of its Steps: by kind of project, none as on a new installation. */
const kinds = {
  works: { columns: ['Fazer', 'Com', 'Deve ver-se'], statuses: ['Por fazer', 'A fazer', 'Aprovado', 'Reprovado'] },
  short: { columns: ['Verificação'], statuses: ['Aberto', 'Conforme', 'Não conforme'], preconditions: false },
  long: {
    columns: ['Preparar', 'Medir', 'Valor', 'Tolerância', 'Notas'],
    statuses: ['Em espera', 'Medido', 'Fora da tolerância'],
  },
};

/** Makes a project that manages tests. Only administrators create issues in it. */
export function testProjectOf(
  { id, named }: Context,
  { types, workflowByIssueType }: TestCatalogue,
  { key, kind, lead }: { readonly key: string; readonly kind: keyof typeof kinds; readonly lead: string },
): TestProject {
  const { columns, statuses, ...rest } = kinds[kind];
  return {
    id: id(),
    key,
    name: `Ensaios ${key.toLowerCase()}`,
    lead,
    issueTypeIds: Object.values(types).map((type) => type.id),
    workflow: workflowNames.plain,
    workflowByIssueType,
    tests: {
      columns,
      statuses: statuses.map((name) => ({ ...named(name), color: '#774411' })),
      defaultStatus: statuses[0] as string,
      ...rest,
    },
    permissions: { ...grants(), CREATE_ISSUES: [] },
  };
}

/** The projects in a sandbox's words. */
export function sandboxTests({ types, fields }: TestCatalogue, projects: readonly TestProject[]): Sandbox['tests'] {
  const nameOf = <Key extends string>(rows: Readonly<Record<Key, { readonly name: string }>>) =>
    Object.fromEntries(Object.entries<{ name: string }>(rows).map(([key, { name }]) => [key, name])) as Record<
      Key,
      string
    >;
  return {
    projects: projects.map(({ key, tests: { columns, statuses, ...rest } }) => ({
      key,
      columns,
      statuses: statuses.map(({ name }) => name),
      defaultStatus: (statuses[0] as { name: string }).name,
      preconditions: (rest as { preconditions?: boolean }).preconditions ?? true,
      plainUserCreates: false,
    })),
    issueTypes: nameOf(types),
    fields: nameOf(fields),
  };
}
