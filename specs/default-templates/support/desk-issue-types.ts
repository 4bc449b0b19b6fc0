import type {
  DefaultsRequest,
  Entries,
  Entry,
  ProvidedTemplate,
  ProvidedType,
  TestFixtures,
} from '../../../fixtures/index.js';

export const typeKinds = [
  { kind: 'issue type', types: 'issueTypes', other: 'a request type' },
  { kind: 'request type', types: 'requestTypes', other: 'an issue type' },
] as const;

export const NONE_IN_DESKS = 'Service desks take no issue types here (DT-N16).';

/** Assigns issue types in service desks, if the tracker takes any there (DT-N16). @returns the entries; none if it does not */
export function provideInDesk(entries: Entries, template: ProvidedTemplate, body: DefaultsRequest): Promise<Entry[]> {
  return entries.provideIfTaken(template, body);
}

interface Assigned {
  readonly type: ProvidedType;
  readonly made: readonly Entry[];
}

/**
 * A template that is the default of an issue type and of a request type of the same number; of the request type only, if
 * both are to be in the desk and it takes no issue types.
 */
interface SameNumber {
  readonly desk: { readonly id: number; readonly key: string };
  readonly template: ProvidedTemplate;
  readonly 'issue type': Assigned;
  readonly 'request type': Assigned;
}

type Fixtures = Pick<TestFixtures, 'projects' | 'templates' | 'entries' | 'build'>;

/**
 * Provides a service desk with such types; skips the test if there is none here.
 *
 * @param where the project of the issue type's entry; another one also works if service desks take no issue types (DT-N16)
 */
export async function provideSameNumber(
  { projects, templates, entries, build }: Fixtures,
  where: 'in the same desk' | 'in another project' = 'in the same desk',
): Promise<SameNumber> {
  const desk = await projects.provide({ issueTypes: 1, requestTypes: 1, sameNumber: true });
  const [issueType, requestType] = [desk.issueTypes[0], desk.requestTypes[0]];
  const isApart = where === 'in another project';
  const project = isApart ? await projects.provide({ issueTypesOf: desk }) : desk;
  const template = await templates.provide();
  const body = build.defaults.issueTypes(project, [issueType]).build();
  const ofIssueType = isApart ? await entries.provide(template, body) : await provideInDesk(entries, template, body);
  const ofRequestType = await entries.provide(template, build.defaults.requestTypes(desk, [requestType]).build());
  return {
    desk,
    template,
    'issue type': { type: issueType, made: ofIssueType },
    'request type': { type: requestType, made: ofRequestType },
  };
}
