import { FormData } from 'undici';
import type { BasePaths } from '../../../../contracts/index.js';
import type { Random } from '../../random.js';
import type { BackgroundUserPlan } from '../world/background-user.js';
import { askFor } from './ask.js';
import type { Access } from './ask.js';
import { Recorder } from './book.js';
import type { Book } from './book.js';
import { issuePath, lookAtIssue, lookAtTemplate, lookAtUser } from './look.js';

/** A user who works in projects and directories of their own in the tracker, and remembers what they saw there. */
export class BackgroundUser {
  readonly #access: Access;
  readonly #paths: BasePaths;
  readonly #plan: BackgroundUserPlan;
  readonly #random: Random;
  readonly #keeper = new Recorder();
  readonly #issues: string[];
  /** Issues the background user made, which are the only ones to be deleted. */
  readonly #made: string[] = [];

  constructor(access: Access, paths: BasePaths, plan: BackgroundUserPlan, random: Random) {
    this.#access = access;
    this.#paths = paths;
    this.#plan = plan;
    this.#random = random;
    this.#issues = [...plan.issues];
  }

  /** The last seen state of all rows that were touched. */
  get book(): Book {
    return this.#keeper.book;
  }

  /** Does one thing, and looks at what came of it. @returns what it was */
  async work(): Promise<string> {
    const things = {
      'create an issue': () => this.#create(),
      'edit an issue': () => this.#change('PUT', '', { fields: { summary: this.#words(), labels: [this.#label()] } }),
      comment: () => this.#change('POST', '/comment', { body: this.#words() }),
      'move an issue': () => this.#move(),
      'attach a file': () => this.#attach(),
      'delete an issue': () => this.#delete(),
      'assign a default template, or take it away': () => this.#assignOrTakeAway(),
      'store screens': () => this.#storeScreens(),
      'update a user of a directory': () => this.#updateUser(),
      'work through a test': () => this.#workThroughTest(),
    };
    const name = this.#random.pick(Object.keys(things)) as keyof typeof things;
    await things[name]();
    return name;
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
    this.#keeper.strike(issuePath(key));
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
    this.#keeper.see(await lookAtUser(this.#access, api, id, userKey));
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

  async #lookAt(key: string): Promise<void> {
    this.#keeper.see(await lookAtIssue(this.#access, key));
  }

  /** All of them: a project's entries may be of either template. */
  async #lookAtTemplates(): Promise<void> {
    for (const id of this.#plan.templates) this.#keeper.see(await lookAtTemplate(this.#access, this.#templates, id));
  }

  #words(): string {
    return `${this.#random.pick(['Revisto', 'Adiado', 'Medido', 'Trocado'])} à ${this.#random.int(1, 9_999)}.ª vez`;
  }

  #label(): string {
    return `lote-${this.#random.int(1, 99)}`;
  }
}
