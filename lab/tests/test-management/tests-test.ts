import { rowsIn, stepsField } from '../../../contracts/index.js';
import { FormData } from 'undici';
import type { TenantControl } from '../../../fake/index.js';
import { basic, sender, testOf } from '../fake/fake-test.js';
import type { Reply } from '../fake/fake-test.js';

/** A row of a Steps table, as these tests look at it. */
export interface SeenRow {
  readonly cells: readonly string[];
  readonly status?: { readonly name: string };
  readonly comments?: readonly { readonly body: string }[];
  readonly attachments?: readonly { readonly id: number; readonly name: string }[];
}

/** A tenant of the fake with a project that manages tests, driven over HTTP. */
export class TestsTenant {
  readonly url: string;

  constructor(
    readonly fakeUrl: string,
    readonly tenant: TenantControl,
  ) {
    this.url = `${fakeUrl}${tenant.contextPath}`;
  }

  /** Calls the test-management API. */
  api(method: string, path: string, body?: unknown, user = 'admin'): Promise<Reply> {
    return this.call(method, `/rest/tms/1.0/api${path}`, body, user);
  }

  /** Calls any path of the tracker. */
  call(method: string, path: string, json?: unknown, user = 'admin'): Promise<Reply> {
    return sender(this.url)(method, path, { json, authorization: basic(user) });
  }

  /** Calls the control API. */
  control(path: string, json: unknown): Promise<Reply> {
    return sender(this.fakeUrl)('POST', `/control/tenants/${this.tenant.name}${path}`, { json });
  }

  /** Creates an issue in the project that manages tests. */
  async create(type: string, fields: object = {}): Promise<{ readonly id: number; readonly key: string }> {
    const all = { project: { key: PROJECT }, issuetype: { name: type }, summary: type, ...fields };
    const { status, body } = await this.call('POST', '/rest/api/2/issue', { fields: all });
    if (status !== 201) throw new Error(`The ${type} was refused with ${status}: ${JSON.stringify(body)}`);
    const created = body as { id: string; key: string };
    return { id: Number(created.id), key: created.key };
  }

  /** Creates a template with one step for each text. */
  template(...texts: readonly string[]): Promise<{ readonly id: number; readonly key: string }> {
    const rows = texts.map((text) => ({ isGroup: false, cells: [text, '', ''] }));
    return this.create(
      'Test Case Template',
      stepsField({ fields: { steps: STEPS }, rowsProperty: this.tenant.assumptions()['TM-N02'] }, rows),
    );
  }

  /** Creates a plan with a case of each template. */
  async planOf(...templates: readonly { readonly key: string }[]) {
    const plan = await this.create('Test Plan');
    for (const template of templates) await this.add(plan, template);
    return { ...plan, caseId: (await this.caseIds(plan))[0] ?? 0 };
  }

  /** Adds a template to a plan. */
  add(plan: { readonly key: string }, template: { readonly key: string }, async = false): Promise<Reply> {
    const body = { testPlanKeys: [plan.key], testCaseTemplateKeys: [template.key], async };
    return this.api('POST', '/testplan/add-test-case-templates', body);
  }

  /** Attaches a file to the first step of an issue. */
  attach(issueId: number, name: string): Promise<Reply> {
    const form = new FormData();
    form.append('file', new Blob(['x']), name);
    return sender(this.url)('POST', `/rest/tms/1.0/api/steps/attachment?issueId=${issueId}&rowIndex=0`, { form });
  }

  /** The text at a path of the tracker. */
  async text(path: string): Promise<string> {
    return (await this.call('GET', path)).body as string;
  }

  /** The ids of a plan's cases. */
  async caseIds(plan: { readonly key: string }): Promise<number[]> {
    return (await this.api('GET', `/testplan/test-case-ids/${plan.key}`)).body as number[];
  }

  /** The fields of an issue. */
  async fields(issue: number | string): Promise<Readonly<Record<string, unknown>>> {
    const { body } = await this.call('GET', `/rest/api/2/issue/${issue}`);
    return (body as { fields: Readonly<Record<string, unknown>> }).fields;
  }

  /** The rows of an issue's Steps table, under the property that is assumed to hold them. */
  async rows(id: number): Promise<SeenRow[]> {
    return (rowsIn((await this.fields(id))[STEPS]) ?? []) as unknown[] as SeenRow[];
  }

  /** The keys of the issues that a query finds. */
  async keysOf(jql: string): Promise<string[]> {
    const { body } = await this.call('GET', `/rest/api/2/search?jql=${encodeURIComponent(jql)}`);
    return (body as { issues: { key: string }[] }).issues.map(({ key }) => key);
  }
}

/** The project of the bundled world that manages tests. */
export const PROJECT = 'QA';

/** The Steps field of the bundled world. */
export const STEPS = 'customfield_10101';

/** Playwright's `test` with a fake for each worker, and tenants of it for each test. */
export const test = testOf((fake, tenant) => new TestsTenant(fake.url, tenant));
