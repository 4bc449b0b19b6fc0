import { expect } from '@playwright/test';
import { endpoints } from '../../../contracts/index.js';
import { test } from './tracker-test.js';

test.describe('GET /myself', () => {
  test('answers who calls', async ({ tracker }) => {
    const reply = await tracker.tess.get('/myself');

    expect(endpoints.getMyself.response.parse(reply.body)).toMatchObject({
      key: 'JIRAUSER10001',
      name: 'tess',
      active: true,
    });
  });
});

test.describe('GET /mypermissions', () => {
  test('names every permission and whether it is held in the project', async ({ tracker }) => {
    const reply = await tracker.tess.get('/mypermissions?projectKey=DEMO');

    const { permissions } = endpoints.getMyPermissions.response.parse(reply.body);
    expect(permissions['CREATE_ISSUES']?.havePermission).toBe(true);
    expect(permissions['ADMINISTER_PROJECTS']?.havePermission).toBe(false);
    expect(permissions['ADMINISTER']?.havePermission).toBe(false);
  });

  test('answers for the project of an issue', async ({ tracker }) => {
    tracker.addReadOnlyProject();

    const reply = await tracker.tess.get('/mypermissions?issueKey=READ-1');

    const { permissions } = endpoints.getMyPermissions.response.parse(reply.body);
    expect(permissions['BROWSE_PROJECTS']?.havePermission).toBe(true);
    expect(permissions['EDIT_ISSUES']?.havePermission).toBe(false);
  });

  test('without a project tells whether there is one to hold the permission in', async ({ tracker }) => {
    const guest = endpoints.getMyPermissions.response.parse((await tracker.guest.get('/mypermissions')).body);
    const admin = endpoints.getMyPermissions.response.parse((await tracker.admin.get('/mypermissions')).body);

    expect(guest.permissions['BROWSE_PROJECTS']?.havePermission).toBe(false);
    expect(admin.permissions['ADMINISTER']?.havePermission).toBe(true);
  });

  test('refuses a project the caller can not see like an unknown one', async ({ tracker }) => {
    expect((await tracker.guest.get('/mypermissions?projectKey=DEMO')).status).toBe(404);
    expect((await tracker.admin.get('/mypermissions?projectKey=NONE')).status).toBe(404);
  });
});

test.describe('GET /user', () => {
  test('finds a user by name, in any case of its letters', async ({ tracker }) => {
    const reply = await tracker.guest.get('/user?username=TESS');

    expect(endpoints.getUser.response.parse(reply.body)).toMatchObject({
      key: 'JIRAUSER10001',
      displayName: 'Tess Tester',
    });
  });

  test('finds a user by key', async ({ tracker }) => {
    const reply = await tracker.guest.get('/user?key=JIRAUSER10002');

    expect(endpoints.getUser.response.parse(reply.body).name).toBe('guest');
  });

  test('answers 404 with a message for an unknown user', async ({ tracker }) => {
    const reply = await tracker.admin.get('/user?username=nobody');

    expect(reply.status).toBe(404);
    expect(reply.body).toEqual({ errorMessages: ["The user named 'nobody' does not exist"], errors: {} });
  });

  test('answers 400 if no user is named', async ({ tracker }) => {
    expect((await tracker.admin.get('/user')).status).toBe(400);
  });
});

test.describe('GET /group/member', () => {
  test('lists the members of a group by name', async ({ tracker }) => {
    const reply = await tracker.tess.get('/group/member?groupname=tracker-users');

    const page = endpoints.listGroupMembers.response.parse(reply.body);
    expect(page.values.map(({ name }) => name)).toEqual(['admin', 'tess']);
    expect(page).toMatchObject({ startAt: 0, maxResults: 50, total: 2, isLast: true });
  });

  test('answers fifty members at most and says where the next page is', async ({ tracker }) => {
    const users = Array.from({ length: 60 }, (_, index) => {
      const name = `member${String(index).padStart(2, '0')}`;
      return { key: name, name, displayName: name, password: name, groups: ['big'], active: index > 0 };
    });
    tracker.tenant.add({ users });

    const first = endpoints.listGroupMembers.response.parse(
      (await tracker.admin.get('/group/member?groupname=big&maxResults=1000')).body,
    );
    const second = endpoints.listGroupMembers.response.parse(
      (await tracker.admin.get('/group/member?groupname=big&startAt=50')).body,
    );

    expect(first).toMatchObject({ maxResults: 50, total: 59, isLast: false });
    expect(first['nextPage']).toContain('startAt=50');
    expect(second.values).toHaveLength(9);
    expect(second.isLast).toBe(true);
  });

  test('lists inactive members if they are asked for', async ({ tracker }) => {
    const gone = {
      key: 'deleted',
      name: 'deleted',
      displayName: 'Gone',
      password: 'deleted',
      groups: ['left'],
      active: false,
    };
    tracker.tenant.add({ users: [gone] });

    const active = await tracker.admin.get('/group/member?groupname=left');
    const all = await tracker.admin.get('/group/member?groupname=left&includeInactiveUsers=true');

    expect(endpoints.listGroupMembers.response.parse(active.body).total).toBe(0);
    expect(endpoints.listGroupMembers.response.parse(all.body).total).toBe(1);
  });

  test('answers 404 with a message for an unknown group', async ({ tracker }) => {
    const reply = await tracker.admin.get('/group/member?groupname=none');

    expect(reply.status).toBe(404);
    expect(reply.body).toEqual({ errorMessages: ["The group named 'none' does not exist."], errors: {} });
  });

  test('answers 400 without a group', async ({ tracker }) => {
    expect((await tracker.admin.get('/group/member')).status).toBe(400);
  });
});
