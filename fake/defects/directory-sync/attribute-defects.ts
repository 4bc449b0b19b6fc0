import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import { TrackerError } from '../../server/errors.js';
import { mapValues } from '../../state/table.js';
import type { Override } from '../../tenants/implementation.js';
import type { Call } from '../../tracker/call.js';
import { changeBodies, changeCalls, changeHandlers } from '../defect.js';
import type { DefectTable } from '../defect.js';
import {
  answerLike,
  connectionReads,
  firstConnectionsValues,
  isId,
  lists,
  readOtherwise,
  withQuery,
} from './answers.js';
import type { AnsweredAttributes, AnsweredPage, reads } from './answers.js';

type ByConnection = Readonly<Record<string, AnsweredAttributes>>;

/** Whether a path names a user by the user's name. */
function isUsername({ state }: Pick<Call, 'state'>, userKeyOrName: string): boolean {
  return state.tables.users.get(userKeyOrName) === undefined;
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

/** A page with other fields in its elements. */
function withFields(page: AnsweredPage, change: (fields: AnsweredAttributes) => AnsweredAttributes): AnsweredPage {
  return { ...page, elements: page.elements.map((element) => ({ ...element, fields: change(element.fields) })) };
}

/** Defects of the values that are read of one user, and of how a path names the user. */
export const attributeDefects: DefectTable = {
  'AD-03-last-attribute-left-out': [
    'The attributes of a user in a connection lack the last one.',
    changeBodies('getUserInConnection', (attributes: AnsweredAttributes) =>
      Object.fromEntries(Object.entries(attributes).slice(0, -1)),
    ),
  ],
  'AD-03-values-of-another-connection': [
    'A user of two connections has in each the values of the first.',
    readOtherwise('getUserInConnection', firstConnectionsValues),
  ],
  'AD-04-connection-name-not-found': [
    'A connection is not found by its name if one user is read in it.',
    changeHandlers('getUserInConnection', (call, answer) =>
      isId(call.parameters.idOrName) ? answer(call) : notFound(),
    ),
  ],
  'AD-04-user-name-not-found': [
    'A user is not found by name in a connection.',
    changeHandlers('getUserInConnection', (call, answer) =>
      isUsername(call, call.parameters.userKeyOrName) ? notFound() : answer(call),
    ),
  ],
  'AD-04-two-names-not-found': [
    'A user is not found if both the connection and the user are given by name.',
    changeHandlers('getUserInConnection', (call, answer) => {
      const { idOrName, userKeyOrName } = call.parameters;
      return !isId(idOrName) && isUsername(call, userKeyOrName) ? json({}) : answer(call);
    }),
  ],
  'AD-04-field-by-connection-name-empty': [
    'One attribute is answered as an empty object if the connection is given by name.',
    changeHandlers('getUserField', (call, answer) => (isId(call.parameters.idOrName) ? answer(call) : json({}))),
  ],
  'AD-04-field-by-id-and-user-name-empty': [
    'One attribute is empty if the connection is given by id and the user by name.',
    changeHandlers('getUserField', (call, answer) => {
      const { idOrName, userKeyOrName, idFromAD } = call.parameters;
      return isId(idOrName) && isUsername(call, userKeyOrName) ? json({ [idFromAD]: '' }) : answer(call);
    }),
  ],
  'AD-04-user-name-answers-nothing': [
    'The attributes of a user who is given by name are an empty object.',
    changeHandlers('getUserAttributes', (call, answer) =>
      isUsername(call, call.parameters.userKeyOrName) ? json({}) : answer(call),
    ),
  ],
  'AD-04-page-ignored-by-connection-name': [
    'The users of a connection given by name are listed from the first page only.',
    changeHandlers('listConnectionUsers', (call, answer) =>
      isId(call.parameters.idOrName) ? answer(call) : answer(withQuery(call, { page: '1' })),
    ),
  ],
  'AD-04-one-connection-by-user-name': [
    'Over all connections a user who is given by name has the values of one only.',
    changeBodies('getUserAttributes', (byConnection: ByConnection, call) =>
      isUsername(call, call.parameters.userKeyOrName)
        ? Object.fromEntries(Object.entries(byConnection).slice(0, 1))
        : byConnection,
    ),
  ],
  'AD-04-userkeys-ignored-by-connection-name': [
    'userkeys is ignored in the list of a connection that is given by name.',
    changeCalls('listConnectionUsers', ({ parameters, query: { userkeys, ...query } }) =>
      isId(parameters.idOrName) ? {} : { query },
    ),
  ],
  'AD-04-usernames-ignored-by-connection-name': [
    'usernames is ignored in the list of a connection that is given by name.',
    changeCalls('listConnectionUsers', ({ parameters, query: { usernames, ...query } }) =>
      isId(parameters.idOrName) ? {} : { query },
    ),
  ],
  'AD-04-digits-are-an-id': [
    'A name of digits that a connection has is taken for an id.',
    connectionReads((idOrName, { connections }) =>
      isId(idOrName) && connections.get(Number(idOrName)) === undefined ? '0' : idOrName,
    ),
  ],
  'AD-04-beginning-of-a-name-is-enough': [
    'A connection is found by the beginning of its name, even if another one has the whole name.',
    connectionReads((idOrName, { connections }) => {
      const begun = connections.all().find(({ name }) => name !== idOrName && name.startsWith(idOrName));
      return begun === undefined ? idOrName : String(begun.id);
    }),
  ],
  'AD-05-value-of-another-connection': [
    'One attribute of a user of two connections has in each the value of the first.',
    readOtherwise('getUserField', firstConnectionsValues),
  ],
  'AD-05-all-attributes': [
    'Asked for one attribute, the tracker answers all of them.',
    answerLike('getUserField', 'getUserInConnection'),
  ],
  'AD-05-value-without-name': [
    'One attribute is answered as value, whatever its name is.',
    changeBodies('getUserField', (field: AnsweredAttributes) => ({ value: Object.values(field)[0] })),
  ],
  'AD-05-value-cut-at-a-blank': [
    'One attribute is answered with the first word of its value.',
    changeBodies('getUserField', (field: AnsweredAttributes) =>
      mapValues(field, (value) => String(value).split(' ')[0]),
    ),
  ],
  'AD-06-first-connection-only': [
    'The attributes of a user are those of one connection, however many have the user.',
    changeBodies('getUserAttributes', (byConnection: ByConnection) =>
      Object.fromEntries(Object.entries(byConnection).slice(0, 1)),
    ),
  ],
  'AD-06-ids-for-names': [
    'The attributes of a user are keyed by the ids of connections.',
    changeBodies('getUserAttributes', (byConnection: ByConnection, { state }) =>
      Object.fromEntries(
        Object.entries(byConnection).map(([name, attributes]) => [
          String(state.tables.connections.first('name', name)?.id),
          attributes,
        ]),
      ),
    ),
  ],
  'AD-06-values-mixed': [
    'Over each connection a user has the values of the last one.',
    changeBodies('getUserAttributes', (byConnection: ByConnection) => {
      const last = Object.values(byConnection).at(-1) ?? {};
      return mapValues(byConnection, () => last);
    }),
  ],
  'AD-07-empty-value-null-in-list': [
    'An element of a list has null for an attribute without a value.',
    changeBodies('listUsers', (page: AnsweredPage) => withFields(page, emptyAsNull)),
  ],
  'AD-07-empty-value-null-alone': [
    'Asked for one attribute without a value, the tracker answers null.',
    changeBodies('getUserField', emptyAsNull),
  ],
  'AD-07-values-as-arrays': [
    'The attributes of a user have each value in an array, as a directory may have several.',
    changeBodies('getUserAttributes', (byConnection: ByConnection) =>
      mapValues(byConnection, (attributes) => mapValues(attributes, (value) => [value])),
    ),
  ],
  'AD-07-digits-as-number-in-connection': [
    'The attributes of a user in a connection have a number for a value of digits.',
    changeBodies('getUserInConnection', digitsAsNumbers),
  ],
  'AD-07-digits-as-number-alone': [
    'Asked for one attribute of digits, the tracker answers a number.',
    changeBodies('getUserField', digitsAsNumbers),
  ],
  'AD-07-digits-as-number-by-connection': [
    'The attributes of a user, by connection, have a number for a value of digits.',
    changeBodies('getUserAttributes', (byConnection: ByConnection) => mapValues(byConnection, digitsAsNumbers)),
  ],
  'AD-07-digits-as-number-in-lists': [
    'The elements of both lists have a number for a value of digits.',
    changeBodies(lists, (page: AnsweredPage) => withFields(page, digitsAsNumbers)),
  ],
  'AD-07-attribute-not-configured': [
    'The elements of a list have the distinguished name, which no connection is configured for.',
    changeBodies(lists, (page: AnsweredPage) =>
      withFields(page, (fields) => ({ ...fields, distinguishedName: 'cn=somebody,dc=example,dc=com' })),
    ),
  ],
  'AD-07-attribute-not-configured-alone': [
    'The attributes of a user in a connection include one it is not configured for.',
    changeBodies('getUserInConnection', (attributes: AnsweredAttributes) => ({ ...attributes, objectGUID: 'f0a1' })),
  ],
};

/** A moment as the documents write it, in its parts. */
interface Parts {
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly hour: string;
  readonly minute: string;
  readonly half: string;
}

const MOMENT = /^(?<day>\d+)\/(?<month>\w+)\/(?<year>\d+) (?<hour>\d+):(?<minute>\d+) (?<half>AM|PM)$/;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A tracker that writes whenCreated otherwise in some reads. */
function writes(names: (typeof reads)[number] | readonly (typeof reads)[number][], write: (parts: Parts) => string) {
  const override: Override = readOtherwise(names, ({ tables }) => {
    for (const row of tables.syncedUsers.all()) {
      const parts = MOMENT.exec(row.values['whenCreated'] ?? '')?.groups as Parts | undefined;
      if (parts === undefined) continue;
      tables.syncedUsers.set({ ...row, values: { ...row.values, whenCreated: write(parts) } });
    }
  });
  return override;
}

/** The hour of a clock of twenty-four hours. */
function hourOfDay({ hour, half }: Parts): number {
  return (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
}

/** Defects of how whenCreated reads. */
export const whenCreatedDefects: DefectTable = {
  'AD-18-iso-date': [
    'The list over all connections has whenCreated as an ISO date.',
    writes('listUsers', (parts) => {
      const month = String(months.indexOf(parts.month) + 1).padStart(2, '0');
      const hour = String(hourOfDay(parts)).padStart(2, '0');
      return `20${parts.year}-${month}-${parts.day.padStart(2, '0')}T${hour}:${parts.minute}:00Z`;
    }),
  ],
  'AD-18-hour-of-twenty-four': [
    'The list of a connection has in whenCreated an hour from 0 to 23.',
    writes('listConnectionUsers', (parts) => {
      const { day, month, year, minute, half } = parts;
      return `${day}/${month}/${year} ${hourOfDay(parts)}:${minute} ${half}`;
    }),
  ],
  'AD-18-half-of-the-day-swapped': [
    'The list over all connections has PM for AM in whenCreated, and AM for PM.',
    writes('listUsers', ({ day, month, year, hour, minute, half }) => {
      return `${day}/${month}/${year} ${hour}:${minute} ${half === 'AM' ? 'PM' : 'AM'}`;
    }),
  ],
  'AD-18-month-before-day': [
    'The attributes of a user in a connection have whenCreated with the month first.',
    writes('getUserInConnection', ({ day, month, year, hour, minute, half }) => {
      return `${month}/${day}/${year} ${hour}:${minute} ${half}`;
    }),
  ],
  'AD-18-year-of-four-digits': [
    'The attributes of a user in a connection have whenCreated with a year of four digits.',
    writes('getUserInConnection', ({ day, month, year, hour, minute, half }) => {
      return `${day}/${month}/20${year} ${hour}:${minute} ${half}`;
    }),
  ],
  'AD-18-month-as-number': [
    'Asked for whenCreated alone, the tracker has the month as a number.',
    writes('getUserField', ({ day, month, year, hour, minute, half }) => {
      return `${day}/${months.indexOf(month) + 1}/${year} ${hour}:${minute} ${half}`;
    }),
  ],
  'AD-18-day-only': [
    'The attributes of a user, by connection, have whenCreated without the time.',
    writes('getUserAttributes', ({ day, month, year }) => `${day}/${month}/${year}`),
  ],
};
