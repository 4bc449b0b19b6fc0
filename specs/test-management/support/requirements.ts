import { isDeepStrictEqual } from 'node:util';
import type { Builders } from '../../../builders/index.js';
import { standsIn, test } from '../../../fixtures/index.js';
import type { Assumptions, ProvidedTestProject, TestFixtures } from '../../../fixtures/index.js';
import { readIssue } from './issues.js';
import type { NamedIssue } from './issues.js';

type Form = Assumptions['TM-N03'];

/** The value of a Requirement field that names issues, in each form (TM-N03). */
const forms: { readonly [Name in Form]: (issues: readonly NamedIssue[]) => unknown } = {
  'issue keys': (issues) => issues.map(({ key }) => key),
  'issue ids': (issues) => issues.map(({ id }) => String(id)),
  objects: (issues) => issues.map(({ key }) => ({ key })),
  text: (issues) => issues.map(({ key }) => key).join(', '),
};

/** The fixtures that {@link requirementForm} needs. */
type Trying = Pick<TestFixtures, 'issues' | 'tracker' | 'assumptions'> & { readonly build: Builders };

/** The form that a tracker takes, by its URL. */
const taken = new Map<string, Promise<Form | undefined>>();

/**
 * The form in which a tracker takes requirements. If it is not known to do as assumed, templates are made with each form
 * until one is answered as it was sent, once for all tests of a worker. If none is, it is the first form that the tracker
 * took for the requirement: it may take more forms than it answers. If it took none, the test is skipped: its rule stays
 * unverified.
 */
export async function requirementForm(
  { issues, tracker, assumptions, build }: Trying,
  project: ProvidedTestProject,
  required: NamedIssue,
): Promise<Form> {
  const assumed = assumptions['TM-N03'];
  if (tracker.answersAsAssumed || tracker.accordingTo('TM-N03') === 'profile') return assumed;
  const trying = taken.get(tracker.baseUrl) ?? find();
  taken.set(tracker.baseUrl, trying);
  trying.catch(() => taken.delete(tracker.baseUrl));
  const form = await trying;
  test.skip(
    form === undefined,
    `A Requirement is taken in none of the forms ${Object.keys(forms).join(', ')} (TM-N03).`,
  );
  return form ?? assumed;

  async function find(): Promise<Form | undefined> {
    let first: Form | undefined;
    for (const form of new Set([assumed, ...(Object.keys(forms) as Form[])])) {
      const sent = forms[form]([required]);
      const body = build.testCaseTemplate.in(project).withRequirement(sent).build();
      const created = await issues.createIssue({ body });
      const stored = created.ok ? await valueOf(issues, project, created.data.key) : undefined;
      if (isDeepStrictEqual(stored, sent)) return form;
      if (standsIn(stored, required)) first ??= form;
    }
    return first;
  }
}

/** The value of a Requirement field, in the form that the tracker takes. */
export async function requirementOf(
  required: readonly [NamedIssue, ...NamedIssue[]],
  project: ProvidedTestProject,
  trying: Trying,
): Promise<unknown> {
  return forms[await requirementForm(trying, project, required[0])](required);
}

/** The value of the Requirement field of an issue. */
export async function valueOf(
  issues: TestFixtures['issues'],
  { fields }: ProvidedTestProject,
  issue: string,
): Promise<unknown> {
  return (await readIssue(issues, issue)).fields[fields.requirement];
}
