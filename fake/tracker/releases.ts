import type { Endpoints } from '../../contracts/index.js';

/** From which release of the tracker on a part of its API exists, up to which one it does not any more, and who says so. */
interface Availability {
  readonly since?: `${number}.${number}`;
  readonly until?: `${number}.${number}`;
  readonly source: string;
}

const createMeta = 'confluence.atlassian.com/jiracore/createmeta-rest-endpoint-to-be-removed-975040986.html';

/** The endpoints that not every release has, by their names in the endpoint table. Without one, its path is any other path. */
const endpoints: { readonly [Name in keyof Endpoints]?: Availability } = {
  getCreateMeta: { until: '9.0', source: `${createMeta}; 404 "Issue Does Not Exist": go-jira/jira#490 (9.x)` },
  listCreateMetaIssueTypes: { since: '8.4', source: createMeta },
  listCreateMetaFields: { since: '8.4', source: createMeta },
};

/** The other parts that differ between releases. */
const parts = {
  /** Whether a text search may begin with `*` or `?`. */
  leadingWildcards: { since: '10.0', source: 'text ~ "*epix" found 312 issues of a 10.3.19; JRASERVER-6218 before' },
  /** Whether the refusal of an unknown property lists the known ones, as version 2 of the JSON reader does. */
  knownProperties: {
    since: '10.0',
    source: 'POST /search with fieldsByKeys; a listless refusal: floralvikings/jira-connector#219 (8.x)',
  },
} satisfies Readonly<Record<string, Availability>>;

export function hasPart(version: string, part: keyof typeof parts): boolean {
  return isAvailable(version, parts[part]);
}

/** The names of the endpoints that a release does not have. */
export function endpointsMissingIn(version: string): string[] {
  return Object.entries<Availability>(endpoints).flatMap(([name, row]) => (isAvailable(version, row) ? [] : [name]));
}

function isAvailable(version: string, { since, until }: Availability): boolean {
  return (since === undefined || !isBefore(version, since)) && (until === undefined || isBefore(version, until));
}

function isBefore(version: string, other: string): boolean {
  const [[major = 0, minor = 0], [otherMajor = 0, otherMinor = 0]] = [version, other].map((one) =>
    one.split('.').map(Number),
  ) as [number[], number[]];
  return major === otherMajor ? minor < otherMinor : major < otherMajor;
}
