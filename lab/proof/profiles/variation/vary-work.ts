import { changeHandlers } from '../../../../fake/defects/defect.js';
import { allOf } from '../../../../fake/tenants/implementation.js';
import type { Override } from '../../../../fake/index.js';
import type { Sequence } from '../../../../fake/state/state.js';
import type { EndpointName } from '../../../../contracts/index.js';
import type { Random } from '../../random.js';

/** When deferred work is done: soon, late, or after a number of reads. */
const deferrals = [{ milliseconds: 0 }, { milliseconds: 400 }, { reads: 1 }, { reads: 3 }];

/** Where new ids begin: small, beyond 32 bits, and near the largest that JSON numbers hold exactly. */
const firstIds = [10_000, 3_000_000_000, 8_000_000_000_000];

const sequences: readonly Sequence[] = [
  'project',
  'component',
  'requestType',
  'entry',
  'issue',
  'comment',
  'attachment',
];

const creations = [
  'createProject',
  'createComponent',
  'createIssue',
  'bulkCreateIssues',
  'createServiceRequest',
  'addComment',
  'addAttachments',
  'create',
  'copyPlan',
  'addTestCaseTemplates',
] as const satisfies readonly EndpointName[];

/**
 * A tracker that does the same in another way: new rows have other ids, the same in several tables; it makes the rows
 * of one call in another order; and it does deferred work sooner or later.
 */
export function varyWork(random: Random): Override {
  const firstId = random.pick(firstIds);
  const isReversed = random.int(0, 1) === 1;
  const deferral = random.pick(deferrals);
  const inOrder = <Item>(items: readonly Item[]): Item[] => (isReversed ? items.toReversed() : [...items]);
  return allOf(
    (implementation) => ({ ...implementation, deferral }),
    changeHandlers(creations, (call, answer) => {
      for (const sequence of sequences) call.state.reserveId(sequence, firstId);
      return answer(call);
    }),
    changeHandlers('create', (call, answer) =>
      answer({ ...call, body: { ...call.body, defaults: inOrder(call.body.defaults) } }),
    ),
    changeHandlers('addTestCaseTemplates', (call, answer) =>
      answer({ ...call, body: { ...call.body, testPlanKeys: inOrder(call.body.testPlanKeys) } }),
    ),
    changeHandlers('copyPlan', (call, answer) => {
      const { projects } = call.body;
      return answer({ ...call, body: { ...call.body, ...(projects && { projects: inOrder(projects) }) } });
    }),
  );
}
