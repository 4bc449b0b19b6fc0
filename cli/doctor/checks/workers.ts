import type { Check, Finding } from '../check.js';
import { ok, warning } from '../check.js';
import { mostAtOnce } from '../prediction/rule-needs.js';

/** Whether the sandbox names so much that no worker of a run waits for what others hold. */
export const workers: Check = {
  name: 'workers',
  look: (context, { templates, connections }) => ({
    findings: [
      ...judge('templates', templates?.length, context.workers),
      ...judge('connections', connections?.filter(({ enabled }) => enabled).length, context.workers),
    ],
  }),
};

/** No finding if nothing could be read or there is nothing: another check reports what tests can't do then. */
function judge(kind: keyof typeof mostAtOnce, named = 0, workers: number): Finding[] {
  if (named === 0) return [];
  const each = mostAtOnce[kind];
  const needed = each * workers;
  const these = workers === 1 ? '1 worker never waits' : `${workers} workers never wait`;
  const text = `with ${needed} ${kind}, ${these}; you name ${named}`;
  if (named >= needed) return [ok(text)];
  const enough = Math.max(1, Math.floor(named / each));
  return [warning(text, `name more in TRACKER_SANDBOX, or run with --workers=${enough}: others wait.`)];
}
