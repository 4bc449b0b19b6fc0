import { SetupError, skipAsUnavailable } from '../../../fixtures/index.js';
import type {
  DefaultsRequest,
  Entries,
  Entry,
  ProvidedTemplate,
  ProvidedType,
  TestFixtures,
} from '../../../fixtures/index.js';

/** Why a test ends that needs issue types in a service desk. */
export const NONE_IN_DESKS = 'Service desks take no issue types here (DT-N16).';

/** Assigns issue types in service desks, if the tracker takes any there (DT-N16). @returns the entries; none if it does not */
export async function provideInDesk(
  entries: Entries,
  template: ProvidedTemplate,
  body: DefaultsRequest,
): Promise<Entry[]> {
  try {
    return await entries.provide(template, body);
  } catch (error) {
    if (error instanceof SetupError && isRefusal(error.status)) return [];
    throw error;
  }
}

/** Whether a status says that the body is refused, not the caller. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}

/** The entries of a service desk with an issue type and a request type of the same number. */
interface SameNumber {
  readonly desk: { readonly id: number; readonly key: string };
  readonly template: ProvidedTemplate;
  readonly issueType: ProvidedType;
  readonly requestType: ProvidedType;
  readonly ofIssueType: readonly Entry[];
  readonly ofRequestType: readonly Entry[];
}

type Fixtures = Pick<TestFixtures, 'projects' | 'templates' | 'entries' | 'build'>;

/** Provides a service desk with such entries; skips the test if there is none here. */
export async function provideSameNumber({ projects, templates, entries, build }: Fixtures): Promise<SameNumber> {
  const desk = await projects.provide({ issueTypes: 1, requestTypes: 1, sameNumber: true });
  const template = await templates.provide();
  const [issueType, requestType] = [desk.issueTypes[0], desk.requestTypes[0]];
  const ofIssueType = await provideInDesk(entries, template, build.defaults.issueTypes(desk, [issueType]).build());
  skipAsUnavailable(ofIssueType.length === 0, NONE_IN_DESKS);
  const ofRequestType = await entries.provide(template, build.defaults.requestTypes(desk, [requestType]).build());
  return { desk, template, issueType, requestType, ofIssueType, ofRequestType };
}

/** The same, but the entry for the issue type is of another project: that works if service desks take none (DT-N16). */
export async function provideSameNumberApart({ projects, templates, entries, build }: Fixtures): Promise<SameNumber> {
  const desk = await projects.provide({ issueTypes: 1, requestTypes: 1, sameNumber: true });
  const regular = await projects.provide({ issueTypesOf: desk });
  const template = await templates.provide();
  const [issueType, requestType] = [desk.issueTypes[0], desk.requestTypes[0]];
  const ofIssueType = await entries.provide(template, build.defaults.issueTypes(regular, [issueType]).build());
  const ofRequestType = await entries.provide(template, build.defaults.requestTypes(desk, [requestType]).build());
  return { desk, template, issueType, requestType, ofIssueType, ofRequestType };
}
