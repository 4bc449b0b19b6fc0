import type { z } from 'zod';
import { createIssueRequestSchema, worldAdditionsSchema, worldUserSchema } from '../contracts/index.js';
import type {
  CreateIssueRequest,
  Grantee,
  ProjectPermission,
  WorldProject,
  WorldTestSettings,
  WorldUser,
} from '../contracts/index.js';
import { MistakeError, given } from '../contracts/mistake.js';
import { TraitBuilder } from './builder.js';
import type { Source } from './source.js';

/** The effect of a project's create transition on templates; `overwrite` and `keep` have the post function. */
export type TemplatePostFunction = 'overwrite' | 'keep' | 'none';

interface ProjectTraits {
  readonly type: 'software' | 'service_desk';
  /** How many issue types of its own it has, or which of the tracker's issue types it shares. */
  readonly issueTypes: number | readonly { readonly id: number }[];
  readonly requestTypes: number;
  /** Whether its request types have the numbers of its issue types. */
  readonly sameNumbers: boolean;
  readonly postFunction: TemplatePostFunction;
  readonly lead: string;
  readonly permissions: Readonly<Partial<Record<ProjectPermission, readonly Grantee[]>>>;
  readonly tests?: TestManagement;
}

export interface TestManagement {
  /** The tracker's issue types of templates, plans and cases. */
  readonly issueTypeIds: readonly number[];
  readonly workflowByIssueType: WorldProject['workflowByIssueType'];
  /** Columns, statuses and Preconditions. Default: as TM-N04 says */
  readonly settings: WorldTestSettings | undefined;
}

const defaultTraits: ProjectTraits = {
  type: 'software',
  issueTypes: 1,
  requestTypes: 0,
  sameNumbers: false,
  postFunction: 'none',
  lead: 'JIRAUSER10000',
  permissions: { BROWSE_PROJECTS: ['users'], CREATE_ISSUES: ['users'] },
};

/**
 * Describes a project with the rows it needs: issue types, request types, and a workflow whose create transition and
 * one further transition have a screen each. The result can be added to a running fake.
 */
export class ProjectBuilder extends TraitBuilder<ProjectRows, ProjectTraits> {
  constructor(private readonly source: Source) {
    super(projectRowsSchema, defaultTraits);
  }

  /** Gives it this many issue types of its own, and one of sub-tasks. */
  withIssueTypes(count: number): this {
    return this.but({ issueTypes: count });
  }

  /** Gives it issue types that the tracker has already, in place of its own. */
  sharingIssueTypes(issueTypes: readonly { readonly id: number }[]): this {
    return this.but({ issueTypes });
  }

  /** Makes it a service desk with this many request types. */
  withRequestTypes(count: number): this {
    return this.but({ type: 'service_desk', requestTypes: count });
  }

  /** Gives its request types the numbers of its issue types, as far as it has as many. */
  withSameNumbers(): this {
    return this.but({ sameNumbers: true });
  }

  /** Says whether its create transition has the template-creation post function, and with which Overwrite. */
  withTemplatePostFunction(postFunction: TemplatePostFunction): this {
    return this.but({ postFunction });
  }

  /** Names the user who leads it, by key. */
  ledBy(userKey: string): this {
    return this.but({ lead: userKey });
  }

  /** Lets it manage tests. */
  managingTests(tests: TestManagement): this {
    return this.but({ tests });
  }

  /** Grants a permission to exactly these, in place of those that have it. */
  granting(permission: ProjectPermission, grantees: readonly Grantee[]): this {
    return this.but({ permissions: { ...this.traits.permissions, [permission]: grantees } });
  }

  protected override draft(): unknown {
    const { type, sameNumbers, postFunction, lead, permissions, tests } = this.traits;
    const { faker } = this.source;
    const id = (kind: string) => this.source.nextId(kind);
    const issueTypeId = () => this.source.nextId('issue type', ...(sameNumbers ? ['request type'] : []));
    const key = this.source.nextKey();
    const wanted = this.traits.issueTypes;
    const own =
      typeof wanted === 'number' ? repeat(wanted, () => numbered(issueTypeId(), faker.commerce.product())) : [];
    const issueTypes = typeof wanted === 'number' ? own : wanted;
    const subtasks = own.slice(0, 1).map(() => ({ ...numbered(id('issue type'), 'Sub-task'), subtask: true }));
    const open = numbered(id('status'), 'Open');
    const done = numbered(id('status'), 'Done');
    const createScreen = numbered(id('screen'), `Create screen of ${key}`);
    const doneScreen = numbered(id('screen'), `Done screen of ${key}`);
    const workflow = {
      name: `Workflow of ${key}`,
      initial: {
        to: open.id,
        screenId: createScreen.id,
        postFunctions:
          postFunction === 'none' ? [] : [{ type: 'create from template', overwrite: postFunction === 'overwrite' }],
      },
      transitions: [{ id: 11, name: 'Finish', from: [open.id], to: done.id, screenId: doneScreen.id }],
    };
    const project = {
      id: id('project'),
      key,
      name: `${faker.commerce.department()} ${faker.company.catchPhraseNoun()} (${key})`,
      type,
      lead,
      issueTypeIds: [...[...issueTypes, ...subtasks].map(({ id }) => id), ...(tests?.issueTypeIds ?? [])],
      workflowByIssueType: tests?.workflowByIssueType ?? {},
      ...(tests?.settings !== undefined && { tests: tests.settings }),
      requestTypes: repeat(this.traits.requestTypes, (index) => ({
        ...numbered(
          (sameNumbers ? issueTypes[index]?.id : undefined) ?? id('request type'),
          faker.commerce.productAdjective(),
        ),
        issueTypeId: issueTypes[index % issueTypes.length]?.id,
      })),
      workflow: workflow.name,
      permissions,
    };
    return {
      issueTypes: [...own, ...subtasks],
      statuses: [open, done],
      screens: [createScreen, doneScreen],
      workflows: [workflow],
      projects: [project],
    };
  }
}

const projectRowsSchema = worldAdditionsSchema
  .pick({ issueTypes: true, statuses: true, screens: true, workflows: true, projects: true })
  .required();

export type ProjectRows = z.infer<typeof projectRowsSchema>;

function numbered(id: number, name: string): { id: number; name: string } {
  return { id, name: `${name} ${id}` };
}

function repeat<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Describes the payload that creates an issue. */
export class IssueBuilder extends TraitBuilder<CreateIssueRequest, Readonly<Record<string, unknown>>> {
  constructor(private readonly source: Source) {
    super(createIssueRequestSchema, {});
  }

  /** Puts it in a project, as an issue of one of its types. */
  in(project: { readonly key: string }, issueType: { readonly name: string }): this {
    const { key } = given('in(project, issueType)', project, ['key'], 'projects.provide()');
    const { name } = given('in(project, issueType): the issue type', issueType, ['name'], 'project.issueTypes[0]');
    return this.withFields({ project: { key }, issuetype: { name } });
  }

  /** Names the template it is created from, in the template field of the tracker (document: Template field). */
  fromTemplate(templateField: { readonly id: string }, template: { readonly id: number }): this {
    const field = given('fromTemplate(templateField, template)', templateField, ['id'], 'templates.field()');
    const { id } = given('fromTemplate(templateField, template)', template, ['id'], 'templates.provide()');
    return this.withFields({ [field.id]: String(id) });
  }

  /** Sets values by field id. */
  withFields(fields: Readonly<Record<string, unknown>>): this {
    return this.but(fields);
  }

  protected override draft(): unknown {
    if (this.traits['project'] === undefined || this.traits['issuetype'] === undefined)
      throw new MistakeError('An issue needs a project and an issue type: say in(project, issueType) before build().');
    const summary = this.source.marked(`Written by the caller: ${this.source.faker.hacker.phrase()}`);
    return { fields: { summary, ...this.traits } };
  }
}

/** Describes a user who can log in. Key and name differ, as they do on most trackers. */
export class UserBuilder extends TraitBuilder<WorldUser, { readonly groups: readonly string[] }> {
  constructor(private readonly source: Source) {
    super(worldUserSchema, { groups: [] });
  }

  /** Makes the user a member of groups. */
  inGroups(...groups: readonly string[]): this {
    return this.but({ groups: [...this.traits.groups, ...groups] });
  }

  protected override draft(): unknown {
    const { faker } = this.source;
    const number = this.source.nextNumber();
    const firstName = faker.person.firstName();
    // Name and password have signs that a login has to carry.
    return {
      key: `JIRAUSER${number}`,
      name: `${firstName.toLowerCase()}.ñ${number}`,
      displayName: `${firstName} ${faker.person.lastName()}`,
      emailAddress: `${firstName.toLowerCase()}.${number}@example.com`,
      password: `${faker.internet.password({ length: 15 })}:`,
      token: faker.string.alphanumeric(32),
      groups: this.traits.groups,
    };
  }
}
