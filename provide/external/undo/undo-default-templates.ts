import { counted } from '../../../contracts/counted.js';
import type { Entry } from '../../../contracts/index.js';
import { eachOf } from '../../../client/setup-client.js';
import { ignoreMissing, ignoreStatus } from '../../../client/statuses.js';
import type { LedgerItemOf } from '../ledger/ledger-line.js';
import { originOfProject } from '../ledger/run-mark.js';
import { requireUndone } from './cleanup.js';
import type { Cleanup, Look } from './cleanup.js';

const DIFFERENT = 'its entries are not what they were: ';

/** Removes the entries of a template of the sandbox: it had none when a test was given it. */
export const lookAtEntries: Look<'entries'> = async ({ what: templateId }, by) => {
  const { setup } = by;
  const read = async () => (await ignoreMissing(() => setup.listByTemplate({ templateId }))) ?? [];
  const found = await read();
  if (found.length === 0) return undefined;
  const undo = async () => {
    const others = await projectsOfOthers(found, by);
    const isOthers = ({ projectId }: Entry) => others.has(projectId);
    // If the tracker refuses that, they are removed one by one.
    if (others.size === 0)
      await ignoreStatus(
        (status) => status < 500,
        () => setup.deleteByTemplate({ templateId }),
      );
    let left = await read();
    if (!left.every(isOthers)) {
      const ours = left.filter((entry) => !isOthers(entry));
      await removeEntries(ours, by);
      left = await read();
    }
    const named = (entry: Entry) => `entry ${entry.id} (${placeOf(entry)})`;
    requireUndone(
      left.filter((entry) => !isOthers(entry)).map((entry) => `${named(entry)} is still there`),
      left.filter(isOthers).map((entry) => `another user made ${named(entry)}`),
      DIFFERENT,
    );
  };
  const would = `remove ${entries(found.length)}`;
  return { parts: [{ what: `entries of template ${templateId}`, where: `template ${templateId}`, would }], undo };
};

/** The ids of the projects that are neither of the sandbox nor made by a run, as far as the user sees. */
async function projectsOfOthers(found: readonly Entry[], { setup, sandbox, ownProjects }: Cleanup) {
  const ids = new Set(found.map(({ projectId }) => projectId).filter((id) => ownProjects?.has(String(id)) !== true));
  const others = await eachOf([...ids], async (id) => {
    const project = await ignoreMissing(() => setup.getProject({ projectIdOrKey: id }));
    const isOurs =
      project !== undefined &&
      (sandbox.projects.some(({ key }) => key === project.key) || originOfProject(project) !== undefined);
    return isOurs ? [] : [id];
  });
  return new Set(others.flat());
}

function entries(many: number): string {
  return counted(many, 'entry', 'entries');
}

/** The place of an entry: entries of the same template, project and type are interchangeable. */
export function placeOf({ templateId, projectId, issueTypeId, requestTypeId }: Entry): string {
  const type = issueTypeId === undefined ? `request type ${String(requestTypeId)}` : `issue type ${issueTypeId}`;
  return `template ${templateId}, project ${projectId}, ${type}`;
}

export function screensOf({ transitions = [] }: Entry): string {
  return JSON.stringify(transitions);
}

type Item = LedgerItemOf<'project entries'>;

/**
 * Gives a project the entries it had, as far as the run's calls changed them. It removes added entries, then makes removed
 * ones again, then writes screens. Each step can change what the next one has to do, so it reads again after each.
 */
export const lookAtProjectEntries: Look<'project entries'> = async (item, by) => {
  const read = () => by.setup.listByProject({ projectIdOrKey: item.what });
  const found = await ignoreMissing(read);
  if (found === undefined) return undefined;
  let changes = changesOf(item, found, by);
  const ours = (is: Change['is']) => changes.filter((change) => change.isOurs && change.is === is);
  const ofOthers = () =>
    changes
      .filter(({ isOurs }) => !isOurs)
      .map(({ is, entry }) => `another user ${steps[is].others} ${placeOf(entry)}`);
  const changed = kinds.filter((is) => ours(is).length > 0);
  if (changed.length === 0) {
    requireUndone([], ofOthers());
    return undefined;
  }
  const undo = async () => {
    for (const is of kinds) {
      const some = ours(is).map(({ entry }) => entry);
      // Screens of all entries are written alike, so they stay as they are if others have changed something.
      if (some.length === 0 || (is === 'screens' && ofOthers().length > 0)) continue;
      await steps[is].undo(some, by, item);
      changes = changesOf(item, await read(), by);
    }
    const left = kinds.flatMap((is) => ours(is).map(steps[is].left));
    requireUndone([...left, ...(ours('screens').length > 0 ? [ALIKE] : [])], ofOthers(), DIFFERENT);
  };
  const would = changed.map((is) => steps[is].would(entries(ours(is).length))).join(', ');
  return { parts: [{ what: `entries of project ${item.what}`, where: item.what, would }], undo };
};

export const ALIKE =
  'no call writes or clears the screens of one entry alone, so only an administrator can restore them';

/** A difference between the entries that a project had and those that it has. */
interface Change {
  readonly is: 'added' | 'removed' | 'screens';
  /** As it was before, unless it was added. */
  readonly entry: Entry;
  readonly now?: Entry | undefined;
  /** Whether a call of the run made it. */
  readonly isOurs: boolean;
}

interface Step {
  readonly undo: (some: readonly Entry[], by: Cleanup, item: Item) => Promise<void>;
  readonly would: (many: string) => string;
  readonly left: (change: Change) => string;
  readonly others: string;
}

const steps: Readonly<Record<Change['is'], Step>> = {
  added: {
    undo: removeEntries,
    would: (many) => `remove ${many}`,
    left: ({ entry }) => `the entry of ${placeOf(entry)} was not there before`,
    others: 'made the entry of',
  },
  removed: {
    undo: makeAgain,
    would: (many) => `make ${many} again`,
    left: ({ entry }) => `the entry of ${placeOf(entry)} is missing`,
    others: 'removed the entry of',
  },
  screens: {
    undo: writeScreens,
    would: (many) => `write the screens of ${many}`,
    left: ({ entry, now = entry }) =>
      `entry ${now.id} (${placeOf(entry)}) had the screens ${screensOf(entry)} and has ${screensOf(now)}`,
    others: 'changed the screens of',
  },
};

const kinds = ['added', 'removed', 'screens'] as const;

/**
 * The run is responsible for entries of templates that it leased or that its calls named, for entries that its calls
 * removed, and for screens if its calls wrote some. All other differences come from others.
 */
function changesOf(
  { before, templates = [], removed = [], screens = false }: Item,
  now: readonly Entry[],
  { templates: leased }: Cleanup,
): readonly Change[] {
  const isOfTemplate = ({ templateId: id }: Entry) =>
    leased?.has(String(id)) === true || templates.includes(String(id));
  const isOwned = (entry: Entry) => isOfTemplate(entry) || removed.includes(placeOf(entry));
  const gone = missing(before, now);
  const partnersOf = (entry: Entry) => now.filter((other) => placeOf(other) === placeOf(entry));
  const differing = before.filter(
    (entry) => !gone.includes(entry) && !partnersOf(entry).some((other) => screensOf(other) === screensOf(entry)),
  );
  const partnerOf = (entry: Entry) => now.find(({ id }) => id === entry.id) ?? partnersOf(entry)[0];
  return [
    ...missing(now, before).map((entry) => ({ is: 'added', entry, isOurs: isOfTemplate(entry) }) as const),
    ...gone.map((entry) => ({ is: 'removed', entry, isOurs: isOwned(entry) }) as const),
    ...differing.map(
      (entry) => ({ is: 'screens', entry, now: partnerOf(entry), isOurs: screens || isOwned(entry) }) as const,
    ),
  ];
}

/** The entries of one list that have no partner of the same place in another. */
function missing(some: readonly Entry[], others: readonly Entry[]): Entry[] {
  const places = others.map(placeOf);
  return some.filter((entry) => {
    const at = places.indexOf(placeOf(entry));
    if (at >= 0) places.splice(at, 1);
    return at < 0;
  });
}

/** Removes every entry of the places of some. Other entries of their templates stay. */
async function removeEntries(some: readonly Entry[], { setup }: Cleanup): Promise<void> {
  for (const entry of new Map(some.map((one) => [placeOf(one), one])).values()) {
    const { templateId, projectId: projectIdOrKey, issueTypeId, requestTypeId } = entry;
    const place = { projectIdOrKey, templateId };
    await ignoreMissing<unknown>(() =>
      issueTypeId === undefined
        ? setup.deleteByProjectTemplateAndRequestType({ ...place, requestTypeId })
        : setup.deleteByProjectTemplateAndIssueType({ ...place, issueTypeId }),
    );
  }
}

/** They get other ids, because no call can choose one. */
async function makeAgain(some: readonly Entry[], { setup }: Cleanup): Promise<void> {
  for (const { templateId, projectId, issueTypeId, requestTypeId } of some) {
    const types =
      issueTypeId === undefined ? { requestTypeIds: [requestTypeId] } : { issueTypeIds: [Number(issueTypeId)] };
    await setup.create({ templateId, body: { defaults: [{ projectId, ...types }] } });
  }
}

/**
 * Gives all entries of a project the screens that most of them had, unless more entries than now would differ then: no call
 * writes or clears the screens of some entries.
 */
async function writeScreens(some: readonly Entry[], { setup, transitionId }: Cleanup, { what, before }: Item) {
  const groups = before.map((entry) => before.filter((other) => screensOf(other) === screensOf(entry)));
  const [most = []] = groups.toSorted((left, right) => right.length - left.length);
  if (before.length - most.length >= some.length) return;
  const body = { includeProjectKeys: [what], ignoreProjectKeys: [] };
  await setup.clearTransitions({ body });
  const stored = (most[0]?.transitions ?? []) as readonly Readonly<Record<string, unknown>>[];
  const ids = stored.map((screen) => Number(transitionId === null ? undefined : screen[transitionId]));
  // Only the transition that the documents name can be written if the screens do not say theirs.
  for (const id of new Set(ids)) await setup.setTransitions({ transitionId: Number.isInteger(id) ? id : 1, body });
}
