import { createIssueRequestSchema } from '../../contracts/index.js';
import type { CreateIssueRequest, StepsRow } from '../../contracts/index.js';
import { Builder } from '../builder.js';
import type { Source } from '../source.js';

/** The properties of a project with test management that a payload needs. */
export interface TestProjectNames {
  readonly key: string;
  readonly issueTypes: Readonly<Record<TestIssueKind, { readonly id: number; readonly name: string }>>;
  /** The ids of the custom fields, such as `customfield_10101`. */
  readonly fields: Readonly<Record<'steps' | 'preconditions' | 'requirement' | 'testCaseTemplate', string>>;
  /** The property of the Steps value that holds the rows (TM-N02). */
  readonly rowsProperty: string;
}

/** The kinds of issues in test management. */
export type TestIssueKind = 'testCaseTemplate' | 'testCase' | 'testPlan';

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
    return this.#with(({ fields, rowsProperty }) => ({ [fields.steps]: { [rowsProperty]: rows } }));
  }

  /** Gives it Preconditions. */
  withPreconditions(text: string): TestIssueBuilder {
    return this.#with(({ fields }) => ({ [fields.preconditions]: text }));
  }

  /** Gives it a Requirement: issue keys (TM-N03). */
  withRequirement(issues: readonly string[]): TestIssueBuilder {
    return this.#with(({ fields }) => ({ [fields.requirement]: issues }));
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
