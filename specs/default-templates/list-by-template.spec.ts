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
});
