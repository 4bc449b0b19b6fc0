import { ForeignError } from '../../../client/errors.js';
import { ignoreMissing } from '../../../client/statuses.js';
import { readHolder } from '../leases/lease-holder.js';
import type { LedgerItem } from '../ledger/ledger-line.js';
import { originOfProject } from '../ledger/run-mark.js';
import { removeForGood, settled } from './cleanup.js';
import type { Cleanup, Leftover, Look, Remains } from './cleanup.js';
import { lookAtConnection } from './undo-connection.js';
import { lookAtEntries, lookAtProjectEntries } from './undo-default-templates.js';
import { lookAtIssue, lookForIssues } from './undo-issues.js';

const lookAtProject: Look<'project'> = async ({ what, name }, { setup, run }) => {
  const read = () => setup.getProject({ projectIdOrKey: what });
  const project = await ignoreMissing(read);
  if (project === undefined) return undefined;
  if (originOfProject(project)?.run !== run && project.name !== name) {
    const named = `the project of that key is named "${project.name}"`;
    throw new ForeignError(`${named} and does not say that run ${run} made it`);
  }
  return {
    parts: [{ what: `project ${what}`, where: what, would: 'delete it with everything in it' }],
    undo: () => removeForGood(() => setup.deleteProject({ projectIdOrKey: what }), read),
  };
};

/** Another run may have made a component of the same name since. */
const lookAtLease: Look<'lease'> = async ({ what }, { setup, run }) => {
  const [projectIdOrKey = ''] = what.split('/', 1);
  const components = await ignoreMissing(() => setup.listComponents({ projectIdOrKey }));
  const found = components?.find(
    ({ name, description }) => `${projectIdOrKey}/${name}` === what && readHolder(description)?.holder.run === run,
  );
  if (found === undefined) return undefined;
  const { id: componentId, project: where } = found;
  const [remove, read] = [() => setup.deleteComponent({ componentId }), () => setup.getComponent({ componentId })];
  return { parts: [{ what: `component ${what}`, where, would: 'delete it' }], undo: () => removeForGood(remove, read) };
};

const kinds: { readonly [Kind in LedgerItem['kind']]: Look<Kind> } = {
  project: lookAtProject,
  issue: lookAtIssue,
  issues: lookForIssues,
  entries: lookAtEntries,
  'project entries': lookAtProjectEntries,
  connection: lookAtConnection,
  lease: lookAtLease,
};

/** The parts of an item that are still on the tracker. @throws ForeignError, SetupError */
export async function lookFor(item: LedgerItem, by: Cleanup): Promise<readonly Leftover[]> {
  return (await look(item, by))?.parts ?? [];
}

/** Undoes an item and reads again. @throws ForeignError, SetupError, or an Error that says what is left */
export async function undo(item: LedgerItem, by: Cleanup): Promise<void> {
  await (await look(item, by))?.undo();
}

async function look(item: LedgerItem, by: Cleanup): Promise<Remains | undefined> {
  if ('unanswered' in item) await settled(item.unanswered, by.settle);
  return (kinds[item.kind] as Look<LedgerItem['kind']>)(item, by);
}
