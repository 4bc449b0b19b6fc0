import { counted } from '../../../contracts/counted.js';
import type { Entry, TrackerProject } from '../../../contracts/index.js';
import type { TemplatePostFunction } from '../../../builders/tracker.js';
import { projectMark } from '../ledger/run-mark.js';
import { DoesNotApplyError, NotAvailableError, SetupError } from '../../../client/errors.js';
import { printError } from '../../../client/print.js';
import type { ProjectNeeds } from '../../needs.js';
import type { ProvidedProject, ProvidedType } from '../../provided.js';
import { isDesk } from './catalog.js';
import type { Types } from './catalog.js';
import { readEntriesOnce, requireFull } from '../record/external-test.js';
import type { ExternalTest } from '../record/external-test.js';

/**
 * A project of the sandbox, if it names one that will do, or one that the worker makes: one of each kind for all its tests,
 * if that is enough. Only projects of the sandbox have the template-creation post function.
 *
 * @param atHand makes at most the one of its kind
 */
export async function provideProject(
  needs: ProjectNeeds,
  test: ExternalTest,
  atHand = false,
): Promise<ProvidedProject> {
  if (needs.grants !== undefined) {
    throw new NotAvailableError('Granting permissions in a project takes the bundled fake with a tenant of its own.');
  }
  const { worker, owned } = test;
  const key = await find(needs, test, atHand);
  const isMade = !test.projects.has(key);
  const { id } = await worker.catalog.project(key);
  owned.add(isMade ? 'made project' : 'leased project', key, id);
  const before = test.projects.get(key)?.before ?? [];
  const types = orderTypes(await worker.catalog.typesOf(key), needs, before);
  const { requestTypes = 0 } = needs;
  const issueTypes = chosenTypes(types, needs);
  const wanted = countTypes(needs);
  if (issueTypes.length < wanted || types.requestTypes.length < requestTypes) {
    throw new NotAvailableError(
      `Project ${key} has ${issueTypes.length} of the ${counted(wanted, 'issue type')} and ` +
        `${types.requestTypes.length} of the ${counted(requestTypes, 'request type')} that this needs.`,
    );
  }
  return {
    id: Number(id),
    key,
    issueTypes,
    requestTypes: types.requestTypes.slice(0, requestTypes),
    isEmpty: before.length === 0,
    screens: isMade ? worker.sandbox.newProjectScreens : undefined,
  };
}

/** Finds a project: one that the worker has made, one of the sandbox that has no entries, or a new one. */
async function find(needs: ProjectNeeds, test: ExternalTest, atHand: boolean): Promise<string> {
  const { sandbox, made, refusals } = test.worker;
  const { templatePostFunction: wanted = 'none', requestTypes, sameNumber } = needs;
  if (sameNumber === true) {
    const desks = await inSandbox(true, needs, test, (given) => given === (needs.templatePostFunction ?? given));
    const types = await Promise.all(desks.map(({ key }) => test.worker.catalog.typesOf(key)));
    const fitting = desks.filter((_, index) => sharedNumbers(types[index] as Types).length > 0);
    if (fitting.length === 0) throw new DoesNotApplyError(NO_SAME_NUMBER);
    return takeAny(fitting, test);
  }
  const desk = requestTypes !== undefined;
  const fitting = await inSandbox(desk, needs, test, (given) => given === wanted);
  if (wanted !== 'none') {
    if (fitting.length === 0) throw new NotAvailableError(noneNamed(wanted, desk, undefined));
    return takeAny(fitting, test);
  }
  const isOfDesk = (needs.issueTypesOf?.requestTypes.length ?? 0) > 0;
  // A new project may lack the issue types of a service desk.
  const alike = isOfDesk ? await havingTypes(fitting, needs, test) : [];
  if (alike.length > 0) return takeAny(alike, test);
  const all = needs.templatePostFunction === undefined ? await inSandbox(desk, needs, test, () => true) : [];
  const known = [...new Map([...fitting, ...all].map((project) => [project.key, project])).values()];
  // The sandbox may name the screens of new projects, but not the screens of its own projects.
  const isNewBetter = sandbox.newProjectScreens !== undefined;
  const hasMade = made.some((project) => project.isDesk === desk);
  const key =
    takeMade(desk, test) ??
    (isNewBetter && !hasMade ? await make(desk, test) : undefined) ??
    (await takeEmpty(fitting, test)) ??
    (hasMade ? undefined : await make(desk, test)) ??
    (await takeEmpty(known, test)) ??
    (atHand ? undefined : await make(desk, test));
  if (key !== undefined) return key;
  if (atHand) throw new NotAvailableError('No further project is at hand.');
  if (known.length === 0) {
    throw new NotAvailableError(
      noneNamed(wanted, desk, sandbox.createProjects ? (refusals.get(desk) ?? '') : undefined),
    );
  }
  return takeAny(known, test);
}

function takeMade(desk: boolean, { worker, owned }: ExternalTest): string | undefined {
  const free = worker.made.find(({ key, isDesk: serves }) => serves === desk && !owned.has(key, 'made project'));
  // At once, because the test may ask for another at the same time.
  if (free !== undefined) owned.add('made project', free.key);
  return free?.key;
}

/** Makes a project for the tests of the worker. @returns its key; undefined if the tracker makes none of the kind */
async function make(desk: boolean, { worker, recorded }: ExternalTest): Promise<string | undefined> {
  const { sandbox, refusals, catalog, ledger, made } = worker;
  if (!sandbox.createProjects || refusals.has(desk)) return undefined;
  const lead = await catalog.lead();
  const key = worker.nextKey();
  const projectTypeKey = desk ? 'service_desk' : 'software';
  try {
    const body = { key, ...projectMark(key, ledger.run), projectTypeKey, lead };
    const { id } = await recorded.createProject({ body });
    made.push({ id, key, isDesk: desk });
    return key;
  } catch (error) {
    const refusal = error instanceof SetupError ? refusalIn(error) : undefined;
    if (refusal === undefined) throw error;
    refusals.set(desk, refusal);
    printError(`The tracker makes no ${kindOf(desk)}, so those of the sandbox are used (${refusal}).`);
    return undefined;
  }
}

/**
 * Why a tracker makes no project at all for this user: the user may not, or its keys or leads have to be different, or
 * it has no projects of this type. Undefined if it says something else, which is a problem.
 */
function refusalIn({ status, responseBody }: SetupError): string | undefined {
  if (status === 401 || status === 403) return `it answers ${status}`;
  const problems = [...responseBody.matchAll(/"project(?:Key|Lead|Type|TypeKey)"\s*:\s*"([^"]*)"/g)].map(
    ([, problem]) => problem,
  );
  return status === 400 && problems.length > 0 ? `it answers 400: ${problems.join(' ')}` : undefined;
}

/** The projects of the sandbox with a post function. Those with the types a test needs come first. */
async function inSandbox(
  serviceDesk: boolean,
  needs: ProjectNeeds,
  test: ExternalTest,
  isWanted: (templatePostFunction: TemplatePostFunction) => boolean,
): Promise<TrackerProject[]> {
  const { sandbox, catalog } = test.worker;
  const named = sandbox.projects.filter(({ templatePostFunction }) => isWanted(templatePostFunction));
  const some = await Promise.all(named.map(({ key }) => catalog.project(key)));
  const projects = some.filter((project) => isDesk(project) === serviceDesk);
  const fitting = await havingTypes(projects, needs, test);
  return fitting.length > 0 ? fitting : projects;
}

async function havingTypes(
  projects: readonly TrackerProject[],
  needs: ProjectNeeds,
  test: ExternalTest,
): Promise<TrackerProject[]> {
  const types = await Promise.all(projects.map(({ key }) => test.worker.catalog.typesOf(key)));
  const has = ({ issueTypes, requestTypes }: Types) =>
    chosenTypes({ issueTypes }, needs).length >= countTypes(needs) && requestTypes.length >= (needs.requestTypes ?? 0);
  return projects.filter((_, index) => has(types[index] as Types));
}

/** As a new one has none: calls about a whole project would change entries that are there. */
async function takeEmpty(candidates: readonly TrackerProject[], test: ExternalTest): Promise<string | undefined> {
  if (!test.worker.share.isFull) return undefined;
  for (const project of candidates.filter(({ key }) => !test.projects.has(key))) {
    await use(project, test);
    if (test.projects.get(project.key)?.before.length === 0) return project.key;
    test.projects.delete(project.key);
  }
  return undefined;
}

async function takeAny(candidates: readonly TrackerProject[], test: ExternalTest): Promise<string> {
  requireFull(test.worker.share);
  const key = await takeEmpty(candidates, test);
  if (key !== undefined) return key;
  const unused = candidates.find((project) => !test.projects.has(project.key));
  if (unused === undefined) throw new NotAvailableError(usesAll(candidates));
  await use(unused, test);
  return unused.key;
}

async function use({ key, id }: TrackerProject, { worker, projects }: ExternalTest): Promise<void> {
  // At once, because the test may ask for another at the same time.
  projects.set(key, { key, id, before: [] });
  const read = async () =>
    worker.ledger.find('project entries', key)?.before ?? worker.setup.listByProject({ projectIdOrKey: key });
  projects.set(key, { key, id, before: await readEntriesOnce(`project ${key}`, read, worker) });
}

/** First come the types that have the same number, and of the others those without a default template: a test needs such types. */
function orderTypes(types: Types, { sameNumber }: ProjectNeeds, entries: readonly Entry[]): Types {
  const [number] = sameNumber === true ? sharedNumbers(types) : [];
  const rank = ({ id }: ProvidedType, used: readonly unknown[]) => (id === number ? 0 : used.includes(id) ? 2 : 1);
  const ordered = (some: readonly ProvidedType[], used: readonly unknown[]) =>
    some.toSorted((left, right) => rank(left, used) - rank(right, used));
  return {
    issueTypes: ordered(
      types.issueTypes,
      entries.map(({ issueTypeId }) => Number(issueTypeId)),
    ),
    requestTypes: ordered(
      types.requestTypes,
      entries.map(({ requestTypeId }) => requestTypeId),
    ),
  };
}

function usesAll(projects: readonly TrackerProject[]): string {
  const names = projects.map(({ key }) => `project ${key}`).join(', ');
  return `This test uses ${names} already and needs another one like it: name more in TRACKER_SANDBOX.`;
}

function countTypes({ issueTypes = 1, issueTypesOf }: ProjectNeeds): number {
  return issueTypesOf?.issueTypes.length ?? issueTypes;
}

function chosenTypes({ issueTypes }: Pick<Types, 'issueTypes'>, needs: ProjectNeeds): readonly ProvidedType[] {
  const wanted = needs.issueTypesOf?.issueTypes;
  if (wanted === undefined) return issueTypes.slice(0, countTypes(needs));
  return wanted.filter((type) => issueTypes.some(({ id }) => id === type.id));
}

function sharedNumbers({ issueTypes, requestTypes }: Types): number[] {
  return issueTypes.map(({ id }) => id).filter((id) => requestTypes.some((type) => type.id === id));
}

const NO_SAME_NUMBER =
  'No service desk of the sandbox has a request type with the number of one of its issue types, and nobody chooses numbers.';

function kindOf(desk: boolean): string {
  return desk ? 'service desk' : 'regular project';
}

function noneNamed(wanted: TemplatePostFunction, desk: boolean, refusal: string | undefined): string {
  const why =
    wanted !== 'none'
      ? ''
      : refusal !== undefined
        ? `The tracker does not let the user create projects (${refusal}), and `
        : 'The sandbox says that projects are not to be created (createProjects), and ';
  const text =
    `${why}the sandbox names no ${kindOf(desk)} whose templatePostFunction is ` +
    `"${wanted}": add one to TRACKER_SANDBOX.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
