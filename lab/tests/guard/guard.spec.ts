import { expect } from '@playwright/test';
import { RawBody } from '../../../builders/index.js';
import { undiciTransport } from '../../../fixtures/http/undici-transport.js';
import type { ApiClient, ProvidedProject, ProvidedTemplate, Tracker } from '../../../fixtures/index.js';
import { ScopeError } from '../../../fixtures/index.js';
import type { Endpoints } from '../../../contracts/index.js';
import { clientOf, projectRow, test as base, unguarded } from '../fixtures/shared-tracker-test.js';

interface Scene {
  readonly tracker: Tracker;
  readonly client: ApiClient<Endpoints>;
  readonly project: ProvidedProject;
  readonly template: ProvidedTemplate;
  /** The test's own issue, in the test's own project. */
  readonly issue: { readonly id: number; readonly key: string };
  readonly others: Others;
}

/** The names and ids of things that belong to other people. */
interface Others {
  readonly project: string;
  readonly projectId: number;
  readonly template: number;
  readonly type: number;
  readonly issue: string;
  readonly issueId: number;
  readonly connection: string;
  readonly comment: number;
}

/** Calls reach things of the test and not things of other people. The tracker's rows show both. */
const test = base.extend<{ scene: Scene }>({
  scene: async ({ shared }, use) => {
    const tracker = await shared.open();
    const { provisioner } = tracker;
    const [project, template] = [await provisioner.project({ issueTypes: 2 }), await provisioner.template({})];
    const fields = {
      project: { key: project.key },
      issuetype: { id: String(project.issueTypes[0]?.id) },
      summary: 'x',
    };
    const issue = await provisioner.issue({ fields });
    const state = shared.tenant.state() as Readonly<Record<string, readonly Row[]>>;
    const [entry, someIssue, comment] = [state['entries']?.[0], state['issues']?.[0], state['comments']?.[0]] as Row[];
    const others = {
      project: projectRow(shared, someIssue?.key?.replace(/-\d+$/, '')).key,
      projectId: entry?.projectId ?? 0,
      template: entry?.templateId ?? 0,
      type: entry?.issueTypeId ?? 0,
      issue: someIssue?.key ?? '',
      issueId: someIssue?.id ?? 0,
      connection: String(state['connections']?.[0]?.id),
      comment: comment?.id ?? 0,
    };
    await use({ tracker, client: clientOf(tracker), project, template, issue, others });
    await tracker.release();
  },
});

interface Row {
  readonly id: number;
  readonly key?: string;
  readonly projectId?: number;
  readonly templateId?: number;
  readonly issueTypeId?: number;
}

type Call = (scene: Scene) => Promise<unknown>;

const file = { part: 'file', filename: 'a.txt', mimeType: 'text/plain', bytes: Buffer.from('a') };
const summary = { fields: { summary: 'Changed by a test' } };

/** A call to each endpoint that changes something, about what belongs to other people. */
const tooFar: Readonly<Record<string, { readonly call: Call; readonly changes: (others: Others) => string }>> = {
  create: {
    call: ({ client, others, project }) =>
      client.create({ templateId: others.template, body: { defaults: [{ projectKey: project.key }] } }),
    changes: ({ template }) => `template ${template}, which this test has not leased`,
  },
  'create in a project': {
    call: ({ client, others, template }) =>
      client.create({ templateId: template.id, body: { defaults: [{ projectId: others.projectId }] } }),
    changes: ({ projectId }) => `project ${projectId}, which this test neither made nor leased`,
  },
  deleteByTemplate: {
    call: ({ client, others }) => client.deleteByTemplate({ templateId: others.template }),
    changes: ({ template }) => `template ${template}, `,
  },
  deleteSelected: {
    call: ({ client, others }) => client.deleteSelected({ templateId: others.template, body: { defaults: [] } }),
    changes: ({ template }) => `template ${template}, `,
  },
  'deleteSelected with a body that is no JSON': {
    call: ({ client, others }) =>
      client.deleteSelected({ templateId: others.template, body: new RawBody('broken JSON', '{"defaults": [') }),
    changes: ({ template }) => `template ${template}, `,
  },
  deleteByProject: {
    call: ({ client, others }) => client.deleteByProject({ projectIdOrKey: others.project }),
    changes: ({ project }) => `project ${project}, `,
  },
  deleteByProjectAndTemplate: {
    call: ({ client, others }) =>
      client.deleteByProjectAndTemplate({ projectIdOrKey: others.projectId, templateId: others.template }),
    changes: ({ projectId, template }) =>
      `project ${projectId}, which this test neither made nor leased and template ${template}, `,
  },
  deleteByProjectTemplateAndIssueType: {
    call: ({ client, others }) =>
      client.deleteByProjectTemplateAndIssueType({
        projectIdOrKey: others.projectId,
        templateId: others.template,
        issueTypeId: others.type,
      }),
    changes: ({ projectId }) => `project ${projectId}, `,
  },
  deleteByProjectTemplateAndRequestType: {
    call: ({ client, others }) =>
      client.deleteByProjectTemplateAndRequestType({
        projectIdOrKey: others.projectId,
        templateId: others.template,
        requestTypeId: 1,
      }),
    changes: ({ projectId }) => `project ${projectId}, `,
  },
  deleteByTemplateAndIssueType: {
    call: ({ client, others }) =>
      client.deleteByTemplateAndIssueType({ templateId: others.template, issueTypeId: others.type }),
    changes: ({ template }) => `template ${template}, `,
  },
  deleteByTemplateAndRequestType: {
    call: ({ client, others }) =>
      client.deleteByTemplateAndRequestType({ templateId: others.template, requestTypeId: 1 }),
    changes: ({ template }) => `template ${template}, `,
  },
  'setTransitions in a project': {
    call: ({ client, others, project }) =>
      client.setTransitions({ transitionId: 1, body: { includeProjectKeys: [project.key, others.project] } }),
    changes: ({ project }) => `project ${project}, `,
  },
  'setTransitions without projects': {
    call: ({ client, project }) =>
      client.setTransitions({ transitionId: 1, body: { includeProjectKeys: [], ignoreProjectKeys: [project.key] } }),
    changes: () => 'every project of the tracker, ',
  },
  'setTransitions with project keys as text': {
    call: ({ client, project }) =>
      client.setTransitions({ transitionId: 1, body: RawBody.json('text', { includeProjectKeys: project.key }) }),
    changes: () => 'every project of the tracker, ',
  },
  'clearTransitions without a body': {
    call: ({ client }) => client.clearTransitions({ body: new RawBody('no body', undefined, null) }),
    changes: () => 'every project of the tracker, ',
  },
  'clearTransitions with a body that is no JSON': {
    call: ({ client, project }) =>
      client.clearTransitions({ body: new RawBody('broken JSON', `{"includeProjectKeys": ["${project.key}"`) }),
    changes: () => 'every project of the tracker, ',
  },
  updateUsers: {
    call: ({ client, others }) => client.updateUsers({ body: { connectionId: others.connection, update: [] } }),
    changes: ({ connection }) => `connection ${connection}, which this test has not leased`,
  },
  setStepStatus: {
    call: ({ client, others }) =>
      client.setStepStatus({ body: { issueId: others.issueId, rowIndex: 0, status: 'Pass' } }),
    changes: ({ issueId }) => `issue ${issueId}, which this test did not make`,
  },
  'setStepStatus with a body that is no JSON': {
    call: ({ client, others }) =>
      client.setStepStatus({ body: new RawBody('a form', `issueId=${others.issueId}`, 'text/plain') }),
    changes: ({ issueId }) => `issue ${issueId}, `,
  },
  setStepStatuses: {
    call: ({ client, others }) => client.setStepStatuses({ body: { issueId: String(others.issueId), rows: [] } }),
    changes: ({ issueId }) => `issue ${issueId}, `,
  },
  addStepComment: {
    call: ({ client, others }) =>
      client.addStepComment({ body: { issueId: others.issueId, rowIndex: 0, comment: 'x' } }),
    changes: ({ issueId }) => `issue ${issueId}, `,
  },
  setStepCell: {
    call: ({ client, others }) =>
      client.setStepCell({ body: { issueId: others.issueId, rowIndex: 0, columnIndex: 0, cellValue: 'x' } }),
    changes: ({ issueId }) => `issue ${issueId}, `,
  },
  addStepAttachments: {
    call: ({ client, others }) =>
      client.addStepAttachments({ query: { issueId: String(others.issueId), rowIndex: '0' }, files: [file] }),
    changes: ({ issueId }) => `issue ${issueId}, `,
  },
  copyPlan: {
    call: ({ client, others }) => client.copyPlan({ body: { testPlanKey: others.issue } }),
    changes: ({ issue }) => `the project of ${issue} by another issue, `,
  },
  'copyPlan to a project': {
    call: ({ client, others, issue }) =>
      client.copyPlan({ body: { testPlanKey: issue.key, projects: [others.project] } }),
    changes: ({ project }) => `project ${project} by another issue, `,
  },
  addTestCaseTemplates: {
    call: ({ client, others, issue }) =>
      client.addTestCaseTemplates({ body: { testPlanKeys: [issue.key, others.issue], testCaseTemplateKeys: [] } }),
    changes: ({ issue }) => `issue ${issue}, `,
  },
  deleteProject: {
    call: ({ client, others }) => client.deleteProject({ projectIdOrKey: others.project }),
    changes: ({ project }) => `project ${project} itself, which this test did not make`,
  },
  createComponent: {
    call: ({ client, others }) => client.createComponent({ body: { project: others.project, name: 'x' } }),
    changes: ({ project }) => `project ${project} itself, `,
  },
  createIssue: {
    call: ({ client, others }) => client.createIssue({ body: { fields: { project: { key: others.project } } } }),
    changes: ({ project }) => `project ${project} by another issue, `,
  },
  'createIssue beneath an issue': {
    call: ({ client, others, project }) =>
      client.createIssue({ body: { fields: { project: { key: project.key }, parent: { key: others.issue } } } }),
    changes: ({ issue }) => `issue ${issue}, `,
  },
  bulkCreateIssues: {
    call: ({ client, others, project }) =>
      client.bulkCreateIssues({
        body: {
          issueUpdates: [
            { fields: { project: { key: project.key } } },
            { fields: { project: { id: String(others.projectId) } } },
          ],
        },
      }),
    changes: ({ projectId }) => `project ${projectId} by another issue, `,
  },
  editIssue: {
    call: ({ client, others }) => client.editIssue({ issueIdOrKey: others.issue, body: summary }),
    changes: ({ issue }) => `issue ${issue}, `,
  },
  deleteIssue: {
    call: ({ client, others }) => client.deleteIssue({ issueIdOrKey: others.issueId }),
    changes: ({ issueId }) => `issue ${issueId}, `,
  },
  transitionIssue: {
    call: ({ client, others }) =>
      client.transitionIssue({ issueIdOrKey: others.issue, body: { transition: { id: 411 } } }),
    changes: ({ issue }) => `issue ${issue}, `,
  },
  addComment: {
    call: ({ client, others }) => client.addComment({ issueIdOrKey: others.issue, body: { body: 'x' } }),
    changes: ({ issue }) => `issue ${issue}, `,
  },
  editComment: {
    call: ({ client, others }) =>
      client.editComment({ issueIdOrKey: others.issue, commentId: others.comment, body: { body: 'x' } }),
    changes: ({ issue }) => `issue ${issue}, `,
  },
  deleteComment: {
    call: ({ client, others }) => client.deleteComment({ issueIdOrKey: others.issue, commentId: others.comment }),
    changes: ({ issue }) => `issue ${issue}, `,
  },
  addAttachments: {
    call: ({ client, others }) => client.addAttachments({ issueIdOrKey: others.issue, files: [file] }),
    changes: ({ issue }) => `issue ${issue}, `,
  },
};

test.describe('a call about what belongs to other people is stopped before it is sent', () => {
  for (const [name, { call, changes }] of Object.entries(tooFar)) {
    test(name, async ({ shared, scene }) => {
      const before = shared.tenant.state();

      const error = await call(scene).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );

      expect(error).toBeInstanceOf(ScopeError);
      expect((error as Error).message).toMatch(/^(POST|PUT|DELETE) \/rest\/\S+ was not sent: it would change /);
      expect((error as Error).message).toContain(`it would change ${changes(scene.others)}`);
      expect(shared.tenant.state()).toEqual(before);
    });
  }

  test('a connection that is answered for with an error, and what is unknown is not', async ({ shared, scene }) => {
    const { client, others } = scene;
    shared.tenant.addFault({ kind: 'error-response', status: 501, endpoint: 'listConnectionUsers', count: 1 });

    const update = client.updateUsers({ body: { connectionId: others.connection, update: [] } });

    await expect(update).rejects.toThrow('answered 501');
  });

  test('also as set-up', async ({ shared, scene }) => {
    const before = shared.tenant.state();

    await expect(scene.tracker.setup.deleteIssue({ issueIdOrKey: scene.others.issue })).rejects.toThrow(ScopeError);

    expect(shared.tenant.state()).toEqual(before);
  });

  test('a component and an attachment, which stand in no path with their project', async ({ shared, scene }) => {
    const { client, tracker, others } = scene;
    const setup = unguarded(tracker);
    const { id: componentId } = await setup.createComponent({ body: { project: others.project, name: 'Theirs' } });
    const attachmentId = await createAttachment(tracker, others.issue);
    const before = shared.tenant.state();

    for (const call of [
      () => client.updateComponent({ componentId, body: { name: 'Ours' } }),
      () => client.deleteComponent({ componentId }),
      () => client.deleteAttachment({ attachmentId }),
    ]) {
      await expect(call()).rejects.toThrow(ScopeError);
    }
    expect(shared.tenant.state()).toEqual(before);
  });

  test('a request in a service desk', async ({ shared, scene }) => {
    const desk = (await unguarded(scene.tracker).listServiceDesks({ query: {} })).values[0];
    const before = shared.tenant.state();
    const body = { serviceDeskId: desk?.id ?? '', requestTypeId: '1', requestFieldValues: { summary: 'x' } };

    await expect(scene.client.createServiceRequest({ body })).rejects.toThrow(`service desk ${desk?.id} by another`);

    expect(shared.tenant.state()).toEqual(before);
  });

  test('a sandbox project that is leased is not deleted with what is not the test’s', async ({ shared, scene }) => {
    const { key } = await scene.tracker.provisioner.project({ templatePostFunction: 'keep' });

    await expect(scene.client.deleteProject({ projectIdOrKey: key })).rejects.toThrow(`project ${key} itself`);

    expect(projectRow(shared, key).key).toBe(key);
  });

  test('a template of the sandbox that the test has not leased', async ({ shared, scene }) => {
    const free = shared.sandbox.templates.find(({ id }) => id !== scene.template.id)?.id ?? 0;

    await expect(scene.client.deleteByTemplate({ templateId: free })).rejects.toThrow(`template ${free}, `);
  });
});

/** Attaches a file to an issue as another user does. */
async function createAttachment(tracker: Tracker, issueKey: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob(['theirs']), 'theirs.txt');
  const response = await fetch(`${tracker.baseUrl}/rest/api/2/issue/${issueKey}/attachments`, {
    method: 'POST',
    headers: { authorization: tracker.administrator.authorization ?? '', 'x-atlassian-token': 'no-check' },
    body: form,
  });
  const [attachment] = (await response.json()) as { id: string }[];
  return attachment?.id ?? '';
}

test.describe('a call passes', () => {
  test('about a project and a template of the test’s own', async ({ scene }) => {
    const { client, project, template } = scene;
    const templateId = template.id;
    const defaults = [{ projectKey: project.key, issueTypeIds: [project.issueTypes[0]?.id ?? 0] }];
    const body = { includeProjectKeys: [project.key], ignoreProjectKeys: [] };

    const responses = [
      await client.create({ templateId, body: { defaults } }),
      await client.setTransitions({ transitionId: 1, body }),
      await client.clearTransitions({ body }),
      await client.deleteSelected({ templateId, body: { defaults } }),
      await client.deleteByProject({ projectIdOrKey: project.id }),
      await client.deleteByTemplate({ templateId }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('about entries of a template of others in a project of the test’s own', async ({ scene }) => {
    const { client, project, others } = scene;

    const response = await client.deleteByProjectAndTemplate({
      projectIdOrKey: project.key,
      templateId: others.template,
    });

    expect(response.status).toBe(200);
  });

  test('about an issue of the test’s own, its sub-tasks, and what is attached to it', async ({ scene }) => {
    const { tracker, issue, project } = scene;
    const client = clientOf(tracker, undiciTransport(5_000));
    const fields = { project: { key: project.key }, issuetype: { name: 'Part of' }, summary: 'Part' };
    const part = await client.createIssue({ body: { fields: { ...fields, parent: { key: issue.key } } } });
    const { data } = await client.addAttachments({ issueIdOrKey: issue.id, files: [file] });

    const responses = [
      await client.editIssue({ issueIdOrKey: part.data.id, body: summary }),
      await client.editIssue({ issueIdOrKey: issue.key, body: summary }),
      await client.deleteAttachment({ attachmentId: data[0]?.id ?? '' }),
      await client.deleteIssue({ issueIdOrKey: part.data.key }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  });

  test('about a sub-task that the tracker made of an issue of the test’s own', async ({ shared, scene }) => {
    const { tracker, client } = scene;
    const { key } = await tracker.provisioner.project({ templatePostFunction: 'keep' });
    const fields = { project: { key }, issuetype: { name: 'Chore' }, summary: 'Whole' };
    const whole = await tracker.provisioner.issue({ fields });
    const part = await unguarded(tracker).createIssue({
      body: { fields: { ...fields, issuetype: { name: 'Part of' }, parent: { key: whole.key } } },
    });

    const response = await client.editIssue({ issueIdOrKey: part.key, body: summary });

    expect(response.status).toBe(204);
    expect(shared.tenant.state().issues).toContainEqual(expect.objectContaining({ key: part.key }));
  });

  test('about a connection that the test has leased', async ({ scene }) => {
    const { id } = await scene.tracker.provisioner.connection({});

    const response = await scene.client.updateUsers({ body: { connectionId: id, update: [] } });

    expect(response.status).toBe(200);
  });

  test('about what does not exist', async ({ scene }) => {
    const { client } = scene;

    const responses = [
      await client.deleteByProject({ projectIdOrKey: 'NOSUCHKEY' }),
      await client.deleteByTemplate({ templateId: 4_000_000 }),
      await client.editIssue({ issueIdOrKey: 'NOSUCHKEY-1', body: summary }),
      await client.deleteComponent({ componentId: 4_000_000 }),
      await client.deleteAttachment({ attachmentId: 4_000_000 }),
      await client.setTransitions({ transitionId: 1, body: { includeProjectKeys: ['NOSUCHKEY'] } }),
      await client.updateUsers({ body: { connectionId: '4000000', update: [] } }),
      await client.setStepStatus({ body: { issueId: 4_000_000, rowIndex: 0, status: 'Pass' } }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 200, 400, 404]);
  });

  test('that changes nothing, and one with a body that names nothing', async ({ scene }) => {
    const { client } = scene;

    const responses = [
      await client.searchIssuesByPost({ body: { jql: '' } }),
      await client.updateUsers({ body: RawBody.json('null', null) }),
      await client.createIssue({ body: RawBody.json('without fields', {}) }),
      await client.setStepStatus({ body: new RawBody('a form', 'defaults=1', 'application/x-www-form-urlencoded') }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([200, 400, 400, 415]);
  });

  test('about a project that a call made, which is deleted with the rest', async ({ shared, scene }) => {
    const { client } = scene;
    const lead = (await client.getMyself()).data.name;
    const made = await client.createProject({ body: { key: 'MADEBYCALL', name: 'Made by a call', lead } });
    expect(made.status).toBe(201);

    const response = await client.createComponent({ body: { project: 'MADEBYCALL', name: 'Part' } });

    expect(response.status).toBe(201);
    await scene.tracker.release();
    expect((shared.tenant.state().projects as Row[]).map(({ key }) => key)).not.toContain('MADEBYCALL');
    expect(shared.left()).toEqual([]);
  });

  test('on a tracker that is declared disposable, whatever it is about', async ({ shared, scene }) => {
    const disposable = clientOf(await shared.open({ disposable: true }));

    const response = await disposable.deleteByProject({ projectIdOrKey: scene.others.projectId });

    expect(response.data.removed).toBeGreaterThan(0);
  });
});

test('a call that is in no endpoint table is stopped', async ({ scene }) => {
  const row = { method: 'POST', path: '/rest/x', family: 'tracker', section: '', rules: [], scope: 'own' } as const;
  const call = { ...row, endpoint: row, parameters: {}, query: {}, body: undefined, json: undefined };
  const send = () => Promise.reject(new Error('It was sent.'));

  await expect(scene.tracker.record({ ...call, name: 'addedByHand' }, send)).rejects.toThrow(ScopeError);
});

test.describe('on a tracker that is declared disposable', () => {
  const everyProject: Readonly<Record<string, (client: ApiClient<Endpoints>) => Promise<unknown>>> = {
    setTransitions: (client) => client.setTransitions({ transitionId: 1, body: { ignoreProjectKeys: ['ANY'] } }),
    'clearTransitions with an empty list': (client) => client.clearTransitions({ body: { includeProjectKeys: [] } }),
    'clearTransitions without a body': (client) =>
      client.clearTransitions({ body: new RawBody('none', undefined, null) }),
  };

  for (const [name, send] of Object.entries(everyProject)) {
    test(`a call that changes every project is stopped unless the test is alone: ${name}`, async ({ shared }) => {
      const before = shared.tenant.state();
      const tracker = await shared.open({ disposable: true });

      const error = await send(clientOf(tracker)).catch((thrown: unknown) => thrown);

      expect(error).toBeInstanceOf(ScopeError);
      expect((error as Error).message).toMatch(
        /^(POST|DELETE) \/rest\/\S+ was not sent: it would change every project of the tracker, and others use this tracker\. Name in includeProjectKeys .+; or have the test alone .+ put changesEveryProject\(\) around the details of the test\.$/,
      );
      expect(shared.tenant.state().entries).toEqual(before.entries);
      await tracker.release();
    });
  }

  test('every call of a test that is alone passes', async ({ shared }) => {
    const tracker = await shared.open({ disposable: true }, { slots: 'all' });

    const response = await clientOf(tracker).setTransitions({ transitionId: 1, body: {} });

    expect(response).toHaveProperty('status', 200);
    await tracker.release();
  });

  test('a call about a project of others passes', async ({ shared, scene }) => {
    const tracker = await shared.open({ disposable: true });

    const response = await clientOf(tracker).deleteByProject({ projectIdOrKey: scene.others.project });

    expect(response).toHaveProperty('status', 200);
    await tracker.release();
  });
});

const unknownAnswers = [
  { title: 'an error', fault: { kind: 'error-response', status: 501 } },
  { title: 'a success that lists nothing', fault: { kind: 'stub', json: {} } },
] as const;

for (const { title, fault } of unknownAnswers) {
  test(`a call about a connection is sent if ${title} is the answer about any unknown one, and about this`, async ({
    shared,
    scene,
  }) => {
    shared.tenant.addFault({ ...fault, endpoint: 'listConnectionUsers' });

    const { status } = await scene.client.updateUsers({ body: { connectionId: '1', update: [] } });

    expect(status).toBe(400);
  });
}
