import { BulkTransitionsBuilder, DefaultsBuilder, TemplateBuilder } from './default-templates.js';
import { ConnectionBuilder, SyncedUserBuilder, UpdateBuilder } from './directory-sync.js';
import { Source } from './source.js';
import { AddTemplatesBuilder, CopyPlanBuilder, StepsBuilder, TestIssueBuilder } from './test-management.js';
import { IssueBuilder, ProjectBuilder, UserBuilder } from './tracker.js';

/** Every builder, before its first step. */
export interface Builders {
  /** The source of their made-up values. Custom builders take theirs from it too. */
  readonly source: Source;
  /** A number that no row has. */
  readonly unusedId: () => number;
  /** A project key that no project has. */
  readonly unusedKey: () => string;
  /** A summary with your own text and the mark that issue builders put into theirs. */
  readonly summary: (text: string) => string;
  /** A template of the tracker, with the field values that it fills in. For a tracker of one's own. */
  readonly template: TemplateBuilder;
  /** A project with its issue types, request types and workflow. For a tracker of one's own. */
  readonly project: ProjectBuilder;
  /** The body of `POST /issue`. */
  readonly issue: IssueBuilder;
  /** A user of the tracker. For a tracker of one's own. */
  readonly user: UserBuilder;
  /** The `defaults` of a creation, a filter or a removal of default templates (rules 1 to 3). */
  readonly defaults: DefaultsBuilder;
  /** The body of `POST /transition` and `DELETE /transition` (rules 4 and 5). */
  readonly bulkTransitions: BulkTransitionsBuilder;
  /** A connection to a directory. For a tracker of one's own. */
  readonly connection: ConnectionBuilder;
  /** A user of a directory with the values of attributes. For a tracker of one's own. */
  readonly syncedUser: SyncedUserBuilder;
  /** The body of `PUT /update`. */
  readonly update: UpdateBuilder;
  /** The rows of a Steps table: groups, and steps with a text for each column. */
  readonly steps: StepsBuilder;
  /** The body of `POST /issue` for a test case template. */
  readonly testCaseTemplate: TestIssueBuilder;
  /** The body of `POST /issue` for a test case in a plan. */
  readonly testCase: TestIssueBuilder;
  /** The body of `POST /issue` for a test plan. */
  readonly testPlan: TestIssueBuilder;
  /** The body of `POST /testplan/copy`. */
  readonly copyPlan: CopyPlanBuilder;
  /** The body of `POST /testplan/add-test-case-templates`. */
  readonly addTestCaseTemplates: AddTemplatesBuilder;
}

/**
 * Builders whose made-up values come from a seed: the same seed and the same steps in the same order build the same
 * data.
 *
 * @param mark the end of each issue's summary, which identifies the run's issues on a tracker that others use. Default:
 * none
 *
 * @example
 * const build = seededBuilders(42);
 * const template = build.template.withTexts().build();
 */
export function seededBuilders(seed: number, mark = ''): Builders {
  const source = new Source(seed, mark);
  return {
    source,
    unusedId: () => UNUSED + source.nextNumber(),
    unusedKey: () => source.nextKey(),
    summary: (text) => source.marked(text),
    template: new TemplateBuilder(source),
    project: new ProjectBuilder(source),
    issue: new IssueBuilder(source),
    user: new UserBuilder(source),
    defaults: new DefaultsBuilder(),
    bulkTransitions: new BulkTransitionsBuilder(),
    connection: new ConnectionBuilder(source),
    syncedUser: new SyncedUserBuilder(source),
    update: new UpdateBuilder(),
    steps: new StepsBuilder(source),
    testCaseTemplate: new TestIssueBuilder(source, 'testCaseTemplate'),
    testCase: new TestIssueBuilder(source, 'testCase'),
    testPlan: new TestIssueBuilder(source, 'testPlan'),
    copyPlan: new CopyPlanBuilder(),
    addTestCaseTemplates: new AddTemplatesBuilder(),
  };
}

/** Far above the ids that a tracker ever gives. */
const UNUSED = 1_900_000_000;
