import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import {
  createAndRead,
  fieldsFilledFrom,
  indexOfSource,
  provideFreeTypes,
  templateValues,
  valuesIn,
} from './support/template-values.js';

test.describe(...describeEndpoint('createIssue'), () => {
  test(
    'fills in the one of two default templates it is assumed to',
    covers('DT-N14'),
    async ({ defaultTemplates, trackerApi, projects, templates, entries, build, observe }) => {
      const project = await projects.provide({ issueTypes: 2, templatePostFunction: 'overwrite' });
      const oldest = await templates.provide({ fields: ['summary', 'description'] });
      const newest = await templates.provide({ fields: ['summary', 'description'] });
      const { free } = await provideFreeTypes(defaultTemplates, project, 'issueTypes');
      const body = build.defaults.issueTypes(project, free.slice(0, 1)).build();
      await entries.assign(oldest, body);
      await defaultTemplates.create({ templateId: newest.id, body });
      const stand = [await entries.of(oldest), await entries.of(newest)].every((of) => of.length > 0);
      test.skip(!stand, 'A type has only one default template here (DT-N20).');

      const issue = await createAndRead(trackerApi, build.issue.in(project, at(free, 0)).build());

      const source = indexOfSource(issue, [oldest, newest]);
      // If it is of neither, this shows how it differs from the newest.
      const wanted = templateValues(at([oldest, newest], source));
      expect(valuesIn(issue, Object.keys(wanted))).toMatchObject(wanted);
      observe('DT-N14', at(['oldest', 'newest'] as const, source));
    },
  );

  test(
    'applies a default template without the post function as it is assumed to',
    covers('DT-N15'),
    async ({ trackerApi, projects, templates, entries, build, observe }) => {
      const project = await projects.provide({ issueTypes: 1, templatePostFunction: 'none' });
      const template = await templates.provide({ fields: ['summary', 'description'] });
      const types = project.issueTypes;
      await entries.assign(template, build.defaults.issueTypes(project, types).build());

      const issue = await createAndRead(trackerApi, build.issue.in(project, at(types, 0)).build());

      const applied = fieldsFilledFrom(issue, template).includes('description');
      observe('DT-N15', applied ? 'applied' : 'not applied');
    },
  );
});
