import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { creationFault } from './support/creation-fault.js';
import { nth } from '../support/nth.js';

test.describe(...describeEndpoint('create'), () => {
  test(
    'takes a body that names an unknown project as it is assumed to',
    covers('DT-N04'),
    async ({ defaultTemplates, projects, templates, entries, build, observe }) => {
      const project = await projects.provide();
      const template = await templates.provide();
      const unknown = { id: build.unusedId(), key: build.unusedKey() };
      const body = build.defaults
        .issueTypes(project, project.issueTypes.slice(0, 1))
        .issueTypes(unknown, project.issueTypes.slice(0, 1))
        .build();

      const changes = await entries.changesBy(() => defaultTemplates.create({ templateId: template.id, body }));

      observe('DT-N04', creationFault('unknownProject', changes));
    },
  );

  test(
    'takes a body that names an unknown project key as it is assumed to',
    covers('DT-N04'),
    async ({ defaultTemplates, projects, templates, entries, build, observe }) => {
      const project = await projects.provide();
      const template = await templates.provide();
      const unknown = { id: build.unusedId(), key: build.unusedKey() };
      const body = build.defaults
        .byKey()
        .issueTypes(unknown, project.issueTypes.slice(0, 1))
        .issueTypes(project, project.issueTypes.slice(0, 1))
        .build();

      const changes = await entries.changesBy(() => defaultTemplates.create({ templateId: template.id, body }));

      observe('DT-N04', creationFault('unknownProject', changes));
    },
  );

  test(
    'takes a body that names an issue type the project lacks as it is assumed to',
    covers('DT-N04'),
    async ({ defaultTemplates, projects, templates, entries, build, observe }) => {
      const project = await projects.provide();
      const template = await templates.provide();
      const body = build.defaults
        .issueTypes(project, project.issueTypes.slice(0, 1))
        .issueTypes(project, [{ id: build.unusedId() }])
        .build();

      const changes = await entries.changesBy(() => defaultTemplates.create({ templateId: template.id, body }));

      observe('DT-N04', creationFault('typeNotInProject', changes));
    },
  );

  test(
    'takes a body that names a request type of another service desk as it is assumed to',
    covers('DT-N04'),
    async ({ defaultTemplates, projects, templates, entries, build, observe }) => {
      const desk = await projects.provide({ requestTypes: 1 });
      const otherDesk = await projects.provide({ requestTypes: 1 });
      const template = await templates.provide();
      const body = build.defaults
        .requestTypes(desk, desk.requestTypes.slice(0, 1))
        .requestTypes(desk, otherDesk.requestTypes.slice(0, 1))
        .build();

      const changes = await entries.changesBy(() => defaultTemplates.create({ templateId: template.id, body }));

      observe('DT-N04', creationFault('typeNotInProject', changes));
    },
  );

  test(
    'takes a body that names a request type in a regular project as it is assumed to',
    covers('DT-N04'),
    async ({ defaultTemplates, projects, templates, entries, build, observe }) => {
      const regular = await projects.provide();
      const desk = await projects.provide({ requestTypes: 1 });
      const template = await templates.provide();
      const body = build.defaults
        .issueTypes(regular, regular.issueTypes.slice(0, 1))
        .requestTypes(regular, desk.requestTypes.slice(0, 1))
        .build();

      const changes = await entries.changesBy(() => defaultTemplates.create({ templateId: template.id, body }));

      observe('DT-N04', creationFault('requestTypeInRegularProject', changes));
    },
  );

  test(
    'takes a body with an item without types as it is assumed to',
    covers('DT-N04'),
    async ({ defaultTemplates, projects, templates, entries, build, observe }) => {
      const project = await projects.provide();
      const neighbour = await projects.provide();
      const template = await templates.provide();
      const body = build.defaults.issueTypes(project, project.issueTypes.slice(0, 1)).item(neighbour).build();

      const changes = await entries.changesBy(() => defaultTemplates.create({ templateId: template.id, body }));

      observe('DT-N04', creationFault('noType', changes));
    },
  );

  test(
    'takes a body with an item that names no project as it is assumed to',
    covers('DT-N04'),
    async ({ defaultTemplates, projects, templates, entries, build, observe }) => {
      const project = await projects.provide();
      const template = await templates.provide();
      const { defaults } = build.defaults.issueTypes(project, project.issueTypes.slice(0, 1)).build();
      const body = { defaults: [...defaults, { issueTypeIds: [nth(project.issueTypes, 0).id] }] };

      const changes = await entries.changesBy(() => defaultTemplates.create({ templateId: template.id, body }));

      observe('DT-N04', creationFault('noProject', changes));
    },
  );

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
