import { expect } from '@playwright/test';
import { endpoints } from '../../../contracts/index.js';
import { test } from './tracker-test.js';

test.describe('GET /issue/createmeta', () => {
  test('lists the projects the caller can create issues in', async ({ tracker }) => {
    tracker.addReadOnlyProject();

    const reply = await tracker.tess.get('/issue/createmeta');

    const { projects } = endpoints.getCreateMeta.response.parse(reply.body);
    expect(projects.map(({ key }) => key)).toEqual(['HELP', 'DEMO', 'KEEP', 'PLAIN']);
  });

  test('narrows to projects and issue types and tells their fields', async ({ tracker }) => {
    const reply = await tracker.tess.get(
      '/issue/createmeta?projectKeys=DEMO&issuetypeNames=Bug&expand=projects.issuetypes.fields',
    );

    const { projects } = endpoints.getCreateMeta.response.parse(reply.body);
    expect(projects).toHaveLength(1);
    expect(projects[0]?.issuetypes.map(({ name }) => name)).toEqual(['Bug']);
    const fields = projects[0]?.issuetypes[0]?.fields;
    expect(fields?.['summary']).toMatchObject({ required: true, name: 'Summary' });
    expect(fields?.['customfield_10003']).toMatchObject({
      allowedValues: [{ id: '10003001' }, { value: 'Major' }, { id: '10003003' }],
    });
    expect(fields).not.toHaveProperty('parent');
  });

  test('lists no projects to a user who may see none', async ({ tracker }) => {
    expect((await tracker.guest.get('/issue/createmeta')).body).toMatchObject({ projects: [] });
  });
});

test.describe('GET /issue/createmeta/{projectIdOrKey}/issuetypes', () => {
  test('pages through the issue types of a project', async ({ tracker }) => {
    const reply = await tracker.tess.get('/issue/createmeta/DEMO/issuetypes?startAt=1&maxResults=2');

    const page = endpoints.listCreateMetaIssueTypes.response.parse(reply.body);
    expect(page.values.map(({ name }) => name)).toEqual(['Bug', 'Story']);
    expect(page).toMatchObject({ startAt: 1, maxResults: 2, total: 4, isLast: false });
  });

  test('answers 404 for an unknown project', async ({ tracker }) => {
    expect((await tracker.tess.get('/issue/createmeta/NONE/issuetypes')).status).toBe(404);
  });

  test('is for those who can create issues', async ({ tracker }) => {
    tracker.addReadOnlyProject();

    expect((await tracker.tess.get('/issue/createmeta/READ/issuetypes')).status).toBe(403);
  });
});

test.describe('GET /issue/createmeta/{projectIdOrKey}/issuetypes/{issueTypeId}', () => {
  test('tells a sub-task needs a parent', async ({ tracker }) => {
    const reply = await tracker.tess.get('/issue/createmeta/11101/issuetypes/10004');

    const { values } = endpoints.listCreateMetaFields.response.parse(reply.body);
    expect(values.find(({ fieldId }) => fieldId === 'parent')?.required).toBe(true);
    expect(values.find(({ fieldId }) => fieldId === 'labels')?.required).toBe(false);
  });

  test('lists only the fields of the create screen', async ({ tracker }) => {
    tracker.tenant.add({
      screens: [{ id: 90, name: 'Short', fields: ['labels'] }],
      workflows: [{ name: 'Short workflow', initial: { to: 1, screenId: 90 } }],
      projects: [
        {
          id: 900,
          key: 'SHORT',
          name: 'Short',
          lead: 'JIRAUSER10000',
          issueTypeIds: [10001],
          workflow: 'Short workflow',
        },
      ],
    });

    const reply = await tracker.admin.get('/issue/createmeta/SHORT/issuetypes/10001');

    const { values } = endpoints.listCreateMetaFields.response.parse(reply.body);
    expect(values.map(({ fieldId }) => fieldId)).toEqual(['issuetype', 'project', 'summary', 'labels']);
  });

  test('answers 404 for a type the project does not have', async ({ tracker }) => {
    expect((await tracker.tess.get('/issue/createmeta/DEMO/issuetypes/10400')).status).toBe(404);
  });
});
