import * as z from 'zod';
import {
  addTemplatesRequestSchema,
  copyPlanRequestSchema,
  createIssueRequestSchema,
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
    return new TestIssueBuilder(this.#source, this.#kind, project, this.#changes);
  }

  /** Gives it Steps. */
  withSteps(rows: readonly StepsRow[]): TestIssueBuilder {
    return this.#with((project) => stepsField(project, rows));
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
    return this.#with(() => ({ parent: { key: plan.key } }));
  }

  /** Names the template it is made from. */
  fromTemplate(template: { readonly key: string }): TestIssueBuilder {
    return this.#with(({ fields }) => ({ [fields.testCaseTemplate]: template.key }));
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
    if (project === undefined) throw new Error('A test issue needs a project: say in(project) before build().');
    const start = {
      project: { key: project.key },
      issuetype: { name: project.issueTypes[this.#kind].name },
      summary: this.#source.marked(this.#source.faker.hacker.phrase()),
    };
    const fields = this.#changes.reduce((all, change) => ({ ...all, ...change(project) }), start);
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
  '日本語 – ñandú – 😀 – "quoted" \\ backslash',
  '  leading and trailing, a%20b+c;d  ',
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
    return new StepsBuilder(this.#source, project.columns.length, this.#rows);
  }

  /** Adds a group. */
  group(name: string = this.#source.faker.company.buzzNoun()): StepsBuilder {
    return this.#add([{ isGroup: true, cells: [name] }]);
  }

  /** Adds a step; cells that are left out are made up. */
  step(...cells: readonly string[]): StepsBuilder {
    return this.#add([{ isGroup: false, cells: this.#fill(cells) }]);
  }

  /** Adds this many steps with made-up cells. */
  steps(count: number): StepsBuilder {
    return this.#add(Array.from({ length: count }, () => ({ isGroup: false, cells: this.#fill([]) })));
  }

  protected override draft(): unknown {
    return this.#rows;
  }

  #fill(cells: readonly string[]): string[] {
    return Array.from({ length: this.#columns }, (_, index) => cells[index] ?? this.#source.faker.hacker.phrase());
  }

  #add(rows: readonly StepsRow[]): StepsBuilder {
    return new StepsBuilder(this.#source, this.#columns, [...this.#rows, ...rows]);
  }
}

const addTemplatesSchema = writtenAs(addTemplatesRequestSchema);

/** Describes the body of `POST testplan/add-test-case-templates` (document: Add templates body). */
export class AddTemplatesBuilder extends Builder<AddTemplatesRequest> {
  readonly #body: AddTemplatesRequest;

  constructor(body: AddTemplatesRequest = { testPlanKeys: [], testCaseTemplateKeys: [] }) {
    super(addTemplatesSchema);
    this.#body = body;
  }

  /** Names the plans that get cases. */
  to(...plans: readonly { readonly key: string }[]): AddTemplatesBuilder {
    return this.#with({ testPlanKeys: plans.map(({ key }) => key) });
  }

  /** Names the templates the cases are made from. */
  templates(...templates: readonly { readonly key: string }[]): AddTemplatesBuilder {
    return this.#with({ testCaseTemplateKeys: templates.map(({ key }) => key) });
  }

  /** Says whether the call waits for the cases. */
  async(async: boolean): AddTemplatesBuilder {
    return this.#with({ async });
  }

  protected override draft(): unknown {
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
    return this.#with({ testPlanKey: plan.key });
  }

  /** Names the projects the copies go to, by their keys. */
  to(...projects: readonly { readonly key: string }[]): CopyPlanBuilder {
    return this.#with({ projects: projects.map(({ key }) => key) });
  }

  /** Names the projects the copies go to, by their ids (TM-N20). */
  toIds(...projects: readonly { readonly id: number }[]): CopyPlanBuilder {
    return this.#with({ projects: projects.map(({ id }) => id) });
  }

  /** Sets the source of the cases. */
  by(copyStrategy: NonNullable<CopyPlanRequest['copyStrategy']>): CopyPlanBuilder {
    return this.#with({ copyStrategy });
  }

  /** Limits the copy to these cases or templates. */
  only(...issues: readonly { readonly id: number }[]): CopyPlanBuilder {
    return this.#with({ issueIds: issues.map(({ id }) => id) });
  }

  /** The same with their ids as text (TM-N20). */
  onlyAsText(...issues: readonly { readonly id: number }[]): CopyPlanBuilder {
    return this.#with({ issueIds: issues.map(({ id }) => String(id)) });
  }

  /** Says whether the call waits for the cases. */
  async(async: boolean): CopyPlanBuilder {
    return this.#with({ async });
  }

  protected override draft(): unknown {
    return this.#body;
  }

  #with(body: Partial<CopyPlanRequest>): CopyPlanBuilder {
    return new CopyPlanBuilder({ ...this.#body, ...body });
  }
}

/** Checks data by a schema and gives it unchanged: defaults of the schema are not filled in. */
function writtenAs<Schema extends z.ZodType>(schema: Schema): z.ZodType<z.input<Schema>> {
  return z.custom<z.input<Schema>>().superRefine((value, context) => {
    const parsed = schema.safeParse(value);
    for (const issue of parsed.error?.issues ?? []) {
      context.addIssue({ code: 'custom', message: issue.message, path: issue.path });
    }
  });
}
