import type { Builders } from '../../../builders/index.js';
import { test as base } from '../../../fixtures/index.js';
import type {
  DefaultsRequest,
  Entry,
  ProjectNeeds,
  ProvidedProject,
  ProvidedTemplate,
  ProvidedType,
  TestFixtures,
} from '../../../fixtures/index.js';
import { at } from '../../support/values.js';
import { provideInDesk } from './desk-issue-types.js';

export type EntryKind = 'issue type' | 'request type';

/** A project in which the scene's template is the default of one type. */
export interface Place {
  readonly template: ProvidedTemplate;
  readonly project: ProvidedProject;
  readonly type: ProvidedType;
  readonly assigned: DefaultsRequest;
  /** A body that names a type of the project without an entry. */
  readonly unassigned: DefaultsRequest;
  readonly bulk: ReturnType<Builders['bulkTransitions']['build']>;
}

/** One template that is the default of an issue type of a regular project and of a request type of a service desk. */
export type Scene = { readonly [Kind in EntryKind]: Place };

/** A project with as many issue types as a tracker of others happens to have in one, three at least. */
export async function provideManyTypes({
  projects,
  trackerApi,
  tracker,
}: Pick<TestFixtures, 'projects' | 'trackerApi' | 'tracker'>): Promise<ProvidedProject> {
  if (tracker.contents !== undefined) return projects.provide({ issueTypes: 6 });
  return withAllTypes(trackerApi, await projects.provide({ issueTypes: 3 }));
}

/** As many projects as there are, fifty-one at most; a dozen of those without entries with all of their issue types. */
export async function provideManyProjects({
  projects,
  trackerApi,
}: Pick<TestFixtures, 'projects' | 'trackerApi'>): Promise<ProvidedProject[]> {
  const provided = await projects.provideUpTo(51);
  const empty = provided.filter(({ isEmpty }) => isEmpty).slice(0, 12);
  return Promise.all(
    provided.map(async (project) => (empty.includes(project) ? withAllTypes(trackerApi, project) : project)),
  );
}

/** A project with all of its issue types: those of sub-tasks, or all others. */
export async function withAllTypes(
  trackerApi: TestFixtures['trackerApi'],
  project: ProvidedProject,
  areSubtasks = false,
): Promise<ProvidedProject> {
  const { issueTypes } = (await trackerApi.getProject({ projectIdOrKey: project.key })).data;
  const all = issueTypes.filter(({ subtask }) => subtask === areSubtasks);
  return { ...project, issueTypes: all.map(({ id, name }) => ({ id: Number(id), name })) };
}

type SceneFixtures = Pick<TestFixtures, 'projects' | 'templates' | 'entries' | 'build'>;

export async function provideScene(fixtures: SceneFixtures, needs: Pick<ProjectNeeds, 'grants'> = {}): Promise<Scene> {
  const { projects, templates, entries, build } = fixtures;
  // At once, because a tracker takes seconds to make a project.
  const [regular, desk] = await Promise.all([
    projects.provide({ ...needs, issueTypes: 2 }),
    projects.provide({ ...needs, requestTypes: 2 }),
  ]);
  const template = await templates.provide();
  const places = {
    'issue type': planPlace(build, template, regular, 'issue type'),
    'request type': planPlace(build, template, desk, 'request type'),
  };
  const [issueType, requestType] = [places['issue type'].type, places['request type'].type];
  const both = build.defaults.issueTypes(regular, [issueType]).requestTypes(desk, [requestType]).build();
  await entries.assign(template, both);
  return places;
}

function planPlace(build: Builders, template: ProvidedTemplate, project: ProvidedProject, kind: EntryKind): Place {
  const types = kind === 'issue type' ? project.issueTypes : project.requestTypes;
  const naming = (type: ProvidedType) =>
    kind === 'issue type'
      ? build.defaults.issueTypes(project, [type]).build()
      : build.defaults.requestTypes(project, [type]).build();
  const type = at(types, 0);
  const assigned = naming(type);
  return {
    template,
    project,
    type,
    assigned,
    unassigned: naming(at(types, 1)),
    bulk: build.bulkTransitions.include(project).build(),
  };
}

interface Among {
  /** Assigns the template: the entries that a call is about. */
  readonly wanted: DefaultsRequest;
  readonly rest?: DefaultsRequest;
  /** Assigns the template to issue types of service desks, if the tracker takes any there (DT-N16). */
  readonly restInDesk?: DefaultsRequest;
  readonly ofOther?: DefaultsRequest;
}

export interface EntryFixtures {
  readonly scene: Scene;
  /** Provides a template with entries that a call is about, among others. */
  readonly provideAmong: (bodies: Among) => Promise<{ template: ProvidedTemplate; made: Entry[] }>;
}

export const test = base.extend<EntryFixtures>({
  provideAmong: async ({ templates, entries }, use) => {
    await use(async ({ wanted, rest, restInDesk, ofOther }) => {
      const template = await templates.provide();
      if (ofOther !== undefined) await entries.assign(await templates.provide(), ofOther);
      const made = await entries.provide(template, wanted);
      if (rest !== undefined) await entries.assign(template, rest);
      if (restInDesk !== undefined) await provideInDesk(entries, template, restInDesk);
      return { template, made };
    });
  },
  scene: [
    async ({ projects, templates, entries, build }, use) => {
      await use(await provideScene({ projects, templates, entries, build }));
    },
    { box: 'self' },
  ],
});
