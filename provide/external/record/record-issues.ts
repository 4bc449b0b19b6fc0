import { randomUUID } from 'node:crypto';
import { isObject, issueKeysIn, parseJson, projectKeyOf, propertyOf } from '../../../contracts/index.js';
import type { EndpointName } from '../../../contracts/index.js';
import { requirementsOf, textsIn } from '../guard/requirements.js';
import type { ChangedThing } from '../guard/requirements.js';
import type { LedgerItemOf } from '../ledger/ledger-line.js';
import { newIssuesOf } from '../undo/undo-issues.js';
import type { PlannedCall } from '../../../client/api-client.js';
import type { Exchange } from '../../../client/exchange.js';
import { ignoreMissing, isOfGateway } from '../../../client/statuses.js';
import { cleanupBy } from './external-test.js';
import type { ExternalTest, ExternalWorker } from './external-test.js';

const copy: EndpointName = 'copyPlan';

export function isMaker({ name, endpoint }: PlannedCall): boolean {
  return name === copy || endpoint.makes?.kind === 'issue';
}

/** Sends a call that makes issues. They have no key before it is answered: until then the ledger keeps the call itself. */
export async function recordIssues(
  call: PlannedCall,
  send: () => Promise<Exchange>,
  test: ExternalTest,
): Promise<Exchange> {
  const { worker, owned } = test;
  const { templates } = worker.sandbox;
  const { ledger } = worker;
  const projects = await projectsOf(call, test);
  const copies = call.name === copy ? await copiedPlan(call, worker) : undefined;
  const at = new Date().toISOString();
  const made: LedgerItemOf<'issues'> = {
    kind: 'issues',
    what: randomUUID(),
    call: `${call.method} ${call.path}`,
    at,
    projects,
    copies,
    // Issues in a project that the worker has made are deleted with it.
    ...(projects.length === 0 && { given: owned.named('leased project', 'issue project') }),
    summaries: [
      ...summariesIn(call.json),
      // A template may replace the summary of a caller with its own.
      ...templates.flatMap(({ id, fields }) => (owned.has(String(id), 'template') ? textsIn(fields['summary']) : [])),
    ],
  };
  const exchange = await ledger.around([{ kind: made.kind, what: made.what, item: () => made }], send);
  const { status } = exchange;
  const keys = copies === undefined ? madeKeys(call, exchange) : await newIn(exchange, at, test, projects);
  writeIssues(keys, worker);
  if (!leavesDoubt(status, keys, made)) ledger.deleted(made);
  else if (!isOfGateway(status)) {
    const isLater = LATER.includes(status) || (copies !== undefined && isTrue(propertyOf(call.json, 'async')));
    const awaits = status < 300 && isLater ? projects.length : undefined;
    ledger.pending({ ...made, answered: true, awaits });
  }
  return exchange;
}

function writeIssues(keys: readonly string[], { ledger, made }: ExternalWorker): void {
  const at = new Date().toISOString();
  // Issues in a project of the worker are deleted with it.
  const others = keys.filter((key) => !made.some((project) => project.key === projectKeyOf(key)));
  for (const what of others) ledger.pending({ kind: 'issue', what, at });
}

/**
 * The keys of the new issues that an answer without a documented shape names anywhere, without sub-tasks. The test owns them
 * all.
 */
async function newIn(
  { status, responseBody }: Exchange,
  at: string,
  { worker, owned }: ExternalTest,
  projects: readonly string[],
): Promise<string[]> {
  if (status < 200 || status >= 300) return [];
  const keys = issueKeysIn(parseJson(responseBody) ?? responseBody, projects);
  const found = await newIssuesOf({ at }, keys, cleanupBy(worker), projects.length);
  for (const { key, id } of found) owned.add('issue', key, id);
  return found.filter(({ parent }) => parent === undefined).map(({ key }) => key);
}

/** The answers of a tracker that goes on after them. */
const LATER = [202, 204];

/**
 * Whether an answer leaves open what the call has done: a gateway gives up while the tracker goes on, a tracker fails
 * half-way, a success does not name a copy for each project (TM-N08), and a refusal may come after the first of several
 * projects.
 */
function leavesDoubt(status: number, keys: readonly string[], { projects, copies }: Planned): boolean {
  if (status >= 500) return true;
  const least = copies === undefined ? 1 : projects.length;
  return status < 300 ? keys.length < least : projects.length > 1;
}

type Planned = Pick<LedgerItemOf<'issues'>, 'projects' | 'copies'>;

/** The projects in which a call makes issues, as its row and its body name them; none if they name none. */
async function projectsOf(call: PlannedCall, { worker: { catalog }, owned }: ExternalTest): Promise<string[]> {
  const keyOf = async ({ kind, named }: ChangedThing) => {
    if (kind === 'service desk') return (await catalog.desk({ id: named }))?.projectKey ?? [];
    if (kind === 'new issue beside') return projectKeyOf(named);
    const isOwn = owned.has(named, 'made project', 'leased project', 'issue project');
    return isOwn ? (await catalog.project(named)).key : named;
  };
  const targets = (requirementsOf(call) ?? []).flat().filter(({ guessed }) => guessed !== true);
  const named = targets.filter(({ kind }) => kind === 'new issue' || kind === 'service desk');
  const beside = targets.filter(({ kind }) => kind === 'new issue beside');
  const keys = await Promise.all((named.length > 0 ? named : beside).map(keyOf));
  return [...new Set(keys.flat())];
}

/** The plan that a call copies. A copy has its type, and usually its summary. */
async function copiedPlan({ json }: PlannedCall, { setup }: ExternalWorker): Promise<Planned['copies']> {
  const [key] = textsIn(propertyOf(json, 'testPlanKey'));
  if (key === undefined) return undefined;
  const plan = await ignoreMissing(() => setup.getIssue({ issueIdOrKey: key, query: { fields: 'summary,issuetype' } }));
  const [summary] = textsIn(plan?.fields['summary']);
  const [type] = textsIn(propertyOf(plan?.fields['issuetype'], 'id'));
  return { key, summary, type };
}

/** A tracker may take a text for a value of another type. */
function isTrue(value: unknown): boolean {
  return /^(true|1|yes|on)$/i.test(String(value));
}

/** Every summary in a body. */
function summariesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(summariesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => (name === 'summary' ? textsIn(part) : summariesIn(part)));
}

/** What an answer says that a call has made; none for a refusal, or if it says otherwise than its row. */
export function madeIn({ endpoint: { makes } }: PlannedCall, { status, responseBody }: Exchange): readonly unknown[] {
  if (makes === undefined || status < 200 || status >= 300) return [];
  const answer = parseJson(responseBody);
  const made = makes.property === undefined ? answer : propertyOf(answer, makes.property);
  return Array.isArray(made) ? made : [made];
}

function madeKeys(call: PlannedCall, exchange: Exchange): string[] {
  const made = madeIn(call, exchange);
  return made.flatMap((one) => textsIn(['key', 'issueKey'].map((name) => propertyOf(one, name))));
}
