import { setTimeout as sleep } from 'node:timers/promises';
import { FormData } from 'undici';
import type { BasePaths } from '../../../contracts/index.js';
import { randomOf } from '../random.js';
import type { Random } from '../random.js';
import { askFor } from './ask.js';
import type { Access } from './ask.js';

/** How long the background user waits after each thing, in milliseconds. */
const PAUSE = 120;

/** The data of a background user, who works in the tracker during a run. Only the background user changes it. */
export interface BackgroundUserPlan {
  readonly login: { readonly username: string; readonly password: string };
  readonly projects: readonly {
    readonly key: string;
    readonly issueTypeId: number;
    readonly requestTypeIds: readonly number[];
  }[];
  /** Issues of these projects, by key. */
  readonly issues: readonly string[];
  readonly templates: readonly number[];
  readonly connection: { readonly id: string; readonly userKeys: readonly string[] };
  /** The cases of a test plan, with what their Steps are like. */
  readonly cases: readonly { readonly id: number; readonly key: string }[];
  readonly steps: { readonly count: number; readonly columns: number; readonly statuses: readonly string[] };
}

/** A user who works in projects and directories of their own in the tracker, and remembers what they saw there. */
export class BackgroundUser {
  readonly #access: Access;
  readonly #paths: BasePaths;
  readonly #plan: BackgroundUserPlan;
  readonly #random: Random;
  readonly #pages = new Map<string, Page>();
  readonly #removed = new Set<string>();
  readonly #issues: string[];
  /** Issues the background user made, which are the only ones to be deleted. */
  readonly #made: string[] = [];
  #working = false;
  #atWork: Promise<void> = Promise.resolve();
  #done = 0;

  constructor(access: Access, paths: BasePaths, plan: BackgroundUserPlan, seed: number) {
    this.#access = access;
    this.#paths = paths;
    this.#plan = plan;
    this.#random = randomOf(seed);
    this.#issues = [...plan.issues];
  }

  work(): void {
    this.#working = true;
    this.#atWork = this.#workOn();
    // `rest` throws it.
    this.#atWork.catch(() => undefined);
  }

  /**
   * Finishes the current thing and pauses.
   *
   * @returns the last state that was seen, and how many things were done so far
   * @throws Error if something could not be done
   */
  async rest(): Promise<{ readonly book: Book; readonly done: number }> {
    this.#working = false;
    await this.#atWork;
    return { book: { pages: [...this.#pages.values()], removed: [...this.#removed] }, done: this.#done };
  }

  async #workOn(): Promise<void> {
    while (this.#working) {
      await this.#doOneThing();
      this.#done += 1;
      await sleep(PAUSE);
    }
  }

  async #doOneThing(): Promise<void> {
    const things = [
      () => this.#create(),
      () => this.#change('PUT', '', { fields: { summary: this.#words(), labels: [this.#label()] } }),
      () => this.#change('POST', '/comment', { body: this.#words() }),
      () => this.#move(),
      () => this.#attach(),
      () => this.#delete(),
      () => this.#assignOrTakeAway(),
      () => this.#storeScreens(),
      () => this.#updateUser(),
      () => this.#workThroughTest(),
    ];
    await this.#random.pick(things)();
  }

  async #create(): Promise<void> {
    const { key: project, issueTypeId } = this.#random.pick(this.#plan.projects);
    const fields = { project: { key: project }, issuetype: { id: String(issueTypeId) }, summary: this.#words() };
    const { key } = JSON.parse(await this.#ask('POST', '/rest/api/2/issue', { fields })) as { key: string };
    this.#issues.push(key);
    this.#made.push(key);
    await this.#lookAt(key);
  }

  async #change(method: string, path: string, body: object): Promise<void> {
    const key = this.#random.pick(this.#issues);
    await this.#ask(method, `${issuePath(key)}${path}`, body);
    await this.#lookAt(key);
  }

  async #move(): Promise<void> {
    const key = this.#random.pick(this.#issues);
    const path = `${issuePath(key)}/transitions`;
    const { transitions } = JSON.parse(await this.#ask('GET', path)) as { transitions: { id: string }[] };
    await this.#ask('POST', path, { transition: { id: this.#random.pick(transitions).id } });
    await this.#lookAt(key);
  }

  async #attach(): Promise<void> {
    const key = this.#random.pick(this.#issues);
    const form = new FormData();
    form.append('file', new Blob([this.#words().repeat(40)]), `medições ${this.#random.int(1, 999)}.txt`);
    await this.#ask('POST', `${issuePath(key)}/attachments`, form);
    await this.#lookAt(key);
  }

  async #delete(): Promise<void> {
    const key = this.#made.shift();
    if (key === undefined) return this.#create();
    this.#issues.splice(this.#issues.indexOf(key), 1);
    await this.#ask('DELETE', issuePath(key));
    this.#strike(issuePath(key));
  }

  /** Neither assigns a template twice nor takes away an unassigned one: the result of that is an open question. */
  async #assignOrTakeAway(): Promise<void> {
    const templateId = this.#random.pick(this.#plan.templates);
    const { key, issueTypeId, requestTypeIds } = this.#random.pick(this.#plan.projects);
    const place = `${this.#templates}/project/${key}/template/${templateId}`;
    const types = requestTypeIds.length > 0 ? { requestTypeIds } : { issueTypeIds: [issueTypeId] };
    await this.#lookAtTemplates();
    const isThere = (JSON.parse(await this.#ask('GET', place)) as unknown[]).length > 0;
    if (isThere) await this.#ask('DELETE', place);
    else
      await this.#ask('POST', `${this.#templates}/template/${templateId}`, {
        defaults: [{ projectKey: key, ...types }],
      });
    await this.#lookAtTemplates();
  }

  async #storeScreens(): Promise<void> {
    await this.#ask('POST', `${this.#templates}/transition/1`, {
      includeProjectKeys: this.#plan.projects.map(({ key }) => key),
    });
    await this.#lookAtTemplates();
  }

  async #updateUser(): Promise<void> {
    const { id, userKeys } = this.#plan.connection;
    const userKey = this.#random.pick(userKeys);
    const api = this.#paths['directory-sync'];
    const data = [{ userKey, fields: [{ department: this.#words(), title: this.#label() }] }];
    await this.#ask('PUT', `${api}/update`, { connectionId: id, update: [{ data }] });
    const page = `${api}/connection/${id}/user/${encodeURIComponent(userKey)}`;
    await this.#look(page, () => [`syncedUsers/${id}/${userKey}`]);
  }

  async #workThroughTest(): Promise<void> {
    const { cases, steps } = this.#plan;
    const { id: issueId, key } = this.#random.pick(cases);
    const place = { issueId, rowIndex: this.#random.int(0, steps.count - 1) };
    const [call, body] = this.#random.pick([
      ['status', { status: this.#random.pick(steps.statuses) }],
      ['comment', { comment: this.#words() }],
      ['cell', { columnIndex: this.#random.int(0, steps.columns - 1), cellValue: this.#words() }],
    ] as const);
    await this.#ask('PUT', `${this.#paths['test-management']}/steps/${call}`, { ...place, ...body });
    await this.#lookAt(key);
  }

  get #templates(): string {
    return this.#paths['default-templates'];
  }

  #ask(method: string, path: string, body?: FormData | object): Promise<string> {
    return askFor(this.#access, method, path, body);
  }

  #lookAt(key: string): Promise<void> {
    return this.#look(issuePath(key), (issue) => {
      const { id, fields } = issue as IssueAnswer;
      return [
        `issues/${id}`,
        ...fields.comment.comments.map((one) => `comments/${one.id}`),
        ...fields.attachment.map((one) => `attachments/${one.id}`),
      ];
    });
  }

  /** Looks at the entries of all templates: a project's entries may be of either. */
  async #lookAtTemplates(): Promise<void> {
    for (const template of this.#plan.templates) {
      await this.#look(`${this.#templates}/template/${template}`, (entries) =>
        (entries as { id: number }[]).map(({ id }) => `entries/${id}`),
      );
    }
  }

  /** Looks at a page. @param rowsOf the rows of the tracker's tables that it shows, as `table/id` */
  async #look(path: string, rowsOf: (answer: unknown) => readonly string[]): Promise<void> {
    const text = await this.#ask('GET', path);
    this.#see({ path, text, rows: rowsOf(JSON.parse(text)) });
  }

  #see(page: Page): void {
    const shown = new Set(page.rows);
    for (const row of this.#pages.get(page.path)?.rows ?? []) if (!shown.has(row)) this.#removed.add(row);
    this.#pages.set(page.path, page);
  }

  #strike(path: string): void {
    for (const row of this.#pages.get(path)?.rows ?? []) this.#removed.add(row);
    this.#pages.delete(path);
  }

  #words(): string {
    return `${this.#random.pick(['Revisto', 'Adiado', 'Medido', 'Trocado'])} à ${this.#random.int(1, 9_999)}.ª vez`;
  }

  #label(): string {
    return `lote-${this.#random.int(1, 99)}`;
  }
}

interface IssueAnswer {
  readonly id: string;
  readonly fields: {
    readonly comment: { readonly comments: readonly { readonly id: string }[] };
    readonly attachment: readonly { readonly id: string }[];
  };
}

function issuePath(key: string): string {
  return `/rest/api/2/issue/${key}`;
}

/** A page of the tracker as the background user last saw it. */
export interface Page {
  /** The path of the page after the base URL. */
  readonly path: string;
  /** The answer, byte for byte. */
  readonly text: string;
  /** The rows of the tracker's tables that it shows, as `table/id`. */
  readonly rows: readonly string[];
}

/** The last state that the background user saw of every row that was changed or made. */
export interface Book {
  readonly pages: readonly Page[];
  /** Rows that were made or found, and removed again, as `table/id`. */
  readonly removed: readonly string[];
}
