import type { Builders } from '../../builders/index.js';
import { changedNothing, covers, describeEndpoint, expect } from '../../fixtures/index.js';
import type {
  ApiResponse,
  Assumptions,
  Changes,
  DataOf,
  DefaultsRequest,
  Endpoints,
  TestFixtures,
} from '../../fixtures/index.js';
import { callOf, unlessRefused } from '../support/attempts.js';
import { assignments, refusedWithEffect, selectedCount } from './support/entries.js';
import { test } from './support/scene.js';

type Faults = Assumptions['DT-N04'];
type FaultKind = Exclude<keyof Faults, 'rest'>;

type Given = Pick<TestFixtures, 'projects'> & { readonly build: Builders };

const unknownProject = ({ build }: Given) => ({ id: build.unusedId(), key: build.unusedKey() });

/** Bodies with an item that can be carried out and one that can't. */
const bodies: readonly {
  readonly names: string;
  readonly fault: FaultKind;
  readonly body: (given: Given) => Promise<DefaultsRequest>;
}[] = [
  {
    names: 'a body that names an unknown project',
    fault: 'unknownProject',
    body: async (given) => {
      const project = await given.projects.provide();
      const { defaults } = given.build;
      const [known, unknown] = [project, unknownProject(given)];
      return defaults.issueTypes(known, project.issueTypes).issueTypes(unknown, project.issueTypes).build();
    },
  },
  {
    names: 'a body that names an unknown project key',
    fault: 'unknownProject',
    body: async (given) => {
      const project = await given.projects.provide();
      const defaults = given.build.defaults.byKey();
      const [known, unknown] = [project, unknownProject(given)];
      return defaults.issueTypes(unknown, project.issueTypes).issueTypes(known, project.issueTypes).build();
    },
  },
  {
    names: 'a body that names an issue type the project lacks',
    fault: 'typeNotInProject',
    body: async ({ projects, build }) => {
      const project = await projects.provide();
      const lacking = { id: build.unusedId() };
      return build.defaults.issueTypes(project, project.issueTypes).issueTypes(project, [lacking]).build();
    },
  },
  {
    names: 'a body that names a request type of another service desk',
    fault: 'typeNotInProject',
    body: async ({ projects, build }) => {
      const desk = await projects.provide({ requestTypes: 1 });
      const otherDesk = await projects.provide({ requestTypes: 1 });
      return build.defaults.requestTypes(desk, desk.requestTypes).requestTypes(desk, otherDesk.requestTypes).build();
    },
  },
  {
    names: 'a body that names a request type in a regular project',
    fault: 'requestTypeInRegularProject',
    body: async ({ projects, build }) => {
      const regular = await projects.provide();
      const desk = await projects.provide({ requestTypes: 1 });
      return build.defaults.issueTypes(regular, regular.issueTypes).requestTypes(regular, desk.requestTypes).build();
    },
  },
  {
    names: 'a body with an item without types',
    fault: 'noType',
    body: async ({ projects, build }) => {
      const project = await projects.provide();
      const neighbour = await projects.provide();
      return build.defaults.issueTypes(project, project.issueTypes).item(neighbour).build();
    },
  },
  {
    names: 'a body with an item that names no project',
    fault: 'noProject',
    body: async ({ projects, build }) => {
      const project = await projects.provide();
      const { defaults } = build.defaults.issueTypes(project, project.issueTypes).build();
      return { defaults: [...defaults, { issueTypeIds: [project.issueTypes[0].id] }] };
    },
  },
];

test.describe(...describeEndpoint('create'), () => {
  for (const { names, fault, body } of bodies) {
    test(
      `takes ${names} as it is assumed to`,
      covers('DT-N04'),
      async ({ projects, build, observe, changesByCreating }) => {
        const request = await body({ projects, build });

        const changes = await changesByCreating(request);

        observe('DT-N04', creationFault(fault, changes));
      },
    );
  }

  test('creates nothing for a body without items', covers('DT-N04'), async ({ build, observe, changesByCreating }) => {
    const body = build.defaults.build();

    const changes = await changesByCreating(body);

    expect(changes).toHaveChangedNothing();
    observe('DT-N04', { noProject: changes.response.ok ? 'passed over' : changes.response.status });
  });

  test(
    'takes issue types in a service desk as it is assumed to',
    covers('DT-N16'),
    async ({ projects, build, observe, changesByCreating }) => {
      const desk = await projects.provide({ issueTypes: 1, requestTypes: 1 });
      const body = build.defaults.issueTypes(desk, desk.issueTypes).build();

      const changes = await changesByCreating(body);

      const { response, added } = changes;
      observe('DT-N16', response.ok ? (added.length > 0 ? 'accepted' : 'passed over') : response.status);
      expect(refusedWithEffect([changes])).toStrictEqual([]);
    },
  );

  test(
    'takes an id that stands twice in a list as it is assumed to, and makes one entry at most',
    covers('DT-N19'),
    async ({ projects, build, observe, changesByCreating }) => {
      const project = await projects.provide();
      const [type] = project.issueTypes;
      const body = build.defaults.issueTypes(project, [type, type]).build();

      const changes = await changesByCreating(body);

      expect(changes.added, callOf(changes.response)).toHaveLength(Number(changes.response.ok));
      observe('DT-N19', { repeatedId: howRepetitionIsTold(changes.response) });
    },
  );

  test(
    'takes an empty list beside another as it is assumed to',
    covers('DT-N19'),
    async ({ projects, build, observe, changesByCreating }) => {
      const project = await projects.provide();
      const lists = { issueTypeIds: [project.issueTypes[0].id], requestTypeIds: [] };
      const body = build.defaults.item(project, lists).build();

      const changes = await changesByCreating(body);

      expect(changes.added, callOf(changes.response)).toHaveLength(Number(changes.response.ok));
      observe('DT-N19', { emptyList: changes.response.ok ? 'as if left out' : changes.response.status });
    },
  );

  test('creates nothing for an empty list alone', covers('DT-N19'), async ({ projects, build, changesByCreating }) => {
    const project = await projects.provide();
    const body = build.defaults.issueTypes(project, []).build();

    const changes = await changesByCreating(body);

    expect(changes).toHaveChangedNothing();
  });

  test(
    'makes a second template the default of a type as it is assumed to',
    covers('DT-N20'),
    async ({ defaultTemplates, projects, templates, entries, build, observe }) => {
      const project = await projects.provide();
      const [first, second] = [await templates.provide(), await templates.provide()];
      const body = build.defaults.issueTypes(project, project.issueTypes).build();
      await entries.assign(first, body);

      const response = await defaultTemplates.create({ templateId: second.id, body });

      const { length } = await entries.of(first);
      const done = unlessRefused(response, length === 0 ? 'replaces the first' : 'both stand');
      observe.orUnclear('DT-N20', done, callOf(response));
    },
  );

  test(
    'assigns what is assigned already as it is assumed to',
    covers('DT-N05'),
    async ({ defaultTemplates, projects, templates, entries, build, observe }) => {
      const project = await projects.provide();
      const template = await templates.provide();
      const body = build.defaults.issueTypes(project, project.issueTypes).build();
      await entries.assign(template, body);

      const { status } = await defaultTemplates.create({ templateId: template.id, body });

      const { length } = await entries.of(template);
      expect([1, 2]).toContain(length);
      observe('DT-N05', { status, entries: length as 1 | 2 });
    },
  );
});

test.describe(...describeEndpoint('filterByTemplate'), () => {
  test(
    'selects by an item without type lists what it is assumed to',
    covers('DT-N08'),
    async ({ defaultTemplates, projects, templates, entries, build, observe }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const neighbour = await projects.provide({ issueTypes: 1 });
      const template = await templates.provide();
      const made = await entries.provide(template, build.defaults.issueTypes(project, project.issueTypes).build());
      await entries.assign(template, build.defaults.issueTypes(neighbour, neighbour.issueTypes).build());

      const response = await defaultTemplates.filterByTemplate({
        templateId: template.id,
        body: build.defaults.item(project).build(),
      });

      expect([0, made.length]).toContain(selectedCount(response));
      observe('DT-N08', selectedCount(response) === 0 ? 'none' : 'all');
    },
  );
});

test.describe(...describeEndpoint('listByProject'), () => {
  test(
    'answers an unknown project as it is assumed to',
    covers('DT-N02'),
    async ({ defaultTemplates, build, observe }) => {
      const byId = await defaultTemplates.listByProject({ projectIdOrKey: build.unusedId() });
      const byKey = await defaultTemplates.listByProject({ projectIdOrKey: build.unusedKey() });

      observe('DT-N02', byId.status);
      observe('DT-N02', byKey.status);
    },
  );
});

/**
 * The outcome of a creation whose body has an item that can be carried out and one that can't, in the terms of DT-N04.
 * The outcome for the rest shows whether the call was refused.
 */
function creationFault(kind: FaultKind, changes: Changes): Partial<Faults> {
  const { ok, status } = changes.response;
  if (ok) return { [kind]: 'passed over' };
  return { [kind]: status, rest: changedNothing(changes) ? 'not created' : 'created' };
}

function howRepetitionIsTold(response: ApiResponse<DataOf<Endpoints['create']>>): Assumptions['DT-N19']['repeatedId'] {
  if (!response.ok) return response.status;
  return assignments(response.data).length > 1 ? 'echoed twice' : 'echoed once';
}
