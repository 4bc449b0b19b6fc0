import type { Builders } from '../../builders/index.js';
import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import type { DefaultsRequest, TestFixtures } from '../../fixtures/index.js';
import { creationFault } from './support/creation-fault.js';
import type { FaultKind } from './support/creation-fault.js';

/** The fixtures that a body is made with. */
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
      async ({ defaultTemplates, projects, templates, entries, build, observe }) => {
        const request = await body({ projects, build });
        const template = await templates.provide();

        const changes = await entries.changesBy(() =>
          defaultTemplates.create({ templateId: template.id, body: request }),
        );

        observe('DT-N04', creationFault(fault, changes));
      },
    );
  }

  test(
    'creates nothing for a body without items',
    covers('DT-N04'),
    async ({ defaultTemplates, templates, entries, build, observe }) => {
      const template = await templates.provide();
      const body = build.defaults.build();

      const changes = await entries.changesBy(() => defaultTemplates.create({ templateId: template.id, body }));

      expect(changes).toHaveChangedNothing();
      observe('DT-N04', { noProject: changes.response.ok ? 'passed over' : changes.response.status });
    },
  );
});
