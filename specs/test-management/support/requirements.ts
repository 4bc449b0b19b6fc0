import { isDeepStrictEqual } from 'node:util';
import type { Builders } from '../../../builders/index.js';
import { mentionsIssue, test } from '../../../fixtures/index.js';
import type { Assumptions, ProvidedTestManagementProject, TestFixtures } from '../../../fixtures/index.js';
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

type Trying = Pick<TestFixtures, 'trackerApi' | 'tracker' | 'assumptions'> & { readonly build: Builders };

export interface Requirements {
  /**
   * The form in which the tracker takes requirements. If it is not known to do as assumed, templates are made with each
   * form until one is answered as it was sent, once for all tests of a worker. If none is, it is the first form that the
   * tracker took for the requirement: it may take more forms than it answers. If it took none, the test is skipped: its
   * rule stays unverified.
   */
  readonly formFor: (project: ProvidedTestManagementProject, required: NamedIssue) => Promise<Form>;
  readonly valueFor: (
    project: ProvidedTestManagementProject,
    required: readonly [NamedIssue, ...NamedIssue[]],
  ) => Promise<unknown>;
  /** The value of the Requirement field of an issue, by its key. */
  readonly valueOf: (project: ProvidedTestManagementProject, issue: string) => Promise<unknown>;
}

const taken = new Map<string, Promise<Form | undefined>>();

export function requirementsOf({ trackerApi, tracker, assumptions, build }: Trying): Requirements {
  const assumed = assumptions['TM-N03'];
  return { formFor, valueOf, valueFor: async (project, all) => forms[await formFor(project, all[0])](all) };

  async function formFor(project: ProvidedTestManagementProject, required: NamedIssue): Promise<Form> {
    if (tracker.answersAsAssumed || tracker.accordingTo('TM-N03') === 'profile') return assumed;
    const trying = taken.get(tracker.baseUrl) ?? find(project, required);
    taken.set(tracker.baseUrl, trying);
    trying.catch(() => taken.delete(tracker.baseUrl));
    const form = await trying;
    const all = Object.keys(forms).join(', ');
    test.skip(form === undefined, `A Requirement is taken in none of the forms ${all} (TM-N03).`);
    return form ?? assumed;
  }

  async function valueOf({ fields }: ProvidedTestManagementProject, issue: string): Promise<unknown> {
    return (await readIssue(trackerApi, issue)).fields[fields.requirement];
  }

  async function find(project: ProvidedTestManagementProject, required: NamedIssue): Promise<Form | undefined> {
    let first: Form | undefined;
    for (const form of new Set([assumed, ...(Object.keys(forms) as Form[])])) {
      const sent = forms[form]([required]);
      const body = build.testCaseTemplate.in(project).withRequirement(sent).build();
      const created = await trackerApi.createIssue({ body });
      const stored = created.ok ? await valueOf(project, created.data.key) : undefined;
      if (isDeepStrictEqual(stored, sent)) return form;
      if (mentionsIssue(stored, required)) first ??= form;
    }
    return first;
  }
}
