import { stepsRowsIn, stepsField } from '../../../contracts/index.js';
import { FormData } from 'undici';
import type { Fake, TenantControl } from '../../../fake/index.js';
import { sender, testOf } from '../fake/fake-test.js';

export interface SeenRow {
  readonly cells: readonly string[];
  readonly status?: { readonly name: string };
  readonly comments?: readonly { readonly body: string }[];
  readonly attachments?: readonly { readonly id: number; readonly name: string }[];
}

interface Keyed {
  readonly key: string;
}

/** A tenant of the fake with a project that manages tests, driven over HTTP. */
export type TestsTenant = ReturnType<typeof testsTenantOf>;

function testsTenantOf(fake: Fake, tenant: TenantControl) {
  const url = `${fake.url}${tenant.contextPath}`;
  const call = (method: string, path: string, json?: unknown) => sender(url)(method, path, { json });
  const api = (method: string, path: string, json?: unknown) => call(method, `/rest/tms/1.0/api${path}`, json);
  const fields = async (issue: number | string) => {
    const { body } = await call('GET', `/rest/api/2/issue/${issue}`);
    return (body as { fields: Readonly<Record<string, unknown>> }).fields;
  };
  const create = async (type: string, more: object = {}) => {
    const all = { project: { key: PROJECT }, issuetype: { name: type }, summary: type, ...more };
    const { status, body } = await call('POST', '/rest/api/2/issue', { fields: all });
    if (status !== 201) throw new Error(`The ${type} was refused with ${status}: ${JSON.stringify(body)}`);
    const { id, key } = body as { id: string; key: string };
    return { id: Number(id), key };
  };
  const caseIds = async ({ key }: Keyed) => (await api('GET', `/testplan/test-case-ids/${key}`)).body as number[];
  const add = (plan: Keyed, template: Keyed, async = false) => {
    const json = { testPlanKeys: [plan.key], testCaseTemplateKeys: [template.key], async };
    return api('POST', '/testplan/add-test-case-templates', json);
  };
  return {
    ...{ tenant, url, call, api, fields, create, caseIds, add },
    control: (path: string, json: unknown) =>
      sender(fake.url)('POST', `/control/tenants/${tenant.name}${path}`, { json }),
    template: (...texts: readonly string[]) => {
      const rows = texts.map((text) => ({ isGroup: false, cells: [text, '', ''] }));
      const rowsProperty = tenant.assumptions()['TM-N02'];
      return create('Test Case Template', stepsField({ fields: { steps: STEPS }, rowsProperty }, rows));
    },
    planOf: async (...templates: readonly Keyed[]) => {
      const plan = await create('Test Plan');
      for (const template of templates) await add(plan, template);
      return { ...plan, caseId: (await caseIds(plan))[0] ?? 0 };
    },
    attach: (issueId: number, name: string) => {
      const form = new FormData();
      form.append('file', new Blob(['x']), name);
      return sender(url)('POST', `/rest/tms/1.0/api/steps/attachment?issueId=${issueId}&rowIndex=0`, { form });
    },
    rows: async (id: number) => (stepsRowsIn((await fields(id))[STEPS]) ?? []) as unknown[] as SeenRow[],
  };
}

export const PROJECT = 'QA';

export const STEPS = 'customfield_10101';

export const test = testOf(testsTenantOf);
