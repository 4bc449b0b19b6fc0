import type { Sandbox } from '../../../../fixtures/settings/sandbox.js';
import { workflowNames } from './catalogue.js';
import type { Catalogue, TestCatalogue } from './catalogue.js';
import { grants } from './context.js';
import type { Context, Row } from './context.js';
import type { People } from './people.js';

/** A project with its request types. */
export type Project = Row<'projects'> & { readonly requestTypes: readonly { readonly id: number }[] };

/** The options of a project. */
interface ProjectNeeds {
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

/** A template with its fields. */
export type Template = Row<'templates'> & { readonly fields: Readonly<Record<string, unknown>> };

/** Makes a template with a value for every kind of field. */
export function templateOf({ id, random }: Context, { fields }: Catalogue): Template {
  const number = id();
  return {
    id: number,
    name: `Modelo ${number}`,
    fields: {
      summary: `Inspeção periódica ${number}`,
      description: `Verificar o quadro elétrico n.º ${number}.\nAnotar as leituras.`,
      labels: ['inspeção', `modelo-${number}`],
      [`customfield_${fields.place.id}`]: `Piso ${random.int(-2, 9)}, porta «B»`,
      [`customfield_${fields.hours.id}`]: random.int(1, 40),
      [`customfield_${fields.weight.id}`]: { value: random.pick(fields.weight.options) },
    },
  };
}

const summaries = [
  'Substituir a bomba da cave',
  'Rever o orçamento de 2026 (2.ª versão)',
  'Porta «B» não fecha à chave',
  'Falar sobre tracker-e2e [ensaio] com a direção',
  'Pintar a escada; ver cores com a Inês',
];
const remarks = ['Visto.', 'Falta a peça n.º 7.', 'Fica para depois das férias.', 'Já encomendei — chega à sexta.'];

/** Issues with comments and sub-tasks, as a team leaves them in a project. */
export function issuesOf(
  { id, random }: Context,
  { issueTypes, rows, fields }: Catalogue,
  { team }: People,
  project: Pick<Row<'projects'>, 'key'>,
): Row<'issues'>[] {
  const person = (): string => random.pick(team).key;
  return Array.from({ length: random.int(4, 9) }, (_, index) => ({
    id: id(),
    key: `${project.key}-${3 + 7 * index}`,
    issueTypeId: random.pick(issueTypes).id,
    reporter: person(),
    fields: {
      summary: random.pick(summaries),
      description: `Registado por telefone.\n\nProcesso ${id()}.`,
      priority: { id: String(random.pick(rows.priorities).id) },
      labels: [`zona-${random.int(1, 5)}`],
      [`customfield_${fields.hours.id}`]: random.int(1, 80),
      [`customfield_${fields.otherTemplate.id}`]: 'Minuta 14-C',
    },
    comments: Array.from({ length: random.int(0, 3) }, () => ({ author: person(), body: random.pick(remarks) })),
  }));
}

/** A project that manages tests. */
type TestProject = Row<'projects'> & {
  readonly tests: { readonly columns: string[]; readonly statuses: { readonly id: number; readonly name: string }[] };
};

interface Kind {
  readonly columns: string[];
  readonly statuses: readonly string[];
  readonly preconditions?: boolean;
  readonly everybodyCreates?: boolean;
}

/** What projects that manage tests are like: none as on a new installation. */
const kinds: Readonly<Record<'works' | 'short' | 'long', Kind>> = {
  works: { columns: ['Fazer', 'Com', 'Deve ver-se'], statuses: ['Por fazer', 'A fazer', 'Aprovado', 'Reprovado'] },
  short: { columns: ['Verificação'], statuses: ['Aberto', 'Conforme', 'Não conforme'], preconditions: false },
  long: {
    columns: ['Preparar', 'Medir', 'Valor', 'Tolerância', 'Notas'],
    statuses: ['Em espera', 'Medido', 'Fora da tolerância'],
    everybodyCreates: true,
  },
};

/** Makes a project that manages tests. Only administrators create issues in most of them. */
export function testProjectOf(
  { id, named }: Context,
  { types, workflowByIssueType }: TestCatalogue,
  { key, kind, lead }: { readonly key: string; readonly kind: keyof typeof kinds; readonly lead: string },
): TestProject {
  const { columns, statuses, everybodyCreates = false, ...rest } = kinds[kind];
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
    permissions: everybodyCreates ? grants() : { ...grants(), CREATE_ISSUES: [] },
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
    projects: projects.map(({ key, permissions, tests: { columns, statuses, ...rest } }) => ({
      key,
      columns,
      statuses: statuses.map(({ name }) => name),
      defaultStatus: (statuses[0] as { name: string }).name,
      preconditions: (rest as { preconditions?: boolean }).preconditions ?? true,
      plainUserCreates: permissions?.CREATE_ISSUES?.length !== 0,
    })),
    issueTypes: nameOf(types),
    fields: nameOf(fields),
  };
}

/** Makes a project's test case templates, and a plan with a case of each: its rows have groups, cells and statuses. */
export function testIssuesOf(
  { id, random }: Context,
  { types, fields }: TestCatalogue,
  { key, tests }: TestProject,
  reporter: string,
) {
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
