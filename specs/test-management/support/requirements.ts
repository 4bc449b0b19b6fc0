import { isDeepStrictEqual } from 'node:util';
import { mentionsIssue, test } from '../../../fixtures/index.js';
import type { Assumptions, ProvidedTestManagementProject, TestFixtures } from '../../../fixtures/index.js';
import { findOnce } from '../../support/find-once.js';
import { keysOf } from '../../support/values.js';
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

type Project = ProvidedTestManagementProject;

export type Requirements = ReturnType<typeof requirementsOf>;

export function requirementsOf({
  trackerApi,
  tracker,
  assumptions,
  build,
}: Pick<TestFixtures, 'trackerApi' | 'tracker' | 'assumptions' | 'build'>) {
  const assumed = assumptions['TM-N03'];

  /** The value of the Requirement field of an issue, by its key. */
  const valueOf = async ({ fields }: Project, issue: string): Promise<unknown> =>
    (await readIssue(trackerApi, issue)).fields[fields.requirement];

  const find = async (project: Project, required: NamedIssue): Promise<Form | undefined> => {
    let first: Form | undefined;
    for (const form of new Set([assumed, ...keysOf(forms)])) {
      const sent = forms[form]([required]);
      const body = build.testCaseTemplate.in(project).withRequirement(sent).build();
      const created = await trackerApi.createIssue({ body });
      const stored = created.ok ? await valueOf(project, created.data.key) : undefined;
      if (isDeepStrictEqual(stored, sent)) return form;
      if (mentionsIssue(stored, required)) first ??= form;
    }
    return first;
  };

  /**
   * The form in which the tracker takes requirements. If it is not known to do as assumed, templates are made with each
   * form until one is answered as it was sent. If none is, it is the first form that the tracker took for the requirement:
   * it may take more forms than it answers. If it took none, the test is skipped: its rule stays unverified.
   */
  const formFor = async (project: Project, required: NamedIssue): Promise<Form> => {
    if (tracker.answersAsAssumed || tracker.accordingTo('TM-N03') === 'profile') return assumed;
    const form = await findOnce(tracker, 'TM-N03', () => find(project, required));
    test.skip(form === undefined, `A Requirement is taken in none of the forms ${keysOf(forms).join(', ')} (TM-N03).`);
    return form ?? assumed;
  };

  const valueFor = async (project: Project, required: readonly [NamedIssue, ...NamedIssue[]]): Promise<unknown> =>
    forms[await formFor(project, required[0])](required);

  return { formFor, valueFor, valueOf };
}
