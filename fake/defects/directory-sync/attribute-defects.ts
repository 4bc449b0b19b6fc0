import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import { TrackerError } from '../../server/errors.js';
import { mapValues } from '../../state/table.js';
import type { Override } from '../../tenants/implementation.js';
import type { Call } from '../../tracker/call.js';
import { userLists } from '../answered.js';
import type { AnsweredAttributes } from '../answered.js';
import { changeBodies, changeElements, changeSome, defectsFor } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { answerLike, connectionReads, firstConnectionsValues, isId, mapKeys, readOtherwise } from './answers.js';
import { withQuery, without } from './answers.js';
import type { reads } from './answers.js';

/** Whether a path names its user by the user's name. */
function byUserName({ state, parameters }: Pick<Call, 'state'> & { readonly parameters: { userKeyOrName: string } }) {
  return state.tables.users.get(parameters.userKeyOrName) === undefined;
}

/** Whether a path names its connection by the name of it. */
function byConnectionName({ parameters }: { readonly parameters: { idOrName: string } }) {
  return !isId(parameters.idOrName);
}

function notFound(): Answer {
  throw new TrackerError(404, 'What the path names does not exist.');
}

function digitsAsNumbers(attributes: AnsweredAttributes): AnsweredAttributes {
  const typed = (value: unknown) => (/^\d+$/.test(String(value)) ? Number(value) : value);
  return mapValues(attributes, typed);
}

function emptyAsNull(attributes: AnsweredAttributes): AnsweredAttributes {
  return mapValues(attributes, (value) => (value === '' ? null : value));
}

/** A tracker whose lists have elements with other fields. */
function fieldsAnswered(
  names: (typeof userLists)[number] | typeof userLists,
  change: (fields: AnsweredAttributes) => AnsweredAttributes,
): Override {
  return changeElements(names, (element) => ({ ...element, fields: change(element.fields) }));
}

/** A moment as the documents write it, in its parts. */
type Parts = Readonly<Record<'day' | 'month' | 'year' | 'hour' | 'minute' | 'half', string>>;

const MOMENT = /^(?<day>\d+)\/(?<month>\w+)\/(?<year>\d+) (?<hour>\d+):(?<minute>\d+) (?<half>AM|PM)$/;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

type Read = (typeof reads)[number];

/** A tracker that writes whenCreated otherwise in some reads: with other parts, or as another text. */
function writes(
  name: Read,
  change: (parts: Parts) => Partial<Record<keyof Parts, string | number>> | string,
): Override {
  return readOtherwise(name, ({ tables }) => {
    for (const row of tables.syncedUsers.all()) {
      const parts = MOMENT.exec(row.values['whenCreated'] ?? '')?.groups as Parts | undefined;
      if (parts === undefined) continue;
      const changed = change(parts);
      const { day, month, year, hour, minute, half } = { ...parts, ...(typeof changed === 'object' && changed) };
      const written = `${day}/${month}/${year} ${hour}:${minute} ${half}`;
      const whenCreated = typeof changed === 'string' ? changed : written;
      tables.syncedUsers.set({ ...row, values: { ...row.values, whenCreated } });
    }
  });
}

/** The hour of a clock of twenty-four hours. */
function hourOfDay({ hour, half }: Parts): number {
  return (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
}

/** Defects of the values that are read of one user, of how a path names the user, and of how whenCreated reads. */
export const attributeDefects: DefectTable = {
  'AD-03-last-attribute-left-out': changeBodies('getUserInConnection', (attributes) =>
    Object.fromEntries(Object.entries(attributes).slice(0, -1)),
  ),
  'AD-03-values-of-another-connection': readOtherwise('getUserInConnection', firstConnectionsValues),
  'AD-04-connection-name-not-found': changeSome('getUserInConnection', byConnectionName, notFound),
  'AD-04-user-name-not-found': changeSome('getUserInConnection', byUserName, notFound),
  'AD-04-two-names-not-found': changeSome(
    'getUserInConnection',
    (call) => byConnectionName(call) && byUserName(call),
    () => json({}),
  ),
  'AD-04-field-by-connection-name-empty': changeSome('getUserField', byConnectionName, () => json({})),
  'AD-04-field-by-id-and-user-name-empty': changeSome(
    'getUserField',
    (call) => !byConnectionName(call) && byUserName(call),
    ({ parameters }) => json({ [parameters.idFromAD]: '' }),
  ),
  'AD-04-user-name-answers-nothing': changeSome('getUserAttributes', byUserName, () => json({})),
  'AD-04-page-ignored-by-connection-name': changeSome('listConnectionUsers', byConnectionName, (call, answer) =>
    answer(withQuery(call, { page: '1' })),
  ),
  'AD-04-one-connection-by-user-name': changeBodies('getUserAttributes', (byConnection, call) =>
    byUserName(call) ? Object.fromEntries(Object.entries(byConnection).slice(0, 1)) : byConnection,
  ),
  ...defectsFor(['userkeys', 'usernames'] as const, (filter) => ({
    [`AD-04-${filter}-ignored-by-connection-name`]: [
      `${filter} is ignored in the list of a connection that is given by name.`,
      changeSome('listConnectionUsers', byConnectionName, ({ query, ...call }, answer) =>
        answer({ ...call, query: without(query, filter) }),
      ),
    ],
  })),
  'AD-04-digits-are-an-id': connectionReads((idOrName, { connections }) =>
    isId(idOrName) && connections.get(Number(idOrName)) === undefined ? '0' : idOrName,
  ),
  'AD-04-beginning-of-a-name-is-enough': connectionReads((idOrName, { connections }) => {
    const begun = connections.all().find(({ name }) => name !== idOrName && name.startsWith(idOrName));
    return begun === undefined ? idOrName : String(begun.id);
  }),
  'AD-05-value-of-another-connection': readOtherwise('getUserField', firstConnectionsValues),
  'AD-05-all-attributes': answerLike('getUserField', 'getUserInConnection'),
  'AD-05-value-without-name': changeBodies('getUserField', (field) => ({ value: Object.values(field)[0] })),
  'AD-05-value-cut-at-a-blank': changeBodies('getUserField', (field) =>
    mapValues(field, (value) => String(value).split(' ')[0]),
  ),
  'AD-06-first-connection-only': changeBodies('getUserAttributes', (byConnection) =>
    Object.fromEntries(Object.entries(byConnection).slice(0, 1)),
  ),
  'AD-06-ids-for-names': changeBodies('getUserAttributes', (byConnection, { state }) =>
    mapKeys(byConnection, (name) => String(state.tables.connections.first('name', name)?.id)),
  ),
  'AD-06-values-mixed': changeBodies('getUserAttributes', (byConnection) => {
    const last = Object.values(byConnection).at(-1) ?? {};
    return mapValues(byConnection, () => last);
  }),
  'AD-07-empty-value-null-in-list': fieldsAnswered('listUsers', emptyAsNull),
  'AD-07-empty-value-null-alone': changeBodies('getUserField', emptyAsNull),
  'AD-07-values-as-arrays': changeBodies('getUserAttributes', (byConnection) =>
    mapValues(byConnection, (attributes) => mapValues(attributes, (value) => [value])),
  ),
  'AD-07-digits-as-number-in-connection': changeBodies('getUserInConnection', digitsAsNumbers),
  'AD-07-digits-as-number-alone': changeBodies('getUserField', digitsAsNumbers),
  'AD-07-digits-as-number-by-connection': changeBodies('getUserAttributes', (byConnection) =>
    mapValues(byConnection, digitsAsNumbers),
  ),
  'AD-07-digits-as-number-in-lists': fieldsAnswered(userLists, digitsAsNumbers),
  'AD-07-attribute-not-configured': fieldsAnswered(userLists, (fields) => ({
    ...fields,
    distinguishedName: 'cn=somebody,dc=example,dc=com',
  })),
  'AD-07-attribute-not-configured-alone': changeBodies('getUserInConnection', (attributes) => ({
    ...attributes,
    objectGUID: 'f0a1',
  })),
  'AD-18-iso-date': writes('listUsers', (parts) => {
    const month = String(months.indexOf(parts.month) + 1).padStart(2, '0');
    const hour = String(hourOfDay(parts)).padStart(2, '0');
    return `20${parts.year}-${month}-${parts.day.padStart(2, '0')}T${hour}:${parts.minute}:00Z`;
  }),
  'AD-18-hour-of-twenty-four': writes('listConnectionUsers', (parts) => ({ hour: hourOfDay(parts) })),
  'AD-18-half-of-the-day-swapped': writes('listUsers', ({ half }) => ({ half: half === 'AM' ? 'PM' : 'AM' })),
  'AD-18-month-before-day': writes('getUserInConnection', ({ day, month }) => ({ day: month, month: day })),
  'AD-18-year-of-four-digits': writes('getUserInConnection', ({ year }) => ({ year: `20${year}` })),
  'AD-18-month-as-number': writes('getUserField', ({ month }) => ({ month: months.indexOf(month) + 1 })),
  'AD-18-day-only': writes('getUserAttributes', ({ day, month, year }) => `${day}/${month}/${year}`),
};
