import type { Builders } from '../../../builders/index.js';
import { test as base } from '../../../fixtures/index.js';
import type {
  Changes,
  DataOf,
  DefaultsRequest,
  Endpoints,
  Entry,
  ProjectNeeds,
  ProvidedProject,
  ProvidedTemplate,
  ProvidedType,
  RequestOf,
  TestFixtures,
} from '../../../fixtures/index.js';
import { at } from '../../support/values.js';
import { CREATE } from './stored-screens.js';

export const NONE_IN_DESKS = 'Service desks take no issue types here (DT-N16).';

export const typeKinds = [
  { kind: 'issue type', types: 'issueTypes', other: 'a request type' },
  { kind: 'request type', types: 'requestTypes', other: 'an issue type' },
] as const;

export type EntryKind = (typeof typeKinds)[number]['kind'];

/** A project in which the scene's template is the default of its first type, and not of its second. */
export type Place = ReturnType<typeof planPlace>;

/** One template that is the default of an issue type of a regular project and of a request type of a service desk. */
export type Scene = Readonly<Record<EntryKind, Place>>;

function planPlace(
  build: Builders,
  template: ProvidedTemplate,
  project: ProvidedProject,
  types: 'issueTypes' | 'requestTypes',
) {
  const naming = (type: ProvidedType) => build.defaults[types](project, [type]).build();
  const [type, free] = [at(project[types], 0), at(project[types], 1)];
  const bulk = build.bulkTransitions.include(project).build();
  return { template, project, type, assigned: naming(type), unassigned: naming(free), bulk };
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

interface Among {
  /** Assigns the template: the entries that a call is about. */
  readonly wanted: DefaultsRequest;
  readonly rest?: DefaultsRequest;
  /** Assigns the template to issue types of service desks, if the tracker takes any there (DT-N16). */
  readonly restInDesk?: DefaultsRequest;
  readonly ofOther?: DefaultsRequest;
}

interface Assigned {
  readonly type: ProvidedType;
  readonly made: readonly Entry[];
}

interface SameNumber extends Readonly<Record<EntryKind, Assigned>> {
  readonly desk: Pick<ProvidedProject, 'id' | 'key'>;
  readonly template: ProvidedTemplate;
}

export interface EntryFixtures {
  readonly provideScene: (needs?: Pick<ProjectNeeds, 'grants'>) => Promise<Scene>;
  readonly scene: Scene;
  /** Provides a template with entries that a call is about, among others. */
  readonly provideAmong: (bodies: Among) => Promise<{ template: ProvidedTemplate; made: Entry[] }>;
  /**
   * Provides a template, and bodies whose items have both lists, for a service desk and for a regular project, which has
   * no request type. They select the entries that are given; there is another one beside each.
   */
  readonly provideForBothLists: () => Promise<{
    templateId: number;
    made: Entry[];
    byId: DefaultsRequest;
    byKey: DefaultsRequest;
  }>;
  /**
   * Provides a template that is the default of an issue type and of a request type of the same number; of the request
   * type only, if both are to be in the desk and it takes no issue types. Skips the test if there are no such types.
   */
  readonly provideSameNumber: (where?: 'in the same desk' | 'in another project') => Promise<SameNumber>;
  /** Provides a project with as many issue types as a tracker of others happens to have in one, three at least. */
  readonly provideManyTypes: () => Promise<ProvidedProject>;
  /** Provides a template, and assigns it to all request types of service desks, and all issue types of other projects. */
  readonly assignAll: (...projects: readonly ProvidedProject[]) => Promise<ProvidedTemplate>;
  /** Stores the screens of the initial transition with all entries of projects. */
  readonly storeScreens: (...projects: readonly [ProvidedProject, ...ProvidedProject[]]) => Promise<void>;
  /** Assigns a template, a new one if none is given, by the call under test. @returns what that did to entries */
  readonly changesByCreating: (
    body: RequestOf<Endpoints['create']>['body'],
    template?: ProvidedTemplate,
  ) => Promise<Changes<Entry, DataOf<Endpoints['create']>>>;
}

export const test = base.extend<EntryFixtures>({
  provideScene: async ({ projects, templates, entries, build }, use) => {
    await use(async (needs) => {
      // At once, because a tracker takes seconds to make a project.
      const [regular, desk] = await Promise.all([
        projects.provide({ ...needs, issueTypes: 2 }),
        projects.provide({ ...needs, requestTypes: 2 }),
      ]);
      const template = await templates.provide();
      const places = {
        'issue type': planPlace(build, template, regular, 'issueTypes'),
        'request type': planPlace(build, template, desk, 'requestTypes'),
      };
      await entries.assign(template, { defaults: Object.values(places).flatMap((one) => one.assigned.defaults) });
      return places;
    });
  },

  scene: [async ({ provideScene }, use) => use(await provideScene()), { box: 'self' }],

  provideAmong: async ({ templates, entries }, use) => {
    await use(async ({ wanted, rest, restInDesk, ofOther }) => {
      const template = await templates.provide();
      if (ofOther !== undefined) await entries.assign(await templates.provide(), ofOther);
      const made = await entries.provide(template, wanted);
      if (rest !== undefined) await entries.assign(template, rest);
      if (restInDesk !== undefined) await entries.assignIfTaken(template, restInDesk);
      return { template, made };
    });
  },

  provideForBothLists: async ({ projects, templates, entries, build }, use) => {
    await use(async () => {
      const regular = await projects.provide({ issueTypes: 3 });
      const desk = await projects.provide({ issueTypes: 2, requestTypes: 2 });
      // Two types, and beside them one: the lists of an item have different lengths.
      const ofRegular = [regular.issueTypes.slice(0, 2), regular.issueTypes.slice(2)] as const;
      const template = await templates.provide();
      const provide = async (index: 0 | 1) => {
        const inDesk = build.defaults.issueTypes(desk, [desk.issueTypes[index]]).build();
        const others = build.defaults
          .issueTypes(regular, ofRegular[index])
          .requestTypes(desk, [desk.requestTypes[index]])
          .build();
        return [...(await entries.provideIfTaken(template, inDesk)), ...(await entries.provide(template, others))];
      };
      const made = await provide(0);
      await provide(1);
      const [inDesk, inRegular, requestTypeIds] = [
        [desk.issueTypes[0].id],
        ofRegular[0].map(({ id }) => id),
        [desk.requestTypes[0].id],
      ];
      const naming = (defaults: typeof build.defaults) =>
        defaults
          .item(desk, { issueTypeIds: inDesk, requestTypeIds })
          .item(regular, { issueTypeIds: inRegular, requestTypeIds })
          .build();
      return {
        templateId: template.id,
        made,
        byId: naming(build.defaults.byId()),
        byKey: naming(build.defaults.byKey()),
      };
    });
  },

  provideSameNumber: async ({ projects, templates, entries, build }, use) => {
    await use(async (where = 'in the same desk') => {
      const desk = await projects.provide({ issueTypes: 1, requestTypes: 1, sameNumber: true });
      const [[issueType], [requestType]] = [desk.issueTypes, desk.requestTypes];
      const template = await templates.provide();
      const isApart = where === 'in another project';
      // Another project also works if service desks take no issue types (DT-N16).
      const project = isApart ? await projects.provide({ issueTypesOf: desk }) : desk;
      const body = build.defaults.issueTypes(project, [issueType]).build();
      const ofIssueType = await (isApart ? entries.provide : entries.provideIfTaken)(template, body);
      const ofRequestType = await entries.provide(template, build.defaults.requestTypes(desk, [requestType]).build());
      return {
        desk,
        template,
        'issue type': { type: issueType, made: ofIssueType },
        'request type': { type: requestType, made: ofRequestType },
      };
    });
  },

  provideManyTypes: async ({ projects, trackerApi, tracker }, use) => {
    await use(async () => {
      if (tracker.contents !== undefined) return projects.provide({ issueTypes: 6 });
      return withAllTypes(trackerApi, await projects.provide({ issueTypes: 3 }));
    });
  },

  assignAll: async ({ templates, entries, build }, use) => {
    await use(async (...projects) => {
      const template = await templates.provide();
      const everywhere = projects.reduce((defaults, project) => {
        const types = project.requestTypes.length > 0 ? 'requestTypes' : 'issueTypes';
        return defaults[types](project, project[types]);
      }, build.defaults);
      await entries.assign(template, everywhere.build());
      return template;
    });
  },

  storeScreens: async ({ tracker, build }, use) => {
    await use(async (...projects) => {
      const body = build.bulkTransitions.include(...projects).build();
      await tracker.setup.setTransitions({ transitionId: CREATE, body });
    });
  },

  changesByCreating: async ({ defaultTemplates, templates, entries }, use) => {
    await use(async (body, template) => {
      const { id: templateId } = template ?? (await templates.provide());
      return entries.changesBy(() => defaultTemplates.create({ templateId, body }));
    });
  },
});
