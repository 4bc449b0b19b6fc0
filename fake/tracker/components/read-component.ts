import type { AssigneeType } from '../../../contracts/index.js';
import { TrackerError } from '../../server/tracker-error.js';
import type { ComponentRow, State } from '../../state/state.js';
import { userByName } from '../users/find-user.js';

const NAME_LIMIT = 255;

/** What a body says of a component. */
export interface ComponentChanges {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly leadUserName?: string | undefined;
  readonly assigneeType?: AssigneeType | undefined;
}

/** A component with what a body changes of it. @throws TrackerError 400 that names each fault under its field */
export function readComponent(state: State, row: ComponentRow, changes: ComponentChanges): ComponentRow {
  const { name = row.name, description = row.description, leadUserName, assigneeType = row.assigneeType } = changes;
  const lead = leadUserName === undefined ? row.lead : readLead(state, leadUserName);
  const faults = {
    ...faultIn('name', faultOfName(state, row, name.trim())),
    ...faultIn('leadUserName', lead === undefined && `The user ${String(leadUserName)} does not exist.`),
  };
  if (Object.keys(faults).length > 0 || lead === undefined) throw TrackerError.ofFields(faults);
  return { ...row, name: name.trim(), description, lead, assigneeType };
}

/** The key of the user with this name, null for nobody; undefined where there is no such user. */
function readLead(state: State, username: string): string | null | undefined {
  return username === '' ? null : userByName(state, username)?.key;
}

function faultOfName({ tables }: State, { id, projectId }: ComponentRow, name: string): string | undefined {
  if (name === '') return 'The component name specified is invalid - cannot be an empty string.';
  if (name.length > NAME_LIMIT) return `The component name must not exceed ${NAME_LIMIT} characters in length.`;
  const others = tables.components.where('project', projectId).filter((other) => other.id !== id);
  const taken = others.some((other) => other.name.toLowerCase() === name.toLowerCase());
  return taken ? `A component with the name ${name} already exists in this project.` : undefined;
}

function faultIn(field: string, fault: string | false | undefined): Readonly<Record<string, string>> {
  return fault === undefined || fault === false ? {} : { [field]: fault };
}
