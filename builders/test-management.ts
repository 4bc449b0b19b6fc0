import * as z from 'zod';
import {
  addTemplatesRequestSchema,
  copyPlanRequestSchema,
  createIssueRequestSchema,
  describeIssue,
  stepsField,
  stepsRowSchema,
} from '../contracts/index.js';
import type {
  AddTemplatesRequest,
  CopyPlanRequest,
  CreateIssueRequest,
  StepsRow,
  TestIssueKind,
} from '../contracts/index.js';
import { MistakeError, allGiven, given } from '../contracts/mistake.js';
import { Builder } from './builder.js';
export { stepsField } from '../contracts/index.js';
import type { Source } from './source.js';

export interface TestProjectNames {
  readonly key: string;
  readonly issueTypes: Readonly<Record<TestIssueKind, { readonly id: number; readonly name: string }>>;
  /** The ids of the custom fields, such as `customfield_10101`. */
  readonly fields: Readonly<Record<'steps' | 'preconditions' | 'requirement' | 'testCaseTemplate', string>>;
  /** The property of the Steps value that holds the rows; null if the value is the list of rows (TM-N02). */
  readonly rowsProperty: string | null;
}

type Change = (project: TestProjectNames) => Readonly<Record<string, unknown>>;

/** Describes the payload that creates a test case template, a test case or a test plan. */
export class TestIssueBuilder extends Builder<CreateIssueRequest> {
  readonly #source: Source;
  readonly #kind: TestIssueKind;
  readonly #project: TestProjectNames | undefined;
  readonly #changes: readonly Change[];

  constructor(source: Source, kind: TestIssueKind, project?: TestProjectNames, changes: readonly Change[] = []) {
    super(createIssueRequestSchema);
    this.#source = source;
    this.#kind = kind;
    this.#project = project;
    this.#changes = changes;
  }

  /** Puts it in a project. */
  in(project: TestProjectNames): TestIssueBuilder {
    const testProject = given(
      'in(project)',
      project,
      ['key', 'fields', 'issueTypes'],
      'testManagementProjects.provide()',
    );
    return new TestIssueBuilder(this.#source, this.#kind, testProject, this.#changes);
  }

  /** Gives it Steps. */
  withSteps(rows: readonly StepsRow[]): TestIssueBuilder {
    const checked = allGiven('withSteps(rows)', rows, []);
    return this.#with((project) => stepsField(project, checked));
  }

  /** Gives it Preconditions. */
  withPreconditions(text: string): TestIssueBuilder {
    return this.#with(({ fields }) => ({ [fields.preconditions]: text }));
  }

  /** Gives it a Requirement: a list of issue keys, or what else the tracker takes (TM-N03). */
  withRequirement(value: unknown): TestIssueBuilder {
    return this.#with(({ fields }) => ({ [fields.requirement]: value }));
  }

  /** Makes it a case of a plan. */
  of(plan: { readonly key: string }): TestIssueBuilder {
    const { key } = given('of(plan)', plan, ['key'], 'testPlans.provide(project)');
    return this.#with(() => ({ parent: { key } }));
  }

  /** Names the template it is made from. */
  fromTemplate(template: { readonly key: string }): TestIssueBuilder {
    const { key } = given('fromTemplate(template)', template, ['key'], 'testCaseTemplates.provide(project)');
    return this.#with(({ fields }) => ({ [fields.testCaseTemplate]: key }));
  }

  /** Names its issue type by id instead of by name. */
  byIssueTypeId(): TestIssueBuilder {
    return this.#with(({ issueTypes }) => ({ issuetype: { id: String(issueTypes[this.#kind].id) } }));
  }

  /** Sets values by field id. */
  withFields(fields: Readonly<Record<string, unknown>>): TestIssueBuilder {
    return this.#with(() => fields);
  }

  protected override draft(): unknown {
    const project = this.#project;
    if (project === undefined) throw new MistakeError('A test issue needs a project: say in(project) before build().');
    const start = {
      project: { key: project.key },
      issuetype: { name: project.issueTypes[this.#kind].name },
      summary: this.#source.marked(this.#source.faker.hacker.phrase()),
    };
    const fields: Readonly<Record<string, unknown>> = this.#changes.reduce(
      (all, change) => ({ ...all, ...change(project) }),
      start,
    );
    if (this.#kind === 'testCase' && fields['parent'] === undefined)
      throw new MistakeError('A test case needs a plan: say of(plan) before build().');
    return { fields };
  }

  #with(change: Change): TestIssueBuilder {
    return new TestIssueBuilder(this.#source, this.#kind, this.#project, [...this.#changes, change]);
  }
}

/** Cells that are easily damaged in transit: empty, with line breaks, with markup of several kinds, with unicode. */
export const awkwardCells: readonly string[] = [
  '',
  'first line\nsecond line\r\nthird line',
  '*bold* _italic_ {color:red}red{color} [link|https://example.com]',
  '<b onclick="x()">bold</b> &amp; <script>1</script>',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '日本語 – ñandú – 😀 – "quoted" \\n \\" \\, &#65;',
  '  leading and trailing, a%20b+c;d  ',
  '007.50',
];

const rowsSchema = z.array(stepsRowSchema);

/** Describes the rows of a Steps table: groups and steps in any order (document: Steps field rows). */
export class StepsBuilder extends Builder<StepsRow[]> {
  readonly #source: Source;
  readonly #columns: number;
  readonly #rows: readonly StepsRow[];

  constructor(source: Source, columns = 3, rows: readonly StepsRow[] = []) {
    super(rowsSchema);
    this.#source = source;
    this.#columns = columns;
    this.#rows = rows;
  }

  /** Steps added from here on have a cell for each column of this project. */
  for(project: { readonly columns: readonly string[] }): StepsBuilder {
    const { columns } = given('for(project)', project, ['columns'], 'testManagementProjects.provide()');
    return new StepsBuilder(this.#source, columns.length, this.#rows);
  }

  /** Adds a group. */
  group(name: string = this.#source.faker.company.buzzNoun()): StepsBuilder {
    return this.#add([{ isGroup: true, cells: [name] }]);
  }

  /**
   * Adds a step; cells that are left out are made up.
   *
   * @throws MistakeError for more cells than the project has columns: write such rows as a literal, or take invalidSteps
   */
  step(...cells: readonly string[]): StepsBuilder {
    return this.#add([{ isGroup: false, cells: this.#fill(cells) }]);
  }

  /** Adds this many steps with made-up cells. */
  steps(count: number): StepsBuilder {
    if (!Number.isInteger(count) || count < 0)
      throw new MistakeError(`steps(count) takes a whole number of steps. It was given ${String(count)}.`);
    return this.#add(Array.from({ length: count }, () => ({ isGroup: false, cells: this.#fill([]) })));
  }

  protected override draft(): unknown {
    return this.#rows;
  }

  #fill(cells: readonly string[]): string[] {
    if (cells.length > this.#columns) {
      throw new MistakeError(
        `A step has a cell for each of ${this.#columns} columns, and step(…) was given ${cells.length}. For a project ` +
          'with other columns say for(project) before step(…).',
      );
    }
    return Array.from({ length: this.#columns }, (_, index) => cells[index] ?? this.#source.faker.hacker.phrase());
  }

  #add(rows: readonly StepsRow[]): StepsBuilder {
    return new StepsBuilder(this.#source, this.#columns, [...this.#rows, ...rows]);
  }
}

const addTemplatesSchema = writtenAs(addTemplatesRequestSchema);

/** Describes the body of `POST testplan/add-test-case-templates` (document: Add templates body). */
export class AddTemplatesBuilder extends Builder<AddTemplatesRequest> {
  readonly #body: Partial<AddTemplatesRequest>;

  constructor(body: Partial<AddTemplatesRequest> = {}) {
    super(addTemplatesSchema);
    this.#body = body;
  }

  /** Names the plans that get cases. */
  to(...plans: readonly { readonly key: string }[]): AddTemplatesBuilder {
    return this.#with({ testPlanKeys: keysOf('to(plan, …)', plans, 'testPlans.provide(project)') });
  }

  /** Names the templates the cases are made from. */
  templates(...templates: readonly { readonly key: string }[]): AddTemplatesBuilder {
    const from = 'testCaseTemplates.provide(project)';
    return this.#with({ testCaseTemplateKeys: keysOf('templates(template, …)', templates, from) });
  }

  /** Says whether the call waits for the cases. */
  async(async: boolean): AddTemplatesBuilder {
    return this.#with({ async });
  }

  protected override draft(): unknown {
    if (this.#body.testPlanKeys === undefined)
      throw new MistakeError('Templates are added to plans: say to(plan) before build().');
    if (this.#body.testCaseTemplateKeys === undefined)
      throw new MistakeError('It adds templates: say templates(template) before build().');
    return this.#body;
  }

  #with(body: Partial<AddTemplatesRequest>): AddTemplatesBuilder {
    return new AddTemplatesBuilder({ ...this.#body, ...body });
  }
}

const copyPlanSchema = writtenAs(copyPlanRequestSchema);

/**
 * Describes the body of `POST testplan/copy` (document: Copy test plan body). Omitted properties are left out of the
 * body.
 */
export class CopyPlanBuilder extends Builder<CopyPlanRequest> {
  readonly #body: Partial<CopyPlanRequest>;

  constructor(body: Partial<CopyPlanRequest> = {}) {
    super(copyPlanSchema);
    this.#body = body;
  }

  /** Names the plan to copy. */
  of(plan: { readonly key: string }): CopyPlanBuilder {
    return this.#with({ testPlanKey: given('of(plan)', plan, ['key'], 'testPlans.provide(project)').key });
  }

  /** Names the projects the copies go to, by their keys. */
  to(...projects: readonly { readonly key: string }[]): CopyPlanBuilder {
    return this.#with({ projects: keysOf('to(project, …)', projects, 'testManagementProjects.provide()') });
  }

  /** Names the projects the copies go to, by their ids (TM-N20). */
  toIds(...projects: readonly { readonly id: number }[]): CopyPlanBuilder {
    const named = allGiven('toIds(project, …)', projects, ['id'], 'testManagementProjects.provide()');
    return this.#with({ projects: named.map(({ id }) => id) });
  }

  /** Sets the source of the cases. */
  by(copyStrategy: NonNullable<CopyPlanRequest['copyStrategy']>): CopyPlanBuilder {
    return this.#with({ copyStrategy });
  }

  /** Limits the copy to these cases or templates. */
  only(...issues: readonly { readonly id: number }[]): CopyPlanBuilder {
    return this.#with({ issueIds: allGiven('only(issue, …)', issues, ['id']).map(({ id }) => id) });
  }

  /** The same with their ids as text (TM-N20). */
  onlyAsText(...issues: readonly { readonly id: number }[]): CopyPlanBuilder {
    return this.#with({ issueIds: allGiven('onlyAsText(issue, …)', issues, ['id']).map(({ id }) => String(id)) });
  }

  /** Says whether the call waits for the cases. */
  async(async: boolean): CopyPlanBuilder {
    return this.#with({ async });
  }

  protected override draft(): unknown {
    if (this.#body.testPlanKey === undefined)
      throw new MistakeError('A copy needs a plan: say of(plan) before build().');
    return this.#body;
  }

  #with(body: Partial<CopyPlanRequest>): CopyPlanBuilder {
    return new CopyPlanBuilder({ ...this.#body, ...body });
  }
}

function keysOf(step: string, things: readonly { readonly key: string }[], from: string): string[] {
  return allGiven(step, things, ['key'], from).map(({ key }) => key);
}

/** Checks data by a schema and gives it unchanged: defaults of the schema are not filled in. */
function writtenAs<Schema extends z.ZodType>(schema: Schema): z.ZodType<z.input<Schema>> {
  return z.custom<z.input<Schema>>().superRefine((value, context) => {
    const parsed = schema.safeParse(value, { error: describeIssue });
    for (const issue of parsed.error?.issues ?? []) {
      context.addIssue({ code: 'custom', message: issue.message, path: issue.path });
    }
  });
}
