import type { Assumptions, WorldEntry } from '../../contracts/index.js';

/** An entry as the API answers it (document: Default template entry). */
export function renderEntry(entry: WorldEntry, assumptions: Assumptions): Record<string, unknown> {
  const { id, templateId, projectId, issueTypeId, requestTypeId } = entry;
  const type =
    issueTypeId === undefined
      ? { requestTypeId, serviceDesk: true }
      : { issueTypeId: String(issueTypeId), serviceDesk: false };
  const transitions = entry.transitions.map((transition) => renderTransition(transition, assumptions));
  return { id, templateId, projectId, ...type, transitions };
}

/** An element of transitions, its properties named as DT-N10 has it. */
function renderTransition(
  transition: WorldEntry['transitions'][number],
  assumptions: Assumptions,
): Record<string, unknown> {
  const names = assumptions['DT-N10'];
  const properties = (Object.keys(names) as (keyof typeof names)[]).flatMap((property) => {
    const name = names[property];
    return name === null ? [] : [[name, transition[property]] as const];
  });
  return Object.fromEntries(properties);
}
