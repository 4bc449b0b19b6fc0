import { projectKeyOf } from '../../../contracts/index.js';
import type { Assumptions, ChangedKind, Endpoints } from '../../../contracts/index.js';
import { runInSummary } from '../ledger/run-mark.js';
import { loginNames, readIssue } from '../undo/cleanup.js';
import type { FoundIssue } from '../undo/cleanup.js';
import type { SetupClient } from '../../../client/setup-client.js';
import { ignoreRefusal, NOTHING, unlessMissing } from '../../../client/statuses.js';
import type { Sandbox } from '../../../client/settings/sandbox.js';

export interface OwnershipSetup {
  /** The set-up client that no guard stops. */
  readonly setup: SetupClient<Endpoints>;
  readonly sandbox: Sandbox;
  readonly owned: OwnedItems;
  /** The run of the test: an issue with its mark that a login of runs has created is the run's. */
  readonly run: string;
  readonly assumptions: Pick<Assumptions, 'DT-N03' | 'AD-N02'>;
}

/** Whether something of this name exists and the test does not own it. @throws SetupError if the tracker does not tell */
type IsOthers = (named: string, context: OwnershipSetup) => Promise<boolean>;

/** For each kind of target, whether it belongs to other people. A target that does not exist has no owner. */
export const isOthers: { readonly [Kind in ChangedKind]: IsOthers } = {
  project: othersProject('made project', 'leased project'),
  'whole project': othersProject('made project'),
  'new issue': othersProject('made project', 'leased project', 'issue project'),

  async component(componentId, { owned, setup }) {
    const component = await ignoreRefusal(() => setup.getComponent({ componentId }));
    return component !== undefined && !owned.has(component.project, 'made project');
  },

  /** A template without a single entry has nothing that a call could change. */
  async template(templateId, { owned, setup, sandbox, assumptions }) {
    if (owned.has(templateId, 'template')) return false;
    if (sandbox.templates.some(({ id }) => String(id) === templateId)) return true;
    const list = (id: string) => setup.listByTemplate({ templateId: id });
    const entries = await unlessMissing(list, templateId, [assumptions['DT-N03']]);
    return entries !== undefined && entries.length > 0;
  },

  async connection(idOrName, { owned, setup, sandbox, assumptions }) {
    if (owned.has(idOrName, 'connection')) return false;
    // No read finds a connection that is not enabled.
    if (sandbox.connections.some(({ id, name }) => id === idOrName || name === idOrName)) return true;
    const { connection: unknown } = assumptions['AD-N02'];
    const list = (one: string) => setup.listConnectionUsers({ idOrName: one, query: { size: '1' } });
    const users = await unlessMissing(list, idOrName, [unknown]);
    if (users === undefined || users.page.totalElements > 0) return users !== undefined;
    // If a tracker answers about an unknown connection as about an empty one, a call can change nothing there.
    return (await unlessMissing(list, NOTHING, [unknown])) === undefined;
  },

  async issue(issueIdOrKey, context) {
    const { owned, setup } = context;
    if (owned.has(issueIdOrKey, 'issue')) return false;
    const issue = await ignoreRefusal(() => readIssue(setup, issueIdOrKey));
    if (issue === undefined || owned.has(issue.key, 'issue')) return false;
    const { key, parent } = issue;
    if (parent !== undefined && owned.has(parent, 'issue')) return false;
    if (await isOfRun(issue, context)) return false;
    return !owned.has(projectKeyOf(key), 'made project');
  },

  async 'new issue beside'(issueIdOrKey, context) {
    const issue = await ignoreRefusal(() => readIssue(context.setup, issueIdOrKey));
    return issue !== undefined && isOthers['new issue'](projectKeyOf(issue.key), context);
  },

  async attachment(attachmentId, { owned, setup }) {
    if (owned.has(attachmentId, 'attachment')) return false;
    return (await ignoreRefusal(() => setup.getAttachment({ attachmentId }))) !== undefined;
  },

  /** A link belongs to the test if both its issues do. */
  async 'issue link'(linkId, context) {
    const link = await ignoreRefusal(() => context.setup.getIssueLink({ linkId }));
    if (link === undefined) return false;
    const others = await Promise.all(
      [link.inwardIssue, link.outwardIssue].map(({ key }) => isOthers.issue(key, context)),
    );
    return others.includes(true);
  },

  async version(versionId, context) {
    const version = await ignoreRefusal(() => context.setup.getVersion({ versionId }));
    return version !== undefined && isOthers['whole project'](String(version.projectId), context);
  },

  /** A tracker that does not serve single desks would seem to have none, so a desk outside the list counts as others'. */
  async 'service desk'(serviceDeskId, context) {
    const { values, isLastPage } = await context.setup.listServiceDesks({ query: { limit: 1000 } });
    const desk = values.find(({ id }) => id === serviceDeskId);
    return desk === undefined ? !isLastPage : isOthers['new issue'](desk.projectKey, context);
  },

  everything: () => Promise.resolve(true),
};

function othersProject(...kinds: readonly OwnedKind[]): IsOthers {
  return async (named, { owned, setup }) => {
    if (owned.has(named, ...kinds)) return false;
    const project = await ignoreRefusal(() => setup.getProject({ projectIdOrKey: named }));
    return project !== undefined && !owned.has(project.key, ...kinds);
  };
}

/** An answer need not name what a call has made, such as the copy of a plan. */
async function isOfRun({ summary, creator }: FoundIssue, { setup, sandbox, run }: OwnershipSetup): Promise<boolean> {
  if (runInSummary(summary) !== run || creator === undefined) return false;
  return (await loginNames({ setup, sandbox })).has(creator);
}

/** The kinds of data that a test is given of the sandbox to change. */
const GIVEN = ['leased project', 'template', 'connection'] as const;

type OwnedKind =
  | (typeof GIVEN)[number]
  | 'made project'
  | 'issue project'
  | 'chosen connection'
  | 'issue'
  | 'attachment';

/** The data that a test has made or was given on a tracker that others use, by every name that calls can use for it. */
export class OwnedItems {
  readonly #names = new Map<OwnedKind, Set<string>>();
  readonly #mayOnlyRead: readonly OwnedKind[];

  /** @param mayChange whether the test may change what it is given; else it owns only what it has made */
  constructor(mayChange = true) {
    this.#mayOnlyRead = mayChange ? [] : GIVEN;
  }

  add(kind: OwnedKind, ...names: readonly (string | number)[]): void {
    const known = this.#names.get(kind) ?? new Set();
    for (const name of names) known.add(String(name));
    this.#names.set(kind, known);
  }

  has(name: string, ...kinds: readonly OwnedKind[]): boolean {
    return kinds.some((kind) => !this.#mayOnlyRead.includes(kind) && this.named(kind).includes(name));
  }

  isNamed(name: string): boolean {
    return [...this.#names.values()].some((names) => names.has(name));
  }

  named(...kinds: readonly OwnedKind[]): string[] {
    return kinds.flatMap((kind) => [...(this.#names.get(kind) ?? [])]);
  }
}
