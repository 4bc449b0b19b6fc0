import { expect } from '@playwright/test';
import { endpoints } from '../../../contracts/index.js';
import { test } from './tracker-test.js';

const request = { serviceDeskId: '11100', requestTypeId: '40', requestFieldValues: { summary: 'Nothing works' } };

test.describe('GET /servicedesk', () => {
  test('lists the service desks the caller may see', async ({ tracker }) => {
    const page = endpoints.listServiceDesks.response.parse(
      (await tracker.tess.get('/rest/servicedeskapi/servicedesk')).body,
    );
    const none = endpoints.listServiceDesks.response.parse(
      (await tracker.guest.get('/rest/servicedeskapi/servicedesk')).body,
    );

    expect(page).toMatchObject({
      size: 1,
      isLastPage: true,
      values: [{ id: '11100', projectId: '11100', projectKey: 'HELP', projectName: 'Help desk' }],
    });
    expect(none.values).toEqual([]);
  });
});

test.describe('GET /servicedesk/{serviceDeskId}/requesttype', () => {
  test('pages through the request types', async ({ tracker }) => {
    const reply = await tracker.tess.get('/rest/servicedeskapi/servicedesk/11100/requesttype?start=1&limit=1');

    expect(endpoints.listRequestTypes.response.parse(reply.body)).toMatchObject({
      size: 1,
      start: 1,
      limit: 1,
      isLastPage: true,
      values: [{ id: '40', name: 'Report an outage', issueTypeId: '10401', serviceDeskId: '11100' }],
    });
  });

  test('answers 404 for a project that is no service desk, and to a user who may not see it', async ({ tracker }) => {
    expect((await tracker.tess.get('/rest/servicedeskapi/servicedesk/11101/requesttype')).status).toBe(404);
    expect((await tracker.guest.get('/rest/servicedeskapi/servicedesk/11100/requesttype')).status).toBe(404);
  });
});

test.describe('POST /request', () => {
  test("creates an issue of the request type's issue type", async ({ tracker }) => {
    const reply = await tracker.tess.post('/rest/servicedeskapi/request', request);

    expect(reply.status).toBe(201);
    const created = endpoints.createServiceRequest.response.parse(reply.body);
    expect(created).toMatchObject({ issueKey: 'HELP-1', requestTypeId: '40', serviceDeskId: '11100' });
    const issue = endpoints.getIssue.response.parse((await tracker.tess.get(`/issue/${created.issueId}`)).body);
    expect(issue.fields).toMatchObject({
      summary: 'Nothing works',
      issuetype: { name: 'Incident' },
      reporter: { name: 'tess' },
    });
  });

  test('fills a request in from the default template of its request type', async ({ tracker }) => {
    const reply = await tracker.tess.post('/rest/servicedeskapi/request', { ...request, requestTypeId: 39 });

    const { issueKey } = endpoints.createServiceRequest.response.parse(reply.body);
    const issue = endpoints.getIssue.response.parse((await tracker.tess.get(`/issue/${issueKey}`)).body);
    expect(issue.fields).toMatchObject({ customfield_10005: 'none yet', issuetype: { name: 'Service Request' } });
  });

  test('refuses an unknown desk, an unknown request type and a missing summary', async ({ tracker }) => {
    const desk = await tracker.tess.post('/rest/servicedeskapi/request', { ...request, serviceDeskId: '11101' });
    const type = await tracker.tess.post('/rest/servicedeskapi/request', { ...request, requestTypeId: '41' });
    const summary = await tracker.tess.post('/rest/servicedeskapi/request', { ...request, requestFieldValues: {} });

    expect(desk).toMatchObject({
      status: 400,
      body: { errors: { serviceDeskId: 'The service desk does not exist.' } },
    });
    expect(type).toMatchObject({
      status: 400,
      body: { errors: { requestTypeId: 'The service desk has no such request type.' } },
    });
    expect(summary).toMatchObject({
      status: 400,
      body: { errors: { summary: 'You must specify a summary of the issue.' } },
    });
  });

  test('answers 403 without the permission', async ({ tracker }) => {
    tracker.tenant.add({
      projects: [
        {
          id: 700,
          key: 'LOOK',
          name: 'Look only',
          type: 'service_desk',
          lead: 'JIRAUSER10000',
          issueTypeIds: [10400],
          requestTypes: [{ id: 70, name: 'Ask', issueTypeId: 10400 }],
          workflow: 'Plain workflow',
          permissions: { BROWSE_PROJECTS: ['users'] },
        },
      ],
    });

    const reply = await tracker.tess.post('/rest/servicedeskapi/request', {
      ...request,
      serviceDeskId: 700,
      requestTypeId: 70,
    });

    expect(reply.status).toBe(403);
  });
});
