import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { Call } from '../../server/call.js';
import { TrackerError } from '../../server/tracker-error.js';
import { changeBodies, changeHandlers } from '../change-handlers.js';
import { defect } from '../defect.js';
import { answerLike } from './answer-like.js';
import { lists } from './answers.js';
import type { AnsweredAttributes, AnsweredPage } from './answers.js';
import { isId } from './is-id.js';
import { readOtherwise } from './read-otherwise.js';
import { withQuery } from './with-query.js';

type ByConnection = Readonly<Record<string, AnsweredAttributes>>;

/** Whether a path names a user by the user's name. */
function isUsername({ state }: Pick<Call, 'state'>, userKeyOrName: string): boolean {
  return state.tables.users.get(userKeyOrName) === undefined;
}

function notFound(): Answer {
  throw new TrackerError(404, 'What the path names does not exist.');
}

function withoutEmpty(attributes: AnsweredAttributes): AnsweredAttributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ''));
}

function emptyAsNull(attributes: AnsweredAttributes): AnsweredAttributes {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, value === '' ? null : value]));
}

function mapValues(byConnection: ByConnection, change: (attributes: AnsweredAttributes) => object): object {
  return Object.fromEntries(Object.entries(byConnection).map(([name, attributes]) => [name, change(attributes)]));
}

/** A page with other fields in its elements. */
function withFields(page: AnsweredPage, change: (fields: AnsweredAttributes) => AnsweredAttributes): AnsweredPage {
  return { ...page, elements: page.elements.map((element) => ({ ...element, fields: change(element.fields) })) };
}

/** Defects of the values that are read of one user, and of how a path names the user. */
export const attributeDefects = [
  defect(
    'AD-03',
    'last-attribute-left-out',
    'The attributes of a user in a connection lack the last one.',
    changeBodies('getUserInConnection', (attributes: AnsweredAttributes) =>
      Object.fromEntries(Object.entries(attributes).slice(0, -1)),
    ),
  ),
  defect(
    'AD-03',
    'empty-values-left-out',
    'The attributes of a user in a connection lack those that are empty.',
    changeBodies('getUserInConnection', withoutEmpty),
  ),
  defect(
    'AD-03',
    'values-of-another-connection',
    'A user of two connections has in each the values of the first.',
    readOtherwise('getUserInConnection', ({ tables }) => {
      for (const row of tables.syncedUsers.all()) {
        const [first = row] = tables.syncedUsers.where('userKey', row.userKey);
        tables.syncedUsers.set({ ...row, values: first.values });
      }
    }),
  ),
  defect(
    'AD-04',
    'connection-name-not-found',
    'A connection is not found by its name where one user is read in it.',
    changeHandlers('getUserInConnection', (call, answer) =>
      isId(call.parameters.idOrName) ? answer(call) : notFound(),
    ),
  ),
  defect(
    'AD-04',
    'user-name-not-found',
    'A user is not found by name in a connection.',
    changeHandlers('getUserInConnection', (call, answer) =>
      isUsername(call, call.parameters.userKeyOrName) ? notFound() : answer(call),
    ),
  ),
  defect(
    'AD-04',
    'two-names-not-found',
    'A user is not found where both the connection and the user are given by name.',
    changeHandlers('getUserInConnection', (call, answer) => {
      const { idOrName, userKeyOrName } = call.parameters;
      return !isId(idOrName) && isUsername(call, userKeyOrName) ? json({}) : answer(call);
    }),
  ),
  defect(
    'AD-04',
    'field-by-connection-name-empty',
    'One attribute is answered as an empty object where the connection is given by name.',
    changeHandlers('getUserField', (call, answer) => (isId(call.parameters.idOrName) ? answer(call) : json({}))),
  ),
  defect(
    'AD-04',
    'field-by-id-and-user-name-empty',
    'One attribute is empty where the connection is given by id and the user by name.',
    changeHandlers('getUserField', (call, answer) => {
      const { idOrName, userKeyOrName, idFromAD } = call.parameters;
      return isId(idOrName) && isUsername(call, userKeyOrName) ? json({ [idFromAD]: '' }) : answer(call);
    }),
  ),
  defect(
    'AD-04',
    'user-name-answers-nothing',
    'The attributes of a user who is given by name are an empty object.',
    changeHandlers('getUserAttributes', (call, answer) =>
      isUsername(call, call.parameters.userKeyOrName) ? json({}) : answer(call),
    ),
  ),
  defect(
    'AD-04',
    'page-ignored-by-connection-name',
    'The users of a connection given by name are listed from the first page only.',
    changeHandlers('listConnectionUsers', (call, answer) =>
      isId(call.parameters.idOrName) ? answer(call) : answer(withQuery(call, { page: '1' })),
    ),
  ),
  defect(
    'AD-05',
    'all-attributes',
    'Asked for one attribute, the tracker answers all of them.',
    answerLike('getUserField', 'getUserInConnection'),
  ),
  defect(
    'AD-05',
    'value-without-name',
    'One attribute is answered as value, whatever its name is.',
    changeBodies('getUserField', (field: AnsweredAttributes) => ({ value: Object.values(field)[0] })),
  ),
  defect(
    'AD-05',
    'empty-value-left-out',
    'Asked for an attribute that is empty, the tracker answers an empty object.',
    changeBodies('getUserField', withoutEmpty),
  ),
  defect(
    'AD-05',
    'value-cut-at-a-blank',
    'One attribute is answered with the first word of its value.',
    changeBodies('getUserField', (field: AnsweredAttributes) =>
      Object.fromEntries(Object.entries(field).map(([name, value]) => [name, String(value).split(' ')[0]])),
    ),
  ),
  defect(
    'AD-06',
    'first-connection-only',
    'The attributes of a user are those of one connection, however many have the user.',
    changeBodies('getUserAttributes', (byConnection: ByConnection) =>
      Object.fromEntries(Object.entries(byConnection).slice(0, 1)),
    ),
  ),
  defect(
    'AD-06',
    'ids-for-names',
    'The attributes of a user are keyed by the ids of connections.',
    changeBodies('getUserAttributes', (byConnection: ByConnection, { state }) =>
      Object.fromEntries(
        Object.entries(byConnection).map(([name, attributes]) => [
          String(state.tables.connections.first('name', name)?.id),
          attributes,
        ]),
      ),
    ),
  ),
  defect(
    'AD-06',
    'values-mixed',
    'Over each connection a user has the values of the last one.',
    changeBodies('getUserAttributes', (byConnection: ByConnection) => {
      const last = Object.values(byConnection).at(-1) ?? {};
      return mapValues(byConnection, () => last);
    }),
  ),
  defect(
    'AD-07',
    'empty-value-null-in-list',
    'An element of a list has null for an attribute without a value.',
    changeBodies('listUsers', (page: AnsweredPage) => withFields(page, emptyAsNull)),
  ),
  defect(
    'AD-07',
    'empty-value-null-alone',
    'Asked for one attribute without a value, the tracker answers null.',
    changeBodies('getUserField', emptyAsNull),
  ),
  defect(
    'AD-07',
    'values-as-arrays',
    'The attributes of a user have each value in an array, as a directory may have several.',
    changeBodies('getUserAttributes', (byConnection: ByConnection) =>
      mapValues(byConnection, (attributes) =>
        Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, [value]])),
      ),
    ),
  ),
  defect(
    'AD-07',
    'empty-values-left-out',
    'The attributes of a user, by connection, lack those that are empty.',
    changeBodies('getUserAttributes', (byConnection: ByConnection) => mapValues(byConnection, withoutEmpty)),
  ),
  defect(
    'AD-07',
    'attribute-not-configured',
    'The elements of a list have the distinguished name, which no connection is configured for.',
    changeBodies(lists, (page: AnsweredPage) =>
      withFields(page, (fields) => ({ ...fields, distinguishedName: 'cn=somebody,dc=example,dc=com' })),
    ),
  ),
  defect(
    'AD-07',
    'attribute-not-configured-alone',
    'The attributes of a user in a connection include one it is not configured for.',
    changeBodies('getUserInConnection', (attributes: AnsweredAttributes) => ({ ...attributes, objectGUID: 'f0a1' })),
  ),
];
