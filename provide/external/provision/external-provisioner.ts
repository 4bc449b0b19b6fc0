import { counted } from '../../../contracts/counted.js';
import type { CreateIssueRequest } from '../../../contracts/index.js';
import { NotAvailableError, SettingsError } from '../../../client/errors.js';
import { credentialsOf } from '../../../client/credentials.js';
import { asPublic } from '../../../client/secrets.js';
import type { ProvidedIssue, ProvidedTemplate, ProvidedUser, ProvidedTestManagementProject } from '../../provided.js';
import type { Provisioner, UserNeeds } from '../../provisioner.js';
import { readEntriesOnce, requireFull } from '../record/external-test.js';
import type { ExternalTest, ExternalWorker } from '../record/external-test.js';
import { provideConnection } from './provide-connection.js';
import { provideProject } from './provide-project.js';
import { customField } from '../../custom-field.js';
import { mapValues } from '../../../client/settings/sandbox.js';
import type { SandboxUser } from '../../../client/settings/sandbox.js';
import { describeTestProject, matchTestProjects } from '../../match-sandbox.js';
import { testProjectNeed } from '../../needs.js';
import type { TemplateNeeds, TestManagementProjectNeeds } from '../../needs.js';

/** How many issues a tracker takes in one call. */
const AT_ONCE = 50;

/** Provides a test with parts of its worker's share of the sandbox, and with data that it makes through the tracker's API. */
export function provisionerOf(test: ExternalTest): Provisioner {
  return {
    project: (needs, atHand) => provideProject(needs, test, atHand),
    template: (needs) => provideTemplate(needs, test),
    connection: (needs) => provideConnection(needs, test),
    testProject: (needs) => provideTestProject(needs, test),
    issue: async (body) => toProvided(await test.recorded.createIssue({ body })),
    issues: (bodies) => makeIssues(bodies, test),
    reuse: (name, make, issuesOf) => reuse(name, make, issuesOf, test),
    fields: () => test.worker.catalog.fields(),
    plainUser: (needs) => providePlainUser(needs, test),
  };
}

async function makeIssues(bodies: readonly CreateIssueRequest[], { recorded }: ExternalTest): Promise<ProvidedIssue[]> {
  const made: ProvidedIssue[] = [];
  for (let first = 0; first < bodies.length; first += AT_ONCE) {
    const { issues } = await recorded.bulkCreateIssues({
      body: { issueUpdates: bodies.slice(first, first + AT_ONCE) },
    });
    made.push(...issues.map(toProvided));
  }
  return made;
}

function toProvided({ id, key }: { readonly id: string; readonly key: string }): ProvidedIssue {
  return { id: Number(id), key };
}

async function reuse<Made>(
  name: string,
  make: () => Promise<Made>,
  issuesOf: (made: Made) => readonly ProvidedIssue[],
  { worker: { kept }, owned }: ExternalTest,
): Promise<Made> {
  const known = kept.find((one) => one.name === name && !one.isInUse);
  if (known !== undefined) {
    known.isInUse = true;
    for (const { key, id } of known.issues) owned.add('issue', key, id);
    return known.made as Made;
  }
  const made = await make();
  const issues = issuesOf(made);
  for (const { key, id } of issues) owned.add('issue', key, id);
  kept.push({ name, made, issues, isInUse: true });
  return made;
}

async function providePlainUser(
  { operates = false, whitelist }: UserNeeds = {},
  { worker }: ExternalTest,
): Promise<ProvidedUser> {
  if (operates) {
    throw new NotAvailableError('A sandbox has no user who administers the tracker and is no system administrator.');
  }
  const user = whitelist === undefined ? 'plainUser' : 'whitelistedUser';
  const { username, token, caller } = await loginOf(user, worker);
  const bearer = token === undefined ? undefined : credentialsOf({ token });
  return { username, key: undefined, caller, bearer };
}

/** @throws SettingsError if the user administers something */
async function loginOf(user: SandboxUser, { sandbox, catalog, setupAs }: ExternalWorker) {
  const login = sandbox[user];
  if (login === undefined) {
    throw new NotAvailableError(`The sandbox names no ${user}: add one to TRACKER_SANDBOX.`);
  }
  const { username, password, token } = login;
  const caller = credentialsOf({ username, password }, token);
  const held = await catalog.administrationOf(user, setupAs(caller));
  if (held.length > 0) {
    throw new SettingsError([`TRACKER_SANDBOX, ${user}: ${asPublic(username)} has ${held.join(', and ')}.`]);
  }
  return { username, token, caller };
}

/** A project of the sandbox with test management, in which the test may create issues. */
async function provideTestProject(
  needs: TestManagementProjectNeeds,
  test: ExternalTest,
): Promise<ProvidedTestManagementProject> {
  const { worker } = test;
  const { catalog, assumptions, sandbox } = worker;
  const { tests } = sandbox;
  const need = testProjectNeed(needs);
  const keys = tests.projects.map(({ key }) => key);
  const asPlainUser = async () => worker.setupAs((await loginOf('plainUser', worker)).caller);
  const creates =
    need.plainUserCreates === undefined ? undefined : await catalog.plainUserCreates(keys, await asPlainUser());
  const [chosen] = matchTestProjects(tests.projects, need, needs, creates);
  if (chosen === undefined) {
    throw new NotAvailableError(`The sandbox names no ${describeTestProject(need)}: add one to TRACKER_SANDBOX.`);
  }
  const project = await catalog.project(chosen.key);
  const typeOf = (name: string) => {
    const [found, ...others] = project.issueTypes.filter((issueType) => issueType.name === name);
    if (others.length > 0) throw new SettingsError([`Project ${chosen.key} has several issue types named "${name}".`]);
    if (found !== undefined) return { id: Number(found.id), name };
    throw new NotAvailableError(
      `Project ${chosen.key} has no issue type "${name}": name the right one in TRACKER_SANDBOX.`,
    );
  };
  const issueTypes = mapValues(tests.issueTypes, typeOf);
  const known = await catalog.fields();
  const fields = mapValues(tests.fields, (idOrName) => customField(idOrName, known).id);
  test.owned.add('issue project', chosen.key, project.id);
  return { id: Number(project.id), ...chosen, issueTypes, fields, rowsProperty: assumptions['TM-N02'] };
}

/** A template of the worker's share that has no entries. The test gives it back without entries. */
async function provideTemplate(needs: TemplateNeeds, test: ExternalTest): Promise<ProvidedTemplate> {
  const { worker, owned } = test;
  const { share } = worker;
  const fitting = worker.sandbox.templates.filter((template) => hasFields(template, needs));
  if (fitting.length === 0) {
    throw new NotAvailableError(`The sandbox names no template${describeFields(needs)}: add one to TRACKER_SANDBOX.`);
  }
  if (share.templates.size === 0) requireFull(share);
  const reasons: string[] = [];
  for (const template of fitting.filter(({ id }) => share.templates.has(id))) {
    const { id } = template;
    const whyTaken = () =>
      owned.named('template').includes(String(id)) ? 'has been given to this test already' : undefined;
    // The test may ask for another at the same time.
    const why = whyTaken() ?? (await whyUsed(id, worker)) ?? whyTaken();
    if (why === undefined) {
      owned.add('template', id);
      return template;
    }
    reasons.push(`${id} ${why}`);
  }
  throw new NotAvailableError(
    `No template that fits can be used: ${reasons.join('; ')}. Name one in TRACKER_SANDBOX that has no entries, or clean ` +
      'up with `tracker-e2e sweep` after a killed run.',
  );
}

/** Entries of others belong to them, and a sweep removes the entries that a killed run left. */
async function whyUsed(templateId: number, worker: ExternalWorker): Promise<string | undefined> {
  const { setup, ledger } = worker;
  if (ledger.find('entries', String(templateId)) !== undefined) return 'has entries that an earlier test left';
  // Set-up ignores entries of other templates in the list: the tests of the list have to find these.
  const read = async () =>
    (await setup.listByTemplate({ templateId })).filter((entry) => entry.templateId === templateId);
  const { length: places } = await readEntriesOnce(`template ${templateId}`, read, worker);
  return places === 0 ? undefined : `is a default already, in ${counted(places, 'place')}`;
}

function hasFields(template: ProvidedTemplate, { fields = [], anyOf = [] }: TemplateNeeds): boolean {
  const has = (field: string): boolean => field in template.fields;
  return fields.every(has) && (anyOf.length === 0 || anyOf.some(has));
}

function describeFields({ fields = [], anyOf = [] }: TemplateNeeds): string {
  const values = [...fields, ...(anyOf.length === 0 ? [] : [anyOf.join(' or ')])];
  return values.length === 0 ? '' : ` with values for ${values.join(', ')}`;
}
