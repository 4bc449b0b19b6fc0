import { expect } from '@playwright/test';
import { endpoints } from '../../../contracts/index.js';
import { test } from './tracker-test.js';
import type { Tracker } from './tracker.js';

async function create(tracker: Tracker, body: Readonly<Record<string, unknown>> = {}) {
  const reply = await tracker.admin.post('/component', { project: 'DEMO', name: 'Engine', ...body });
  return endpoints.createComponent.response.parse(reply.body);
}

async function namesIn(tracker: Tracker, project: string): Promise<string[]> {
  const reply = await tracker.tess.get(`/project/${project}/components`);
  return endpoints.listComponents.response.parse(reply.body).map(({ name }) => name);
}

test.describe('GET /project/{projectIdOrKey}/components', () => {
  test('lists the components of the project by name, and no others', async ({ tracker }) => {
    await create(tracker);
    await create(tracker, { name: 'brakes' });
    await create(tracker, { project: 'PLAIN', name: 'Elsewhere' });

    expect(await namesIn(tracker, 'DEMO')).toEqual(['brakes', 'Engine']);
    expect(await namesIn(tracker, 'HELP')).toEqual([]);
  });

  test('agrees with the project', async ({ tracker }) => {
    const { id, self } = await create(tracker, { description: 'What drives it' });

    const { body } = await tracker.tess.get('/project/DEMO');

    expect(body).toHaveProperty('components', [{ self, id, name: 'Engine', description: 'What drives it' }]);
  });

  test('answers 404 for an unknown project, and to a user who may not see it', async ({ tracker }) => {
    expect((await tracker.admin.get('/project/NONE/components')).status).toBe(404);
    expect((await tracker.guest.get('/project/DEMO/components')).status).toBe(404);
  });
});

test.describe('POST /component', () => {
  test('creates a component whose issues go to the lead of the project', async ({ tracker }) => {
    const reply = await tracker.admin.post('/component', { project: 'DEMO', name: ' Engine ', description: 'Drives' });

    expect(reply.status).toBe(201);
    const component = endpoints.createComponent.response.parse(reply.body);
    expect(component).toEqual({
      self: `${tracker.baseUrl}/rest/api/2/component/${component.id}`,
      id: expect.stringMatching(/^\d+$/),
      name: 'Engine',
      description: 'Drives',
      assigneeType: 'PROJECT_DEFAULT',
      assignee: expect.objectContaining({ name: 'admin' }),
      realAssigneeType: 'PROJECT_DEFAULT',
      realAssignee: expect.objectContaining({ name: 'admin' }),
      isAssigneeTypeValid: true,
      project: 'DEMO',
      projectId: expect.any(Number),
    });
    expect((await tracker.tess.get(`/component/${component.id}`)).body).toEqual(component);
  });

  test('takes a project by id, and a component that has a lead', async ({ tracker }) => {
    const lead = { leadUserName: 'tess', assigneeType: 'COMPONENT_LEAD' };

    const component = await create(tracker, { project: undefined, projectId: 11100, ...lead });

    expect(component).toMatchObject({
      project: 'HELP',
      lead: { name: 'tess' },
      assignee: { name: 'tess' },
      realAssigneeType: 'COMPONENT_LEAD',
      realAssignee: { name: 'tess' },
      isAssigneeTypeValid: true,
    });
  });

  test('falls back on the project if nobody leads the component', async ({ tracker }) => {
    const component = await create(tracker, { assigneeType: 'COMPONENT_LEAD' });

    expect(component).toMatchObject({
      assigneeType: 'COMPONENT_LEAD',
      realAssigneeType: 'PROJECT_DEFAULT',
      realAssignee: { name: 'admin' },
      isAssigneeTypeValid: false,
    });
    expect(component).not.toHaveProperty('assignee');
  });

  test('assigns nobody if it is told so', async ({ tracker }) => {
    const component = await create(tracker, { assigneeType: 'UNASSIGNED' });

    expect(component).toMatchObject({ realAssigneeType: 'UNASSIGNED', isAssigneeTypeValid: true });
    expect(component).not.toHaveProperty('realAssignee');
  });

  test('refuses a second one of the name, in any case of its letters, and creates nothing', async ({ tracker }) => {
    await create(tracker);
    const before = tracker.tenant.state();

    const reply = await tracker.admin.post('/component', { project: 'DEMO', name: 'eNGINE' });

    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      errorMessages: [],
      errors: { name: 'A component with the name eNGINE already exists in this project.' },
    });
    expect(tracker.tenant.state()).toEqual(before);
    expect((await tracker.admin.post('/component', { project: 'PLAIN', name: 'Engine' })).status).toBe(201);
  });

  test('names every fault under its field', async ({ tracker }) => {
    const body = { project: 'DEMO', name: ' ', leadUserName: 'nobody' };

    const reply = await tracker.admin.post('/component', body);

    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      errorMessages: [],
      errors: {
        name: 'The component name specified is invalid - cannot be an empty string.',
        leadUserName: 'The user nobody does not exist.',
      },
    });
    const long = await tracker.admin.post('/component', { project: 'DEMO', name: 'x'.repeat(256) });
    expect(long.body).toHaveProperty('errors.name', expect.stringContaining('255'));
  });

  test('refuses a body without a project, and an unknown type of assignee', async ({ tracker }) => {
    const nowhere = await tracker.admin.post('/component', { name: 'Engine' });
    const odd = await tracker.admin.post('/component', { project: 'DEMO', name: 'Engine', assigneeType: 'ANYBODY' });

    expect([nowhere.status, odd.status]).toEqual([400, 400]);
    expect(nowhere.body).toHaveProperty('errors.project');
    expect(odd.body).toHaveProperty('errors.assigneeType');
  });

  test('answers 404 for an unknown project', async ({ tracker }) => {
    expect((await tracker.admin.post('/component', { project: 'NONE', name: 'Engine' })).status).toBe(404);
  });

  test('is for those who administer the project', async ({ tracker }) => {
    const reply = await tracker.tess.post('/component', { project: 'DEMO', name: 'Engine' });

    expect(reply.status).toBe(403);
    expect(await namesIn(tracker, 'DEMO')).toEqual([]);
  });
});

test.describe('PUT /component/{componentId}', () => {
  test('changes what it names and nothing else', async ({ tracker }) => {
    const before = await create(tracker, { description: 'Drives', leadUserName: 'tess' });

    const reply = await tracker.admin.put(`/component/${before.id}`, { description: 'Drives it' });

    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ ...before, description: 'Drives it' });
    expect((await tracker.tess.get(`/component/${before.id}`)).body).toEqual(reply.body);
  });

  test('renames it, takes its lead and its description away', async ({ tracker }) => {
    const { id } = await create(tracker, { description: 'Drives', leadUserName: 'tess' });

    const reply = await tracker.admin.put(`/component/${id}`, { name: 'Motor', leadUserName: '', description: '' });

    expect(reply.body).toHaveProperty('name', 'Motor');
    expect(reply.body).not.toHaveProperty('lead');
    expect(reply.body).not.toHaveProperty('description');
  });

  test('keeps its own name, and refuses that of another', async ({ tracker }) => {
    const { id } = await create(tracker);
    await create(tracker, { name: 'Brakes' });

    expect((await tracker.admin.put(`/component/${id}`, { name: 'Engine' })).status).toBe(200);
    const reply = await tracker.admin.put(`/component/${id}`, { name: 'brakes' });
    expect(reply.status).toBe(400);
    expect(reply.body).toHaveProperty('errors.name');
  });

  test('answers 404 for an unknown one, 403 to who does not administer the project', async ({ tracker }) => {
    const { id } = await create(tracker);

    expect((await tracker.admin.put('/component/1', { name: 'X' })).status).toBe(404);
    expect((await tracker.admin.put('/component/engine', { name: 'X' })).status).toBe(404);
    expect((await tracker.tess.put(`/component/${id}`, { name: 'X' })).status).toBe(403);
    expect(await namesIn(tracker, 'DEMO')).toEqual(['Engine']);
  });
});

test.describe('DELETE /component/{componentId}', () => {
  test('deletes it once', async ({ tracker }) => {
    const { id } = await create(tracker);

    const replies = await Promise.all([1, 2, 3].map(() => tracker.admin.delete(`/component/${id}`)));

    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect(await namesIn(tracker, 'DEMO')).toEqual([]);
  });

  test('is for those who administer the project', async ({ tracker }) => {
    const { id } = await create(tracker);

    expect((await tracker.tess.delete(`/component/${id}`)).status).toBe(403);
    expect((await tracker.guest.delete(`/component/${id}`)).status).toBe(404);
    expect(await namesIn(tracker, 'DEMO')).toEqual(['Engine']);
  });

  test('happens with its project', async ({ tracker }) => {
    const { id } = await create(tracker);

    await tracker.admin.delete('/project/DEMO');

    expect((await tracker.admin.get(`/component/${id}`)).status).toBe(404);
    expect(tracker.tenant.state().components).toEqual([]);
  });
});
