import type { TestInfo } from '@playwright/test';
import * as z from 'zod';
import { wasGiven } from '../contracts/mistake.js';
import { addToEvent, projectPermissions, describeIssue } from '../contracts/index.js';
import type { ProjectPermission } from '../contracts/index.js';
import { NeedsError } from '../client/errors.js';
import type {
  ProvidedConnection,
  ProvidedIssue,
  ProvidedProject,
  ProvidedTestManagementProject,
  ProvidedUser,
} from './provided.js';

const count = z.int().min(0).optional();
const flag = z.boolean().optional();
const texts = z.array(z.string()).readonly().optional();

const provided = <Provided extends object>(property: keyof Provided & string, from: string) =>
  z.custom<Provided>((given) => typeof given === 'object' && given !== null && property in given, {
    error: ({ input }) => `has to be what ${from} gave (${wasGiven(input).slice(0, -1)})`,
  });

type Grants = Readonly<Partial<Record<ProjectPermission, readonly ProvidedUser[]>>>;
const grantees = z.array(provided<ProvidedUser>('caller', 'users.providePlain()')).optional();
const grants = z.strictObject(Object.fromEntries(projectPermissions.map((name) => [name, grantees])));

// The shapes are classes: the declarations of the package keep the comments of a class, and those of no inferred type.

class ProjectShape {
  /** This many issue types that are no sub-task types; 1 if it is left out. */
  readonly issueTypes = count;
  /** Gives it the issue types that this other project of the test has. */
  readonly issueTypesOf = provided<ProvidedProject>('issueTypes', 'projects.provide()').optional();
  /** Makes it a service desk with this many request types. */
  readonly requestTypes = count;
  /** Whether its first issue type and its first request type are to have the same number; it needs one of each then. */
  readonly sameNumber = flag;
  /** The effect of its create transition on templates. */
  readonly templatePostFunction = z.enum(['overwrite', 'keep', 'none']).optional();
  /** Grants each of these permissions to exactly these users. */
  readonly grants = (grants as z.ZodType<Grants, Grants>).optional();
}

class TemplateShape {
  /** Fields that it has values for, by id. */
  readonly fields = texts;
  /** Fields, by id: it has a value for at least one of them. */
  readonly anyOf = texts;
}

class ConnectionShape {
  /** This many users; 1 if it is left out. */
  readonly users = count;
  /** If no connection has so many: as many as there are, and no fewer than this. */
  readonly fewest = count;
  /**
   * Users with these names, such as a user that the test has. On a tracker that others use, users that are there already:
   * the one of that name, or else the name of the first has all that is unusual in the first name (signs, spaces, letters beyond a to z, digits alone), and so have the others, as far
   * as there are such users.
   */
  readonly usernames = texts;
  /** The users that this other connection of the test has. */
  readonly usersOf = provided<ProvidedConnection>('users', 'connections.provide()').optional();
  /** Users that this other connection of the test does not have. */
  readonly usersNotOf = provided<ProvidedConnection>('users', 'connections.provide()').optional();
  /** Attributes that it synchronizes, among others. */
  readonly attributes = texts;
  /**
   * Values of its users, by attribute, in the order of the users. On a tracker that others use, users of the sandbox get
   * them by an update, which is undone when the test ends.
   */
  readonly values = z.array(z.record(z.string(), z.string()).readonly()).readonly().optional();
  /** Whether it is enabled. Default: yes */
  readonly enabled = flag;
  /** Whether its users are to be members of a group of the tracker. */
  readonly inGroup = flag;
  /**
   * Whether calls under test give it another distinguished name. Then the name has to be known, so that it can be
   * restored.
   */
  readonly changesUserDn = flag;
}

class TestProjectShape {
  /** The columns of its Steps table. */
  readonly columns = texts;
  /** Whether its issues have Preconditions. */
  readonly preconditions = flag;
  /** Whether the user of `users.providePlain()`, who edits issues in it, may create some too. If it is left out, it does not matter. */
  readonly plainUserCreates = flag;
  /** Another project of the test, with other step statuses if there is such a project. */
  readonly otherThan = provided<ProvidedTestManagementProject>(
    'statuses',
    'testManagementProjects.provide()',
  ).optional();
  /** Another project of the test; this one has a step status that the other lacks, and lacks one that it has. */
  readonly statusesUnlike = provided<ProvidedTestManagementProject>(
    'statuses',
    'testManagementProjects.provide()',
  ).optional();
  /** Another project of the test; this one has another number of Steps columns. */
  readonly columnCountUnlike = provided<ProvidedTestManagementProject>(
    'columns',
    'testManagementProjects.provide()',
  ).optional();
}

class PlanShape {
  /** A case of each of these templates, in their order. */
  readonly templates = z.array(provided<ProvidedIssue>('key', 'testCaseTemplates.provide()')).readonly().optional();
  /** This many cases after them, each of a template of its own. */
  readonly cases = count;
}

type NeedsOf<Shape extends Readonly<Record<keyof Shape, z.ZodType>>> = {
  readonly [Name in keyof Shape]?: Exclude<z.input<Shape[Name]>, undefined>;
};

/** The needs of a test for a project. Omitted properties do not matter to the test. */
export interface ProjectNeeds extends NeedsOf<ProjectShape> {}

/** The needs of a test for a template. */
export interface TemplateNeeds extends NeedsOf<TemplateShape> {}

/** The needs of a test for a connection. Omitted properties do not matter to the test. */
export interface ConnectionNeeds extends NeedsOf<ConnectionShape> {}

/** The needs of a test for a project with test management. Omitted properties do not matter to the test. */
export interface TestManagementProjectNeeds extends NeedsOf<TestProjectShape> {}

/** The needs of a test for a test plan. A plan without needs has no cases. */
export interface PlanNeeds extends NeedsOf<PlanShape> {}

const kinds = {
  'projects.provide': z.strictObject(new ProjectShape()),
  'templates.provide': z.strictObject(new TemplateShape()),
  'connections.provide': z.strictObject(new ConnectionShape()),
  'testManagementProjects.provide': z.strictObject(new TestProjectShape()),
  'testPlans.provide': z.strictObject(new PlanShape()),
};

/** Checks the needs of a test: Playwright runs specs that do not compile, so a misspelt need would go unnoticed. */
export function checkNeeds(fixture: keyof typeof kinds, needs: unknown): void {
  const parsed = kinds[fixture].safeParse(needs, { error: describeIssue });
  if (!parsed.success) throw new NeedsError(fixture, parsed.error, Object.keys(kinds[fixture].shape));
}

/** Needs in normal form: their counts are given, and of another thing of the test they say only that there is one. */
type Normal<Needs, Count extends keyof Needs = never> = {
  readonly [Name in keyof Needs]?:
    | (Needs[Name] extends { readonly id: unknown } | undefined ? true : Needs[Name])
    | undefined;
} & Readonly<Record<Count, number>>;

export type ProjectNeed = Normal<Omit<ProjectNeeds, 'issueTypesOf' | 'grants'>, 'issueTypes'>;
export type ConnectionNeed = Normal<Omit<ConnectionNeeds, 'values'>, 'users'>;
export type TestProjectNeed = Normal<TestManagementProjectNeeds>;

export function projectNeed({ issueTypes, issueTypesOf, grants: _, ...needs }: ProjectNeeds): ProjectNeed {
  return { ...needs, issueTypes: issueTypes ?? issueTypesOf?.issueTypes.length ?? 1 };
}

/** Its users and attributes are those that the test asks for, or gives values to. */
export function connectionNeed({ users, values, usersOf, usersNotOf, ...needs }: ConnectionNeeds): ConnectionNeed {
  const { usernames, attributes = [] } = needs;
  const named = new Set([...attributes, ...(values ?? []).flatMap(Object.keys)]);
  return {
    ...needs,
    users: users ?? usersOf?.users.length ?? usernames?.length ?? values?.length ?? 1,
    usersOf: usersOf && true,
    usersNotOf: usersNotOf && true,
    attributes: named.size === 0 ? undefined : [...named],
  };
}

export function testProjectNeed({
  otherThan,
  statusesUnlike,
  columnCountUnlike,
  ...needs
}: TestManagementProjectNeeds): TestProjectNeed {
  return {
    ...needs,
    otherThan: otherThan && true,
    statusesUnlike: statusesUnlike && true,
    columnCountUnlike: columnCountUnlike && true,
  };
}

/** The needs of a test in normal form, as reports and the doctor's forecast get them. */
export interface TestNeeds {
  readonly projects?: readonly ProjectNeed[];
  readonly templates?: readonly TemplateNeeds[];
  /** Whether it writes the custom field that takes a template's id. */
  readonly templateField?: true;
  readonly connections?: readonly ConnectionNeed[];
  /** Whether it changes a connection or its users, and does not only read them. */
  readonly changesConnection?: true | undefined;
  readonly testManagementProjects?: readonly TestProjectNeed[];
  /** Whether it logs in as a user who administers nothing. */
  readonly plainUser?: true;
  /** Whether it logs in as a user whom directory sync does not check. */
  readonly whitelistedUser?: true;
  /** Whether the run has to log in by name and password. */
  readonly basicLogin?: true;
  /** Whether directory sync needs a whitelist of users whom it does not check. */
  readonly whitelist?: true;
  /** Whether it does what only an admin of the tracker can: synchronize, configure, restart. */
  readonly admin?: true;
  /** Whether it needs a tracker without other users, or data that only such a tracker can have. */
  readonly ownTracker?: true | undefined;
  /** Whether it changes every project, and so needs a tracker that is declared disposable. */
  readonly disposable?: true;
}

/** Notes the needs of a test for the reports, before it is known whether the tracker offers them. */
export function noteNeeds(testInfo: Pick<TestInfo, 'annotations'>, needs: TestNeeds): void {
  addToEvent(testInfo, { needs: [{ ...needs }] });
}
