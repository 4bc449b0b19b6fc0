import { isDay } from '../../../contracts/times.js';
import type { WorldCustomField, WorldUser } from '../../../contracts/index.js';
import type { State } from '../../state/state.js';
import type { Table } from '../../state/table.js';
import type { ProjectRow } from '../../state/tables.js';
import { holdsInProject } from '../permissions.js';
import { renderComponentSummary, renderVersion } from '../project-parts.js';
import { readId, readName, readObject } from '../read-values.js';
import { renderNamed, renderUserByKey, selfUrl } from '../render.js';
import type { View } from '../render.js';
import { userByName } from '../rows.js';
import { FieldError } from './field.js';
import type { FitContext, NamedRow, NamedRows, ValueKind } from './field.js';

const PARAGRAPH_LIMIT = 32_767;
const LINE_LIMIT = 255;

export const SUMMARY_MISSING = 'You must specify a summary of the issue.';

export const paragraphKind: ValueKind<string> = textKind((text) => {
  if (text.length > PARAGRAPH_LIMIT) {
    throw new FieldError('The entered text is too long. It exceeds the allowed limit of 32,767 characters.');
  }
});

export const lineKind: ValueKind<string> = textKind((text) => {
  if (text.length > LINE_LIMIT) {
    throw new FieldError('The entered text is too long. It exceeds the allowed limit of 255 characters.');
  }
  if (/[\r\n]/.test(text)) {
    throw new FieldError('The entered text is invalid because it contains newline characters.');
  }
});

export const summaryKind: ValueKind<string> = textKind((text) => {
  if (text.trim() === '') throw new FieldError(SUMMARY_MISSING);
  if (/[\r\n]/.test(text)) throw new FieldError('The summary is invalid because it contains newline characters.');
  if (text.length > LINE_LIMIT) throw new FieldError('Summary must be less than 255 characters.');
});

export const dayKind: ValueKind<string> = {
  ...textKind((text) => {
    if (text !== '' && !isDay(text)) throw new FieldError(`Error parsing date string: ${text}`);
  }),
  schema: { type: 'date' },
};

function textKind(check: (text: string) => void): ValueKind<string> {
  return {
    schema: { type: 'string' },
    read: (value) => {
      if (typeof value !== 'string') throw new FieldError('Operation value must be a string');
      check(value);
      return value === '' ? null : value;
    },
    render: (value) => value,
  };
}

export const numberKind: ValueKind<number> = {
  schema: { type: 'number' },
  read: (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new FieldError('Operation value must be a number');
    return value;
  },
  render: (value) => value,
};

const LABEL_LIMIT = 255;

/** Labels: a set of words, shown in alphabetical order. */
export function labelsKind(unset: [] | null): ValueKind<readonly string[]> {
  return {
    schema: { type: 'array', items: 'string' },
    unset,
    list: true,
    read: (value) => {
      if (!Array.isArray(value)) throw new FieldError('data was not an array');
      const labels = [...new Set(value.map(readLabel))].sort();
      return labels.length === 0 ? null : labels;
    },
    render: (value) => value,
  };
}

function readLabel(label: unknown, index: number): string {
  if (typeof label !== 'string') throw new FieldError(`string expected at index ${index}`);
  if (label === '') throw new FieldError(`The label at index ${index} is empty.`);
  if (/\s/.test(label)) throw new FieldError(`The label '${label}' contains spaces which is invalid.`);
  if (label.length > LABEL_LIMIT) {
    throw new FieldError(`The label '${label}' exceeds the maximum length of ${LABEL_LIMIT} characters.`);
  }
  return label;
}

/** So many ids are kept for the options of each custom field. */
const OPTION_IDS = 1_000;

/** An option of a select field. Its id is made of the id of the field and of its place in the list. */
function renderOption(view: View, { id, options = [] }: Pick<WorldCustomField, 'id' | 'options'>, value: string) {
  const optionId = id * OPTION_IDS + options.indexOf(value) + 1;
  return { self: selfUrl(view, 'customFieldOption', optionId), value, id: String(optionId), disabled: false };
}

/** One of a custom field's options, named by its value or its id. */
export function selectKind(field: Pick<WorldCustomField, 'id' | 'options'>): ValueKind<{ readonly value: string }> {
  const { options = [] } = field;
  return {
    schema: { type: 'option' },
    read: (value) => {
      const option = readObject(value);
      if (option === undefined) throw new FieldError("Could not find valid 'id' or 'value' in the option object.");
      const id = readId(option['id']);
      const found = options.find((text, index) => text === option['value'] || field.id * OPTION_IDS + index + 1 === id);
      if (found !== undefined) return { value: found };
      throw new FieldError(
        `The option '${readName(option['value'] ?? option['id'])}' is none of ${options.join(', ')}.`,
      );
    },
    render: ({ value }, view) => renderOption(view, field, value),
    allowedValues: (view) => options.map((option) => renderOption(view, field, option)),
  };
}

/** A row of a table such as the priorities, named by id or exact name; kept by id. */
function namedKind<Row extends NamedRow>(
  type: 'priority' | 'resolution',
  rowsOf: (tables: State['tables']) => NamedRows<Row>,
): ValueKind<{ readonly id: string }> {
  return {
    schema: { type },
    // Seen: TestIssueResourceUpdate of the product.
    read: (value, { tables }) => {
      const { id: sentId, name } = readObject(value) ?? {};
      const id = readId(sentId);
      const rows = rowsOf(tables);
      const row = id === undefined ? rows.all().find((one) => one.name === name) : rows.get(id);
      if (row !== undefined) return { id: String(row.id) };
      if (id !== undefined) throw new FieldError(`The ${type} selected is invalid.`);
      if (typeof name !== 'string') throw new FieldError(`Could not find valid 'id' or 'name' in ${type} object.`);
      throw new FieldError(`${type === 'priority' ? 'Priority' : 'Resolution'} name '${name}' is not valid`);
    },
    render: ({ id }, view) => {
      const row = rowsOf(view.state.tables).get(Number(id));
      return row === undefined ? null : renderNamed(view, type, row);
    },
    allowedValues: (view) =>
      rowsOf(view.state.tables)
        .all()
        .map((row) => renderNamed(view, type, row)),
  };
}

export const priorityKind = namedKind('priority', ({ priorities }) => priorities);
export const resolutionKind = namedKind('resolution', ({ resolutions }) => resolutions);

/** The priority of an issue that was given none: Medium, or else the one in the middle of the list. */
export function defaultPriority({ tables }: State): { id: string } | undefined {
  const all = tables.priorities.all();
  const priority = tables.priorities.first('name', 'medium') ?? all[Math.floor((all.length - 1) / 2)];
  return priority && { id: String(priority.id) };
}

/** A list of rows of the issue's project, each named by id or name; kept by id. */
function rowsKind<Row extends NamedRow>(
  what: 'Component' | 'Version',
  rowsOf: (tables: State['tables']) => Table<Row, number, 'project'>,
  render: (view: View, row: Row) => unknown,
): ValueKind<readonly string[]> {
  const idOf = (token: string, { state, project }: FitContext): string => {
    const rows = rowsOf(state.tables).where('project', project.id);
    const name = token.startsWith('=') ? token.slice(1) : undefined;
    const isNamed = (row: Row) =>
      name === undefined ? String(row.id) === token : row.name.toLowerCase() === name.toLowerCase();
    const row = rows.find(isNamed);
    if (row !== undefined) return String(row.id);
    throw new FieldError(`${what} ${name === undefined ? `id '${token}'` : `name '${name}'`} is not valid`);
  };
  return {
    schema: { type: 'array', items: what.toLowerCase() },
    unset: [],
    list: true,
    read: (value) => {
      if (!Array.isArray(value)) throw new FieldError('data was not an array');
      const tokens = value.map((element: unknown) => tokenOf(element, what));
      return tokens.length === 0 ? null : tokens;
    },
    fit: (value, context) => [...new Set(value.map((token) => idOf(token, context)))],
    render: (value, view) =>
      value.flatMap((id) => {
        const row = rowsOf(view.state.tables).get(Number(id));
        return row === undefined ? [] : [render(view, row)];
      }),
  };
}

/** An id, or a name behind a sign that no id has. */
function tokenOf(element: unknown, what: string): string {
  if (typeof element === 'string') return element;
  const { id, name } = readObject(element) ?? {};
  const number = readId(id);
  if (number !== undefined) return String(number);
  if (typeof name === 'string') return `=${name}`;
  throw new FieldError(`${what} needs an id or a name`);
}

export const componentsKind = rowsKind('Component', ({ components }) => components, renderComponentSummary);

export const versionsKind = rowsKind('Version', ({ versions }) => versions, renderVersion);

/** A user, named by name or key; kept by key. A user object without a name or key clears the field. */
export const userKind: ValueKind<{ readonly key: string }> = {
  schema: { type: 'user' },
  read: (value, state) => {
    const named = readObject(value);
    if (named === undefined) throw new FieldError('data was not an object');
    const { name, key } = named;
    if ((name === null || name === '') && key === undefined) return null;
    const user = findUser(state, name, key);
    if (user === undefined) {
      const text = [name, key].find((part) => typeof part === 'string');
      throw new FieldError(text === undefined ? 'User is not specified.' : `User '${text}' does not exist.`);
    }
    return { key: user.key };
  },
  render: (value, view) => renderUserByKey(view, value.key),
};

// Seen: TestIssueResourceAssign of the product.
/** The user who works on an issue; only who may see the issues of the project can be. */
export const assigneeKind: ValueKind<{ readonly key: string }> = {
  ...userKind,
  fit: (value, { state, project }) => {
    const user = state.tables.users.get(value.key);
    if (user === undefined || isAssignable(state, user, project)) return value;
    throw new FieldError(`User '${user.name}' cannot be assigned issues.`);
  },
};

function isAssignable(state: State, user: WorldUser, project: ProjectRow): boolean {
  return user.active && holdsInProject(state, user, 'BROWSE_PROJECTS', project);
}

function findUser(state: State, name: unknown, key: unknown): WorldUser | undefined {
  if (typeof key === 'string') return state.tables.users.get(key);
  return typeof name === 'string' ? userByName(state, name) : undefined;
}
