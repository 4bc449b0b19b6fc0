import type {
  DefaultsRequest,
  DocumentedRuleId,
  ProvidedProject,
  ProvidedTemplate,
  TestFixtures,
} from '../../../fixtures/index.js';
import type { EndpointName } from '../../support/sequences/deal-calls.js';
import { EarlierDifference, same } from '../../support/sequences/sequence-model.js';
import { assigned, unwantedScreens } from './entries.js';
import type { ExpectedEntry } from './entries.js';
import { CREATE } from './stored-screens.js';

export const templates = ['template', 'other'] as const;

export const projects = ['regular', 'desk', 'further'] as const;

export type Project = (typeof projects)[number];

export type Template = (typeof templates)[number];

export type Kind = 'issueType' | 'requestType';

export type EntriesData = Readonly<Record<Project, ProvidedProject> & Record<Template, ProvidedTemplate>>;

/** A type of a project. It has one entry or none. */
export interface Type {
  readonly project: Project;
  readonly kind: Kind;
  readonly id: number;
}

export interface Assigned extends Type {
  readonly template: Template;
  readonly hasScreen: boolean;
}

export function typesOf(project: Project, of: ProvidedProject, issueTypes: number, requestTypes: number): Type[] {
  return [
    ...of.issueTypes.slice(0, issueTypes).map(({ id }) => ({ project, kind: 'issueType' as const, id })),
    ...of.requestTypes.slice(0, requestTypes).map(({ id }) => ({ project, kind: 'requestType' as const, id })),
  ];
}

/** Whether types are the same: projects may have one in common. */
export const isOf = (type: Type) => (other: Type) => other.kind === type.kind && other.id === type.id;

export const isIn = (types: readonly Type[]) => (entry: Type) =>
  types.some((type) => type.project === entry.project && isOf(type)(entry));

export const projectsOf = (types: readonly Type[]): Project[] => [...new Set(types.map(({ project }) => project))];

/** The entries of some templates and types, with the calls that a call under test needs before it. */
export class EntriesState {
  readonly api: TestFixtures['defaultTemplates'];
  readonly data: EntriesData;
  readonly types: readonly Type[];
  entries: readonly Assigned[] = [];
  readonly #isCareful: boolean;
  compared = 0;

  constructor(api: TestFixtures['defaultTemplates'], data: EntriesData, types: readonly Type[], isCareful: boolean) {
    this.api = api;
    this.data = data;
    this.types = types;
    this.#isCareful = isCareful;
  }

  /** @param isSplit whether each type has an item of its own, or each project */
  bodyOf(types: readonly Type[], by: string, isSplit = false): DefaultsRequest {
    const ofProject = (one: Project) => types.filter(({ project }) => project === one);
    const items = isSplit ? types.map((type) => [type]) : projectsOf(types).map(ofProject);
    const defaults = items.map((item, index) => {
      const [project] = projectsOf(item).map((one) => this.data[one]);
      const isById = by === 'id' || (by !== 'key' && index % 2 === 0);
      const ids = (wanted: Kind) => item.filter(({ kind }) => kind === wanted).map(({ id }) => id);
      const [issueTypeIds, requestTypeIds] = [ids('issueType'), ids('requestType')];
      return {
        ...(isById ? { projectId: project?.id } : { projectKey: project?.key }),
        ...(issueTypeIds.length > 0 && { issueTypeIds }),
        ...(requestTypeIds.length > 0 && { requestTypeIds }),
      };
    });
    return { defaults };
  }

  /** Some entries of the model as they are to be read. */
  written(isMeant: (entry: Assigned) => boolean) {
    const all = this.entries.filter(isMeant).map(({ project, template, kind, id, hasScreen }): ExpectedEntry => ({
      projectId: this.data[project].id,
      templateId: this.data[template].id,
      ...(kind === 'issueType' ? { issueTypeId: String(id) } : { requestTypeId: id }),
      serviceDesk: kind === 'requestType',
      ...(hasScreen && { transitions: ['a screen'] }),
    }));
    return assigned(all);
  }

  /** Removes the defaults of the types: what a second one does is open (DT-N05, DT-N20). */
  async free(types: readonly Type[]): Promise<void> {
    for (let taken; (taken = this.entries.find(isIn(types))) !== undefined;) {
      const { project, template } = taken;
      this.entries = this.entries.filter((entry) => entry.project !== project || entry.template !== template);
      const request = { projectIdOrKey: this.data[project].id, templateId: this.data[template].id };
      await this.api.deleteByProjectAndTemplate(request);
      await this.#expectDone('deleteByProjectAndTemplate', 'DT-24');
    }
  }

  /** Makes a template the default of one of the types at least: a removal that matches nothing is open (DT-N09). */
  async ensure(template: Template, types: readonly Type[]): Promise<void> {
    if (this.entries.some((entry) => entry.template === template && isIn(types)(entry))) return;
    await this.free(types);
    this.add(template, types);
    await this.api.create({ templateId: this.data[template].id, body: this.bodyOf(types, 'id') });
    await this.#expectDone('create', 'DT-17');
  }

  /** Makes a template the default of those of the types that have none. */
  async complete(template: Template, types: readonly Type[]): Promise<void> {
    const missing = types.filter((type) => !this.entries.some(isIn([type])));
    if (missing.length > 0) await this.ensure(template, missing);
  }

  /** Gives a screen to the other types of the same projects. */
  async storeBeside(template: Template, types: readonly Type[]): Promise<void> {
    const others = this.types.filter((type) => projectsOf(types).includes(type.project) && !isIn(types)(type));
    if (others.length === 0) return;
    await this.complete(template, others);
    await this.storeIn(others);
  }

  /** Gives a screen to all entries of the projects of types. */
  async storeIn(types: readonly Type[]): Promise<void> {
    this.setScreens(projectsOf(types), true);
    const body = { includeProjectKeys: projectsOf(types).map((project) => this.data[project].key) };
    await this.api.setTransitions({ transitionId: CREATE, body });
    await this.#expectDone('setTransitions', 'DT-31');
  }

  /** Compares what a call did that is not under test, in a careful replay. @throws EarlierDifference */
  async #expectDone(endpoint: EndpointName, rule: DocumentedRuleId): Promise<void> {
    if (!this.#isCareful) return;
    for (const project of projects) {
      const { data } = await this.api.listByProject({ projectIdOrKey: this.data[project].id });
      const expected = this.written((entry) => entry.project === project);
      const seen = assigned(data);
      const screens = same('DT-08', () => unwantedScreens(seen, expected), []);
      for (const check of [...(endpoint === 'create' ? [screens] : []), same(rule, () => seen, expected)]) {
        try {
          await check.holds();
        } catch (error) {
          throw new EarlierDifference(endpoint, check.rule, error);
        }
      }
    }
  }

  setScreens(within: readonly Project[], hasScreen: boolean): void {
    this.entries = this.entries.map((entry) => (within.includes(entry.project) ? { ...entry, hasScreen } : entry));
  }

  add(template: Template, types: readonly Type[]): void {
    this.entries = [...this.entries, ...types.map((type) => ({ ...type, template, hasScreen: false }))];
  }
}
