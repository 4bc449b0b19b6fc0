import { projectKeyOf, propertyOf, valuesIn } from '../../../contracts/index.js';
import type { Entry } from '../../../contracts/index.js';
import { MistakeError } from '../../../contracts/mistake.js';
import { refuseMissingIssue, requireIssueKey } from '../../target.js';
import type { LedgerItem, LedgerItemOf } from '../ledger/ledger-line.js';
import type { Effect } from '../ledger/ledger.js';
import { clockAhead, readIssue } from '../undo/cleanup.js';
import { TOLERANCE } from '../undo/undo-issues.js';
import { ALIKE, placeOf, screensOf } from '../undo/undo-default-templates.js';
import { everything, isRead, requirementsOf, textsIn } from '../guard/requirements.js';
import type { ChangedThing } from '../guard/requirements.js';
import type { PlannedCall } from '../../../client/api-client.js';
import type { Exchange } from '../../../client/exchange.js';
import { NotAvailableError } from '../../../client/errors.js';
import { eachOf } from '../../../client/setup-client.js';
import { ignoreMissing } from '../../../client/statuses.js';
import { connectionEffects } from './connection-effects.js';
import type { ExternalTest, GivenProject } from './external-test.js';
import { isMaker, madeIn, recordIssues } from './record-issues.js';

/** Writes down in the ledger what a call of a test makes and changes, before it is sent, and who owns what it made. */
export async function recordCall(
  call: PlannedCall,
  send: () => Promise<Exchange>,
  test: ExternalTest,
): Promise<Exchange> {
  if (isRead(call)) return send();
  keepNoneOf(requirementsOf(call)?.flat() ?? [everything], test);
  const exchange = isMaker(call)
    ? await recordIssues(call, send, test)
    : await test.worker.ledger.around(await effectsOf(call, test), send);
  const { makes } = call.endpoint;
  if (makes !== undefined) for (const made of madeIn(call, exchange)) test.owned.add(makes.kind, ...namesOf(made));
  return exchange;
}

/**
 * Writes down what a test says to own: it was made without the clients, such as by an application under test.
 *
 * @param began when the test began, in milliseconds since 1970
 * @throws MistakeError if it may be of other people
 */
export async function own(what: string, { worker, owned }: ExternalTest, began: number): Promise<void> {
  const { setup, ledger, made } = worker;
  requireIssueKey(what);
  const refuse = (why: string) => new MistakeError(`tracker.owns('${what}'): ${why}, so it may be of other people.`);
  const project = projectKeyOf(what);
  if (!owned.has(project, 'made project', 'leased project', 'issue project'))
    throw refuse(`${project} is no project that this test was given`);
  const issue = await readIssue(setup, what);
  if (issue === undefined) refuseMissingIssue(what);
  if (issue.key !== what) throw refuse(`its key is ${issue.key}`);
  if (issue.created < began + (await clockAhead(setup)) - TOLERANCE) throw refuse('it was made before this test began');
  owned.add('issue', issue.key, issue.id);
  // Issues in a project of the worker are deleted with it.
  if (made.some(({ key }) => key === project)) return;
  const created = new Date(issue.created).toISOString();
  ledger.pending({ kind: 'issue', what, at: new Date().toISOString(), created });
}

async function effectsOf(call: PlannedCall, test: ExternalTest): Promise<Effect[]> {
  if (call.name === 'createProject') return projectEffects(call, test);
  if (call.name === 'updateUsers') return connectionEffects(call, test);
  return [...templateEffects(call, test), ...(await entriesEffects(call, test))];
}

function projectEffects({ json }: PlannedCall, { worker: { ledger } }: ExternalTest): Effect[] {
  const [what, name] = [propertyOf(json, 'key'), propertyOf(json, 'name')];
  const kind = 'project';
  // A second project of the same key is refused.
  if (typeof what !== 'string' || ledger.find(kind, what) !== undefined) return [];
  return [{ kind, what, item: () => ({ kind, what, ...(typeof name === 'string' && { name }) }) }];
}

/** A creation may give entries to each template of the test, on a tracker that takes one for the other. */
function templateEffects({ endpoint: { entries, changes = [] } }: PlannedCall, { owned }: ExternalTest): Effect[] {
  const mayAdd =
    entries === 'added' || (entries === undefined && changes.some(({ kind }) => TO_ENTRIES.includes(kind)));
  if (!mayAdd) return [];
  const kind = 'entries';
  return owned.named('template').map((what) => ({ kind, what, item: () => ({ kind, what, before: [] }) }));
}

const TO_ENTRIES = ['template', 'project', 'everything'];

/**
 * Entries of projects that the run did not make. Those of the others are gone with them, or with the test's templates.
 *
 * @throws NotAvailableError if they could not be restored
 */
async function entriesEffects(call: PlannedCall, test: ExternalTest): Promise<Effect[]> {
  const { entries } = call.endpoint;
  const { sandbox } = test.worker;
  if (entries === undefined && !mayChangeAll(call)) return [];
  if (sandbox.disposable) {
    // Calls that are sent at once read what is there once.
    const looking = test.looking.then(() => lookAtOthers(call, test));
    test.looking = looking.catch(() => undefined);
    await looking;
  }
  const unlike = [...test.projects.values()].find((project) => isUnlike(project) && takesFrom(project, call));
  if (unlike !== undefined)
    throw new NotAvailableError(`Entries of project ${unlike.key} have different screens, and ${ALIKE}.`);
  const kind = 'project entries';
  const isOfOwn = entries === 'added' && test.owned.has(call.parameters['templateId'] ?? '', 'template');
  const isGone = ({ key, before }: GivenProject) =>
    isOfOwn && before.length === 0 && sandbox.projects.some((project) => project.key === key);
  const projects = [...test.projects.values()].filter((project) => !isGone(project));
  return projects.map((project) => {
    const { key: what, before } = project;
    const item = (written: LedgerItem | undefined) =>
      withCall((written ?? { kind, what, before }) as EntriesItem, project.id, call);
    return { kind, what, item };
  });
}

type EntriesItem = LedgerItemOf<'project entries'>;

interface Entries extends Pick<EntriesItem, 'what'> {
  readonly before: readonly Entry[];
}

function withCall(item: EntriesItem, projectId: string, call: PlannedCall): EntriesItem {
  const { templates = [], removed = [], screens = false } = item;
  const { templateId } = call.parameters;
  const { entries } = call.endpoint;
  const added = entries === 'added' && templateId !== undefined ? [templateId] : [];
  return {
    ...item,
    templates: union(templates, added),
    removed: union(removed, takenPlaces(item, projectId, call)),
    screens: screens || mayChangeAll(call) || entries === 'screens',
  };
}

/** The entries of others that a call may remove. */
function takenPlaces(item: Entries, projectId: string, call: PlannedCall): string[] {
  if (mayChangeAll(call)) return item.before.map(placeOf);
  if (call.endpoint.entries === 'removed') return removedPlaces(item, projectId, call);
  return call.endpoint.entries === 'added' ? replacedPlaces(item, call) : [];
}

function isUnlike({ before }: GivenProject): boolean {
  return new Set(before.map(screensOf)).size > 1;
}

/** Whether a call may remove entries of others in a project, or write or clear their screens. */
function takesFrom({ key, id, before }: GivenProject, call: PlannedCall): boolean {
  if (call.endpoint.entries !== 'screens') return takenPlaces({ what: key, before }, id, call).length > 0;
  const targets = (requirementsOf(call) ?? [[everything]]).map(([target]) => target);
  return targets.some(({ kind, named }) => kind === 'everything' || named === key || named === id);
}

/** A custom endpoint names the projects it changes, but not which of their entries. */
function mayChangeAll({ endpoint: { entries, changes = [] } }: PlannedCall): boolean {
  return entries === undefined && changes.some(({ kind }) => kind === 'project' || kind === 'everything');
}

/** The entries that match all parameters of the path; a body may select fewer. */
function removedPlaces({ what, before }: Entries, projectId: string, { parameters }: PlannedCall): string[] {
  const { projectIdOrKey = what, templateId, issueTypeId, requestTypeId } = parameters;
  if (![what, projectId].includes(projectIdOrKey)) return [];
  const fits = (given: string | undefined, value: string | number | undefined) =>
    given === undefined || given === String(value);
  const isNamed = (entry: Entry) =>
    fits(templateId, entry.templateId) &&
    fits(issueTypeId, entry.issueTypeId) &&
    fits(requestTypeId, entry.requestTypeId);
  return before.filter(isNamed).map(placeOf);
}

/** The entries of other templates for the types that a creation names: it may take their places (DT-N20). */
function replacedPlaces({ before }: Pick<Entries, 'before'>, { parameters, json }: PlannedCall): string[] {
  const names = new Set(valuesIn(json));
  const isReplaced = ({ templateId, issueTypeId, requestTypeId }: Entry) =>
    String(templateId) !== parameters['templateId'] && names.has(String(issueTypeId ?? requestTypeId));
  return before.filter(isReplaced).map(placeOf);
}

function union(left: readonly string[], right: readonly string[]): string[] {
  return [...new Set([...left, ...right])];
}

/** On a disposable tracker a call may change the entries of projects that the test was not given: they are read first. */
async function lookAtOthers(call: PlannedCall, test: ExternalTest): Promise<void> {
  const { setup, ledger } = test.worker;
  const isCreation = call.endpoint.entries === 'added';
  const others = await othersIn(call, test);
  const ofRun = ledger.keysOfRun('project');
  const isKnown = ({ key }: { readonly key: string }) =>
    test.projects.has(key) || ofRun.has(key) || (test.empty.has(key) && !isCreation);
  const unknown = others.filter((project) => !isKnown(project));
  await eachOf(unknown, async ({ key, id }) => {
    const before = await ignoreMissing(() => setup.listByProject({ projectIdOrKey: key }));
    if (before === undefined || (before.length === 0 && !isCreation)) test.empty.add(key);
    else test.projects.set(key, { key, id, before });
  });
}

async function othersIn(call: PlannedCall, test: ExternalTest): Promise<Omit<GivenProject, 'before'>[]> {
  const { setup } = test.worker;
  const named = new Set<string>();
  for (const requirement of requirementsOf(call) ?? [[everything]]) {
    if (requirement.some((target) => isOwned(target, test))) continue;
    const { kind, named: name } = requirement[0];
    if (kind === 'everything') return setup.listProjects();
    if (kind === 'project') named.add(name);
    if (kind === 'template') {
      const entries = (await ignoreMissing(() => setup.listByTemplate({ templateId: name }))) ?? [];
      for (const { projectId } of entries) named.add(String(projectId));
    }
  }
  const found = await eachOf([...named], (projectIdOrKey) => ignoreMissing(() => setup.getProject({ projectIdOrKey })));
  return found.filter((project) => project !== undefined);
}

function isOwned({ kind, named }: ChangedThing, { owned }: ExternalTest): boolean {
  return kind === 'template' ? owned.has(named, kind) : owned.has(named, 'made project', 'leased project');
}

function namesOf(made: unknown): string[] {
  return textsIn(['id', 'key', 'issueId', 'issueKey'].map((name) => propertyOf(made, name)));
}

/** Kinds of changes that do not name the issues they affect. */
const FAR = ['everything', 'attachment', 'issue link', 'whole project'];

/** The next test gets no issues that a call may change, and no project that is changed itself. */
function keepNoneOf(targets: readonly ChangedThing[], { worker: { kept, made } }: ExternalTest): void {
  const isNamed = ({ id, key }: { readonly id: number; readonly key: string }) =>
    targets.some(({ named }) => named === key || named === String(id));
  const isFar = targets.some(({ kind }) => FAR.includes(kind));
  kept.splice(0, kept.length, ...kept.filter(({ issues }) => !isFar && !issues.some(isNamed)));
  const isItself = targets.some(({ kind }) => kind === 'whole project');
  made.splice(0, made.length, ...made.filter((project) => !(isItself && isNamed(project))));
}
