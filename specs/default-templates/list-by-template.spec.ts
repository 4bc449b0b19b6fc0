import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { issueTypeEntries, requestTypeEntries } from './support/entries.js';

test.describe(...describeEndpoint('listByTemplate'), () => {
  test(
    "lists the template's entries of regular and service-desk projects, and no other template's",
    covers('DT-04'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const regular = await projects.provide({ issueTypes: 2 });
      const desk = await projects.provide({ issueTypes: 1, requestTypes: 2 });
      const template = await templates.provide();
      const other = await templates.provide();
      const [issueTypes, requestTypes] = [regular.issueTypes, desk.requestTypes];
      const body = build.defaults.issueTypes(regular, issueTypes).requestTypes(desk, requestTypes).build();
      await entries.assign(other, body);
      await entries.assign(template, body);

      const { data } = await defaultTemplates.listByTemplate({ templateId: template.id });

      expect(data).toHaveLength(4);
      expect(data).toStrictEqual(
        expect.arrayContaining(
          [...issueTypeEntries(template, regular, issueTypes), ...requestTypeEntries(template, desk, requestTypes)].map(
            (entry) => expect.objectContaining(entry) as unknown,
          ),
        ),
      );
    },
  );

  test(
    'lists the entries of a template that its projects list',
    covers('DT-04'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const first = await projects.provide({ issueTypes: 2 });
      const second = await projects.provide({ issueTypes: 2 });
      const template = await templates.provide();
      const body = build.defaults
        .issueTypes(first, first.issueTypes)
        .issueTypes(second, [second.issueTypes[0]])
        .build();
      await entries.assign(template, body);
      const inFirst = await defaultTemplates.listByProject({ projectIdOrKey: first.id });
      const inSecond = await defaultTemplates.listByProject({ projectIdOrKey: second.id });

      const response = await defaultTemplates.listByTemplate({ templateId: template.id });

      expect(response).toHoldEntries([...inFirst.data, ...inSecond.data]);
      expect(response.data).toHaveLength(3);
    },
  );

  test(
    'lists nothing for a template that is no default anywhere',
    covers('DT-04'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const project = await projects.provide();
      const unused = await templates.provide();
      const other = await templates.provide();
      await entries.assign(other, build.defaults.issueTypes(project, project.issueTypes).build());

      const response = await defaultTemplates.listByTemplate({ templateId: unused.id });

      expect(response).toHoldEntries([]);
    },
  );
});
