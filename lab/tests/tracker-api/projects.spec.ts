import { expect } from '@playwright/test';
import { endpoints } from '../../../contracts/index.js';
import { test } from './tracker-test.js';

test.describe('GET /project', () => {
  test('lists the projects the caller may see', async ({ tracker }) => {
    const projects = endpoints.listProjects.response.parse((await tracker.tess.get('/project')).body);

    expect(projects.map(({ key }) => key)).toEqual(['DEMO', 'HELP', 'KEEP', 'PLAIN']);
  });

  test('lists nothing to a user who may see none', async ({ tracker }) => {
    expect((await tracker.guest.get('/project')).body).toEqual([]);
  });
});

test.describe('GET /project/{projectIdOrKey}', () => {
  test('finds a project by key and by id', async ({ tracker }) => {
    const byKey = endpoints.getProject.response.parse((await tracker.tess.get('/project/HELP')).body);
    const byId = endpoints.getProject.response.parse((await tracker.tess.get('/project/11100')).body);

    expect(byKey).toMatchObject({ id: '11100', key: 'HELP', name: 'Help desk', projectTypeKey: 'service_desk' });
    expect(byKey.lead.name).toBe('admin');
    expect(byKey.issueTypes.map(({ id }) => id)).toEqual(['10400', '10401']);
    expect(byId).toEqual(byKey);
  });

  test('answers 404 for an unknown project, and for a key in small letters', async ({ tracker }) => {
    const unknown = await tracker.admin.get('/project/NONE');

    expect(unknown.status).toBe(404);
    expect(unknown.body).toEqual({ errorMessages: ["No project could be found with key 'NONE'."], errors: {} });
    expect((await tracker.admin.get('/project/demo')).status).toBe(404);
  });

  test('answers 404 to a user who may not see the project', async ({ tracker }) => {
    expect((await tracker.guest.get('/project/DEMO')).status).toBe(404);
  });
});

test.describe('GET /project/{projectIdOrKey}/statuses', () => {
  test('lists the statuses of the workflow under each issue type', async ({ tracker }) => {
    const types = endpoints.listProjectStatuses.response.parse(
      (await tracker.tess.get('/project/PLAIN/statuses')).body,
    );

    expect(types.map(({ name }) => name)).toEqual(['Task', 'Bug', 'Sub-task']);
    expect(types[0]?.statuses.map(({ name }) => name)).toEqual(['Open', 'In Progress', 'Done']);
  });
});

test.describe('POST /project', () => {
  test('creates a project with what new projects start with', async ({ tracker }) => {
    const reply = await tracker.admin.post('/project', {
      key: 'FRESH',
      name: 'A fresh one',
      description: 'For trying things out.',
      projectTypeKey: 'business',
      lead: 'tess',
    });

    expect(reply.status).toBe(201);
    const created = endpoints.createProject.response.parse(reply.body);
    const project = endpoints.getProject.response.parse((await tracker.tess.get(`/project/${created.id}`)).body);
    expect(project).toMatchObject({
      key: 'FRESH',
      name: 'A fresh one',
      description: 'For trying things out.',
      projectTypeKey: 'business',
      lead: { name: 'tess' },
    });
    expect(project.issueTypes).toHaveLength(4);
  });

  test('gives a service desk request types of its own', async ({ tracker }) => {
    const first = await tracker.admin.post('/project', {
      key: 'DESKA',
      name: 'Desk A',
      projectTypeKey: 'service_desk',
      lead: 'admin',
    });
    const second = await tracker.admin.post('/project', {
      key: 'DESKB',
      name: 'Desk B',
      projectTypeKey: 'service_desk',
      lead: 'admin',
    });

    const idsOf = async (body: unknown) => {
      const { id } = endpoints.createProject.response.parse(body);
      const reply = await tracker.admin.get(`/rest/servicedeskapi/servicedesk/${id}/requesttype`);
      return endpoints.listRequestTypes.response.parse(reply.body).values.map((type) => type.id);
    };
    const [idsOfFirst, idsOfSecond] = [await idsOf(first.body), await idsOf(second.body)];
    expect(new Set([...idsOfFirst, ...idsOfSecond]).size).toBe(6);
  });

  test('names every fault under its field and creates nothing', async ({ tracker }) => {
    const before = tracker.tenant.state();

    const reply = await tracker.admin.post('/project', {
      key: 'DEMO',
      name: 'help desk',
      projectTypeKey: 'odd',
      lead: 'nobody',
    });

    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      errorMessages: [],
      errors: {
        projectKey: "Project 'Demonstration' uses this project key.",
        projectName: 'A project with that name already exists.',
        projectTypeKey: "The project type 'odd' is invalid: it is business, service_desk, software.",
        projectLead: 'The user you have specified as project lead does not exist.',
      },
    });
    expect(tracker.tenant.state()).toEqual(before);
  });

  for (const key of ['lower', 'R2D2', 'A', 'WITH_ONE']) {
    test(`refuses ${key}, which is no project key`, async ({ tracker }) => {
      const reply = await tracker.admin.post('/project', { key, name: 'Lower', lead: 'admin' });

      expect(reply.status).toBe(400);
      expect(reply.body).toEqual({
        errorMessages: [],
        errors: { projectKey: 'Project keys must be two or more uppercase letters.' },
      });
    });
  }

  test('refuses a project that nobody leads', async ({ tracker }) => {
    const reply = await tracker.admin.post('/project', { key: 'FRESH', name: 'A fresh one' });

    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      errorMessages: [],
      errors: { projectLead: 'You must specify a valid project lead.' },
    });
  });

  test('is for administrators', async ({ tracker }) => {
    const reply = await tracker.tess.post('/project', { key: 'MINE', name: 'My own' });

    expect(reply.status).toBe(403);
    expect((await tracker.admin.get('/project/MINE')).status).toBe(404);
  });
});

test.describe('DELETE /project/{projectIdOrKey}', () => {
  test('deletes a project with its issues, comments, request types and default templates', async ({ tracker }) => {
    const demo = await tracker.admin.delete('/project/DEMO');
    const help = await tracker.admin.delete('/project/11100');

    expect([demo.status, help.status]).toEqual([204, 204]);
    const state = tracker.tenant.state();
    expect(state.projects).toHaveLength(2);
    expect(state.issues).toEqual([]);
    expect(state.comments).toEqual([]);
    expect(state.requestTypes).toEqual([]);
    expect(state.entries).toEqual([]);
  });

  test('answers 404 for an unknown project', async ({ tracker }) => {
    expect((await tracker.admin.delete('/project/NONE')).status).toBe(404);
  });

  test('is for administrators', async ({ tracker }) => {
    const reply = await tracker.tess.delete('/project/DEMO');

    expect(reply.status).toBe(403);
    expect((await tracker.tess.get('/project/DEMO')).status).toBe(200);
  });
});
