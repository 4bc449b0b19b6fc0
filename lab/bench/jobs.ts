import { commonAttributes } from '../../builders/directory-sync.js';
import type { WorldInput } from '../../contracts/index.js';
import { documentsWorld } from '../../fake/index.js';

/** The login of the requests, if there is one. */
export const AUTHORIZATION = `Basic ${Buffer.from('admin:admin').toString('base64')}`;

/** The jobs of each compared server. */
export const jobs = {
  page: 'a page of 25 out of 10,000 users',
  change: 'the status of one step',
  create: 'one template into one project',
} as const;

/** The name of one of the jobs. */
export type Job = keyof typeof jobs;

/** The number of items of each kind. */
const counts = { users: 10_000, cases: 200, steps: 10, projects: 1_000, templates: 1_000 } as const;

/** The ids of the first case and the first template; the others follow. */
const firstIds = { case: 200_000, template: 500_000 } as const;

/** The issue type that templates are assigned for. */
const ISSUE_TYPE = 10001;

/** The key of the project at a place. */
function projectKeyAt(place: number): string {
  return `P${place}`;
}

/** A request as the load sends it. */
interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string;
}

const pageAt = (turn: number) => 1 + ((turn * 7_919) % (counts.users / 25));
const caseAt = (turn: number) => firstIds.case + (turn % counts.cases);
const stepAt = (turn: number) => Math.floor(turn / counts.cases) % counts.steps;
const statusAt = (turn: number) => (Math.floor(turn / counts.cases / counts.steps) % 2 === 0 ? 'Pass' : 'Fail');
const projectAt = (turn: number) => projectKeyAt(turn % counts.projects);
const templateAt = (turn: number) => firstIds.template + (Math.floor(turn / counts.projects) % counts.templates);

/** The request of each job; the turn says which page, which step, which template and project it is about. */
export const requests: Readonly<Record<Job, (turn: number) => LoadRequest>> = {
  page: (turn) => ({ method: 'GET', path: `/rest/ext/ad/1.0/public/user?page=${pageAt(turn)}` }),
  change: (turn) => ({
    method: 'PUT',
    path: '/rest/tms/1.0/api/steps/status',
    body: `{"issueId":${caseAt(turn)},"rowIndex":${stepAt(turn)},"status":"${statusAt(turn)}"}`,
  }),
  create: (turn) => ({
    method: 'POST',
    path: `/rest/api/it/1.0/default-template/template/${templateAt(turn)}`,
    body: `{"defaults":[{"projectKey":"${projectAt(turn)}","issueTypeIds":[${ISSUE_TYPE}]}]}`,
  }),
};

/** The connection that all users are in, by its id. */
const CONNECTION = 100;

/** A user whose name sorts as its place does. */
function userAt(place: number) {
  const [key, name] = [`JIRAUSER${1_000_000 + place}`, `user.${String(place).padStart(7, '0')}`];
  return { key, name, displayName: `User ${place}`, emailAddress: `user.${place}@example.com`, password: 'password' };
}

function directoryUserAt(place: number) {
  const values = Object.fromEntries(commonAttributes.map((attribute) => [attribute, `${attribute} of ${place}`]));
  return { connectionId: CONNECTION, userKey: userAt(place).key, values };
}

/** The tracker that the jobs are done in: the bundled one with as many users, cases, projects and templates as they take. */
export function jobsWorld(): WorldInput {
  const home = documentsWorld.projects.find(({ issueTypeIds }) => issueTypeIds.includes(10502));
  const regular = documentsWorld.projects.find(({ issueTypeIds }) => issueTypeIds.includes(10001));
  if (home === undefined || regular === undefined) throw new Error('The bundled world lacks the projects to copy.');
  const { requestTypes: _, ...plain } = { ...regular, type: 'software' as const };
  const rows = Array.from({ length: counts.steps }, (_step, index) => ({
    isGroup: false,
    cells: [`Do ${index}`, 'x', `See ${index}`],
  }));
  const issue = (id: number, issueTypeId: number, fields: object, parent?: string) => ({
    id,
    key: `SUM-${id}`,
    issueTypeId,
    reporter: 'JIRAUSER10000',
    fields: { summary: `Issue ${id}`, ...fields },
    ...(parent !== undefined && { parent }),
  });
  const plan = firstIds.case - 1;
  return {
    ...documentsWorld,
    users: [...documentsWorld.users, ...many(counts.users, userAt)],
    connections: [{ id: CONNECTION, name: 'Measured', attributes: [...commonAttributes] }],
    directoryUsers: many(counts.users, directoryUserAt),
    projects: [
      ...documentsWorld.projects,
      { ...home, id: 900, key: 'SUM', name: 'Measured' },
      ...many(counts.projects, (place) => ({
        ...plain,
        id: 100_000 + place,
        key: projectKeyAt(place),
        name: `P ${place}`,
      })),
    ],
    templates: [
      ...(documentsWorld.templates ?? []),
      ...many(counts.templates, (place) => ({ id: firstIds.template + place, name: `Template ${place}` })),
    ],
    issues: [
      ...(documentsWorld.issues ?? []),
      issue(plan, 10501, {}),
      ...many(counts.cases, (place) =>
        issue(firstIds.case + place, 10502, { customfield_10101: { stepsRows: rows } }, `SUM-${plan}`),
      ),
    ],
  };
}

function many<Item>(count: number, make: (place: number) => Item): Item[] {
  return Array.from({ length: count }, (_, place) => make(place));
}
