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
import { TraitBuilder } from './builder.js';
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

interface TestIssueTraits {
  readonly project?: TestProjectNames;
  readonly changes: readonly Change[];
}

/** Describes the payload that creates a test case template, a test case or a test plan. */
export class TestIssueBuilder extends TraitBuilder<CreateIssueRequest, TestIssueTraits> {
  constructor(
    private readonly source: Source,
    private readonly kind: TestIssueKind,
  ) {
    super(createIssueRequestSchema, { changes: [] });
  }

  /** Puts it in a project. */
  in(project: TestProjectNames): this {
    given('in(project)', project, ['key', 'fields', 'issueTypes'], 'testManagementProjects.provide()');
    return this.but({ project });
  }

  /** Gives it Steps. */
  withSteps(rows: readonly StepsRow[]): this {
    const checked = allGiven('withSteps(rows)', rows, []);
    return this.change((project) => stepsField(project, checked));
  }

  /** Gives it Preconditions. */
  withPreconditions(text: string): this {
    return this.change(({ fields }) => ({ [fields.preconditions]: text }));
  }

  /** Gives it a Requirement: a list of issue keys, or what else the tracker takes (TM-N03). */
  withRequirement(value: unknown): this {
    return this.change(({ fields }) => ({ [fields.requirement]: value }));
  }

  /** Makes it a case of a plan. */
  of(plan: { readonly key: string }): this {
    const { key } = given('of(plan)', plan, ['key'], 'testPlans.provide(project)');
    return this.change(() => ({ parent: { key } }));
  }

  /** Names the template it is made from. */
  fromTemplate(template: { readonly key: string }): this {
    const { key } = given('fromTemplate(template)', template, ['key'], 'testCaseTemplates.provide(project)');
    return this.change(({ fields }) => ({ [fields.testCaseTemplate]: key }));
  }

  /** Names its issue type by id instead of by name. */
  byIssueTypeId(): this {
    return this.change(({ issueTypes }) => ({ issuetype: { id: String(issueTypes[this.kind].id) } }));
  }

  /** Sets values by field id. */
  withFields(fields: Readonly<Record<string, unknown>>): this {
    return this.change(() => fields);
  }

  protected override draft(): unknown {
    const { project, changes } = this.traits;
    if (project === undefined) throw new MistakeError('A test issue needs a project: say in(project) before build().');
    const start = {
      project: { key: project.key },
      issuetype: { name: project.issueTypes[this.kind].name },
      summary: this.source.marked(this.source.faker.hacker.phrase()),
    };
    const fields: Readonly<Record<string, unknown>> = changes.reduce(
      (all, change) => ({ ...all, ...change(project) }),
      start,
    );
    if (this.kind === 'testCase' && fields['parent'] === undefined)
      throw new MistakeError('A test case needs a plan: say of(plan) before build().');
    return { fields };
  }

  private change(change: Change): this {
    return this.but({ changes: [...this.traits.changes, change] });
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

interface StepsTraits {
  readonly columns: number;
  readonly rows: readonly StepsRow[];
}

/** Describes the rows of a Steps table: groups and steps in any order (document: Steps field rows). */
export class StepsBuilder extends TraitBuilder<StepsRow[], StepsTraits> {
  constructor(private readonly source: Source) {
    super(rowsSchema, { columns: 3, rows: [] });
  }

  /** Steps added from here on have a cell for each column of this project. */
  for(project: { readonly columns: readonly string[] }): this {
    const { columns } = given('for(project)', project, ['columns'], 'testManagementProjects.provide()');
    return this.but({ columns: columns.length });
  }

  /** Adds a group. */
  group(name: string = this.source.faker.company.buzzNoun()): this {
    return this.add([{ isGroup: true, cells: [name] }]);
  }

  /**
   * Adds a step; cells that are left out are made up.
   *
   * @throws MistakeError for more cells than the project has columns: write such rows as a literal, or take invalidSteps
   */
  step(...cells: readonly string[]): this {
    return this.add([{ isGroup: false, cells: this.fill(cells) }]);
  }

  /** Adds this many steps with made-up cells. */
  steps(count: number): this {
    if (!Number.isInteger(count) || count < 0)
      throw new MistakeError(`steps(count) takes a whole number of steps. It was given ${String(count)}.`);
    return this.add(Array.from({ length: count }, () => ({ isGroup: false, cells: this.fill([]) })));
  }

  protected override draft(): unknown {
    return this.traits.rows;
  }

  private fill(cells: readonly string[]): string[] {
    const { columns } = this.traits;
    if (cells.length > columns) {
      throw new MistakeError(
        `A step has a cell for each of ${columns} columns, and step(…) was given ${cells.length}. For a project ` +
          'with other columns say for(project) before step(…).',
      );
    }
    return Array.from({ length: columns }, (_, index) => cells[index] ?? this.source.faker.hacker.phrase());
  }

  private add(rows: readonly StepsRow[]): this {
    return this.but({ rows: [...this.traits.rows, ...rows] });
  }
}

const addTemplatesSchema = writtenAs(addTemplatesRequestSchema);

/** Describes the body of `POST testplan/add-test-case-templates` (document: Add templates body). */
export class AddTemplatesBuilder extends TraitBuilder<AddTemplatesRequest, Partial<AddTemplatesRequest>> {
  constructor() {
    super(addTemplatesSchema, {});
  }

  /** Names the plans that get cases. */
  to(...plans: readonly { readonly key: string }[]): this {
    return this.but({ testPlanKeys: keysOf('to(plan, …)', plans, 'testPlans.provide(project)') });
  }

  /** Names the templates the cases are made from. */
  templates(...templates: readonly { readonly key: string }[]): this {
    const from = 'testCaseTemplates.provide(project)';
    return this.but({ testCaseTemplateKeys: keysOf('templates(template, …)', templates, from) });
  }

  /** Says whether the call waits for the cases. */
  async(async: boolean): this {
    return this.but({ async });
  }

  protected override draft(): unknown {
    if (this.traits.testPlanKeys === undefined)
      throw new MistakeError('Templates are added to plans: say to(plan) before build().');
    if (this.traits.testCaseTemplateKeys === undefined)
      throw new MistakeError('It adds templates: say templates(template) before build().');
    return this.traits;
  }
}

const copyPlanSchema = writtenAs(copyPlanRequestSchema);

/**
 * Describes the body of `POST testplan/copy` (document: Copy test plan body). Omitted properties are left out of the
 * body.
 */
export class CopyPlanBuilder extends TraitBuilder<CopyPlanRequest, Partial<CopyPlanRequest>> {
  constructor() {
    super(copyPlanSchema, {});
  }

  /** Names the plan to copy. */
  of(plan: { readonly key: string }): this {
    return this.but({ testPlanKey: given('of(plan)', plan, ['key'], 'testPlans.provide(project)').key });
  }

  /** Names the projects the copies go to, by their keys. */
  to(...projects: readonly { readonly key: string }[]): this {
    return this.but({ projects: keysOf('to(project, …)', projects, 'testManagementProjects.provide()') });
  }

  /** Names the projects the copies go to, by their ids (TM-N20). */
  toIds(...projects: readonly { readonly id: number }[]): this {
    const named = allGiven('toIds(project, …)', projects, ['id'], 'testManagementProjects.provide()');
    return this.but({ projects: named.map(({ id }) => id) });
  }

  /** Sets the source of the cases. */
  by(copyStrategy: NonNullable<CopyPlanRequest['copyStrategy']>): this {
    return this.but({ copyStrategy });
  }

  /** Limits the copy to these cases or templates. */
  only(...issues: readonly { readonly id: number }[]): this {
    return this.but({ issueIds: allGiven('only(issue, …)', issues, ['id']).map(({ id }) => id) });
  }

  /** The same with their ids as text (TM-N20). */
  onlyAsText(...issues: readonly { readonly id: number }[]): this {
    return this.but({ issueIds: allGiven('onlyAsText(issue, …)', issues, ['id']).map(({ id }) => String(id)) });
  }

  /** Says whether the call waits for the cases. */
  async(async: boolean): this {
    return this.but({ async });
  }

  protected override draft(): unknown {
    if (this.traits.testPlanKey === undefined)
      throw new MistakeError('A copy needs a plan: say of(plan) before build().');
    return this.traits;
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
