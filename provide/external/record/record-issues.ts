import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import {
  addTemplatesRequestSchema,
  bulkCreatedIssuesSchema,
  createdIssueSchema,
  createdServiceRequestSchema,
  issueNamesIn,
  parseJson,
  projectKeyOf,
} from '../../../contracts/index.js';
import type { EndpointName } from '../../../contracts/index.js';
import type { LedgerItemOf } from '../ledger/ledger-line.js';
import { newIssuesOf } from '../undo/undo-issues.js';
import type { PlannedCall } from '../../../client/api-client.js';
import type { Exchange } from '../../../client/exchange.js';
import { ignoreMissing, isOfGateway } from '../../../client/statuses.js';
import { cleanupBy } from './external-test.js';
import type { ExternalTest, ExternalWorker } from './external-test.js';

const addition: EndpointName = 'addTestCaseTemplates';

export function isMaker({ name }: PlannedCall): boolean {
  return name === addition || Object.hasOwn(makers, name);
}

/** Sends a call that makes issues. They have no key before it is answered: until then the ledger keeps the call itself. */
export async function recordIssues(
  call: PlannedCall,
  send: () => Promise<Exchange>,
  test: ExternalTest,
  isSetUp: boolean,
): Promise<Exchange> {
  // Set-up reads the cases of the plan itself.
  if (call.name === addition) return isSetUp ? send() : recordCases(call, send, test);
  const { worker, owned, templates } = test;
  const { ledger } = worker;
  const { plan, keysIn }: Maker = makers[call.name as keyof typeof makers];
  const planned = await plan(call.json, worker);
  const { later = false, ...about } = planned;
  const at = new Date().toISOString();
  const unanswered: LedgerItemOf<'issues'> = {
    kind: 'issues',
    what: randomUUID(),
    call: `${call.method} ${call.path}`,
    at,
    ...about,
    // Issues in a project that the worker has made are deleted with it.
    ...(planned.projects.length === 0 && { given: owned.named('leased project', 'issue project') }),
    summaries: [
      ...planned.summaries,
      // A template may replace the summary of a caller with its own.
      ...templates.map(({ fields }) => fields['summary']).filter((summary) => typeof summary === 'string'),
    ],
  };
  ledger.pending(unanswered);
  // A tracker may go on with what was given up, and with what a gateway has answered.
  const mayComeLate = () => ledger.pending({ ...unanswered, unanswered: new Date().toISOString() });
  const exchange = await send().catch((error: unknown) => {
    mayComeLate();
    throw error;
  });
  const { status } = exchange;
  const keys =
    keysIn === undefined
      ? await newIn(exchange, at, test, planned.projects, planned.projects.length)
      : documentedKeys(exchange, keysIn);
  writeIssues(keys, worker);
  if (!leavesDoubt(status, keys, planned)) ledger.deleted(unanswered);
  else if (isOfGateway(status)) mayComeLate();
  else {
    const awaits = status < 300 && (later || LATER.includes(status)) ? planned.projects.length : undefined;
    ledger.pending({ ...unanswered, answered: true, awaits });
  }
  return exchange;
}

/** Cases are deleted with their plans, which the test has made: only a case without a plan is written down. */
async function recordCases({ json }: PlannedCall, send: () => Promise<Exchange>, test: ExternalTest) {
  const plans = addTemplatesRequestSchema.safeParse(json).data?.testPlanKeys ?? [];
  const sent = new Date().toISOString();
  const exchange = await send();
  const newCases = (enough: number) => newIn(exchange, sent, test, plans.map(projectKeyOf), enough);
  writeIssues((await newCases(1)).length === 0 ? [] : await newCases(Infinity), test.worker);
  return exchange;
}

function writeIssues(keys: readonly string[], { ledger, made }: ExternalWorker): void {
  const at = new Date().toISOString();
  // Issues in a project of the worker are deleted with it.
  const others = keys.filter((key) => !made.some((project) => project.key === projectKeyOf(key)));
  for (const what of others) ledger.pending({ kind: 'issue', what, at });
}

/**
 * The keys of the new issues that an answer without a documented shape names anywhere, without those that are deleted
 * with another issue. The test owns them all.
 *
 * @param enough how many of them are looked for
 */
async function newIn(
  { status, responseBody }: Exchange,
  at: string,
  { worker, owned }: ExternalTest,
  projectKeys: readonly string[],
  enough: number,
): Promise<string[]> {
  if (status < 200 || status >= 300) return [];
  const by = cleanupBy(worker);
  const names = issueNamesIn(parseJson(responseBody) ?? responseBody, projectKeys);
  const found = await newIssuesOf({ at }, names, by, enough);
  for (const { key, id } of found) owned.add('issue', key, id);
  const known = new Set([...found.map(({ key }) => key), ...worker.ledger.issuesOfRun()]);
  return found.filter(({ parent }) => parent === undefined || !known.has(parent)).map(({ key }) => key);
}

/** The answers of a tracker that goes on after them. */
const LATER = [202, 204];

/**
 * Whether an answer leaves open what the call has done: a gateway gives up while the tracker goes on, a tracker fails
 * half-way, a success does not name a copy for each project (TM-N08), and a refusal may come after the first of several
 * projects.
 */
function leavesDoubt(status: number, keys: readonly string[], { projects, copies }: PlannedIssues): boolean {
  if (status >= 500) return true;
  const least = copies === undefined ? 1 : projects.length;
  return status < 300 ? keys.length < least : projects.length > 1;
}

interface PlannedIssues extends Pick<LedgerItemOf<'issues'>, 'projects' | 'summaries' | 'copies'> {
  /** Whether the call asks for an answer before they are made. */
  readonly later?: boolean;
}

type Reading = Pick<ExternalWorker, 'setup' | 'catalog'>;

const nothing: PlannedIssues = { projects: [], summaries: [] };
const idLike = z.union([z.string(), z.number()]).transform(String);

/** The parts of a new issue with its project and its summary. A body under test may lack any of them. */
const newIssueSchema = z.object({
  fields: z.object({
    project: z.object({ key: idLike.optional().catch(undefined), id: idLike.optional().catch(undefined) }).catch({}),
    summary: z.string().optional().catch(undefined),
  }),
});

const newRequestSchema = z.object({
  serviceDeskId: idLike,
  requestFieldValues: z.object({ summary: z.string().optional().catch(undefined) }).catch({}),
});

const planFieldsSchema = z.object({
  summary: z.string().optional().catch(undefined),
  issuetype: z.object({ id: z.string() }).optional().catch(undefined),
});

/** A copy as a lenient tracker reads it: it may be carried out though its values have other types. */
const sentCopySchema = z.object({
  testPlanKey: z.coerce.string(),
  projects: z.union([z.array(z.union([z.string(), z.int()])), z.string().transform((project) => [project])]).catch([]),
  async: z.union([z.boolean(), z.stringbool()]).catch(false),
});

interface Maker {
  readonly plan: (body: unknown, by: Reading) => PlannedIssues | Promise<PlannedIssues>;
  /** Left out if the documents do not say how the answer names the issues. */
  readonly keysIn?: (body: unknown) => string[];
}

/**
 * The endpoints of the tracker that make issues. If a body names no project and no summary, the run's mark identifies the
 * issues. Reading a body throws a SetupError if the tracker refuses a read that is needed.
 */
const makers = {
  createIssue: { plan: (body) => ofIssues([body]), keysIn: (body) => [createdIssueSchema.parse(body).key] },
  bulkCreateIssues: {
    plan: (body) => ofIssues(z.object({ issueUpdates: z.array(z.unknown()) }).safeParse(body).data?.issueUpdates),
    keysIn: (body) => bulkCreatedIssuesSchema.parse(body).issues.map(({ key }) => key),
  },
  createServiceRequest: {
    plan: async (body, { catalog }) => {
      const { data } = newRequestSchema.safeParse(body);
      if (data === undefined) return nothing;
      const desk = await catalog.desk({ id: data.serviceDeskId });
      return { projects: presentIn([desk?.projectKey]), summaries: presentIn([data.requestFieldValues.summary]) };
    },
    keysIn: (body) => [createdServiceRequestSchema.parse(body).issueKey],
  },
  copyPlan: { plan: planCopy },
} satisfies Partial<Record<EndpointName, Maker>>;

async function planCopy(body: unknown, { setup, catalog }: Reading): Promise<PlannedIssues> {
  const { data } = sentCopySchema.safeParse(body);
  if (data === undefined) return nothing;
  const { testPlanKey: key, projects: sent, async: later } = data;
  const keyOf = async (named: string) => (await ignoreMissing(() => catalog.project(named)))?.key ?? named;
  const projects =
    sent.length === 0 ? [projectKeyOf(key)] : await Promise.all(sent.map((named) => keyOf(String(named))));
  const plan = await ignoreMissing(() => setup.getIssue({ issueIdOrKey: key, query: { fields: 'summary,issuetype' } }));
  const { summary, issuetype } = planFieldsSchema.parse(plan?.fields ?? {});
  return { projects: [...new Set(projects)], summaries: [], copies: { key, summary, type: issuetype?.id }, later };
}

function ofIssues(bodies: readonly unknown[] = []): PlannedIssues {
  const fields = bodies.flatMap((body) => newIssueSchema.safeParse(body).data?.fields ?? []);
  return {
    projects: [...new Set(presentIn(fields.map(({ project }) => project.key ?? project.id)))],
    summaries: presentIn(fields.map(({ summary }) => summary)),
  };
}

function presentIn(texts: readonly (string | undefined)[]): string[] {
  return texts.filter((text) => text !== undefined);
}

/** Gives no keys for a refusal, or if the answer does not fit the documents: the test has to find that. */
function documentedKeys({ status, responseBody }: Exchange, read: (body: unknown) => string[]): string[] {
  if (status < 200 || status >= 300) return [];
  try {
    return read(parseJson(responseBody));
  } catch {
    return [];
  }
}
