import { readRoute } from './address.js';
import type { TenantRoute } from './address.js';
import type { Fault, FaultInForce } from './answers.js';
import { ask, change, Refusal } from './control-api.js';
import { badge, code, counted, el, fieldOf, fill, find, findOf, nodes, nothing, number, quiet } from './dom.js';
import type { Child } from './dom.js';
import { formatValue, isStub } from './request-details.js';
import { table } from './view.js';
import type { Column, PageActions, TenantView } from './view.js';

const selectorNames = ['method', 'path', 'endpoint', 'caller', 'count', 'share'];

/** The requests that a fault selects. */
function describeSelector(fault: Fault): Child {
  const told = selectorNames.filter((name) => fault[name] !== undefined);
  if (told.length === 0) return quiet('all requests');
  return told.map((name) => {
    const values = [fault[name]].flat().map((one) => (one === null ? 'nobody' : formatValue(one)));
    return el('div', {}, quiet(name), ' ', code(values.join(' or ')));
  });
}

/** The effect of a fault. */
function describeEffect(fault: Fault): Child {
  const told = Object.entries(fault).filter(([name]) => !['kind', 'seed', ...selectorNames].includes(name));
  return told.map(([name, value]) => el('div', {}, quiet(name), ' ', code(formatValue(value))));
}

/** The faults and stubs in force, with their effects and counts, and forms to add and remove them. */
export const faultsView: TenantView = {
  async load(route) {
    const faults = await ask<readonly FaultInForce[]>(['tenants', route.tenant, 'faults']);
    const lead =
      'A stub answers requests in the place of the tracker; a fault spoils answers on their way. ' +
      'A reset of the tenant removes what is added here.';
    return {
      title: 'Faults and stubs',
      head: [el('h1', {}, 'Faults and stubs'), el('p', { class: 'quiet' }, lead)],
      show: (actions) => showFaults(route, faults, actions),
    };
  },
};

const columns: readonly Column<FaultInForce>[] = [
  { label: 'Id', class: 'name', cell: ({ id }) => badge(id, isStub(id) ? 'blue' : 'warn') },
  { label: 'Requests', cell: ({ fault }) => describeSelector(fault) },
  { label: 'What it does', cell: ({ fault }) => describeEffect(fault) },
  { label: 'Struck', cell: ({ struck, matched }) => `${number.format(struck)} of ${counted(matched, 'request')}` },
  { label: 'Remove', cell: ({ id }) => removeButton('Remove', `Remove ${id}`, id) },
];

/** Shows the faults and stubs in force. The forms stay unchanged, so typing is not interrupted. */
function showFaults({ tenant }: TenantRoute, faults: readonly FaultInForce[], actions: PageActions): void {
  const results = find('.results');
  if (!results.querySelector('.in-force')) {
    results.replaceChildren(
      el('p', { class: 'form-error removal-error', role: 'alert' }),
      el('div', { class: 'in-force' }),
      faultForm(tenant, 'stub', actions),
      faultForm(tenant, 'fault', actions),
    );
  }
  fill(
    find('.in-force', results),
    faults.length === 0
      ? nothing('No fault and no stub is in force.')
      : [
          table('Faults and stubs in force', columns, faults),
          el('p', {}, removeButton('Remove all', 'Remove all faults and stubs', '*')),
        ],
  );
}

function removeButton(text: string, label: string, id: string): HTMLElement {
  return el('button', { type: 'button', 'data-remove': id, 'aria-label': label }, text);
}

/**
 * Removes the fault of a button, or all faults. One listener serves all buttons, because the table is rendered again.
 */
export async function removeFault(id: string, { show, announce }: PageActions): Promise<void> {
  const { tenant = '' } = readRoute();
  const error = find('.removal-error');
  error.textContent = '';
  try {
    await change('DELETE', ['tenants', tenant, 'faults', ...(id === '*' ? [] : [id])]);
    await show();
    announce(id === '*' ? 'No fault and no stub is in force.' : `${id} is removed.`);
    const next = document.querySelector<HTMLElement>('.results [data-remove]');
    (next ?? find('.results .adding summary')).focus();
  } catch (problem) {
    error.textContent = (problem as Error).message;
  }
}

/** A field of the fault form, and how its value is read. */
interface FaultField {
  readonly name: string;
  readonly label: string;
  readonly read: (text: string) => unknown;
  readonly type?: 'number' | 'lines';
  readonly hint?: string;
  readonly title?: string;
  /** The choices, by value. */
  readonly options?: Readonly<Record<string, string>>;
  /** The id of a list of suggestions in the markup. */
  readonly list?: string;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number | 'any';
  readonly required?: boolean;
}

type Limits = Pick<FaultField, 'min' | 'max' | 'step' | 'required'>;

const numberField = (name: string, label: string, hint: string, limits: Limits): FaultField => ({
  name,
  label,
  hint,
  type: 'number',
  read: Number,
  ...limits,
});
const textField = (name: string, label: string, hint: string, more: Partial<FaultField> = {}): FaultField => ({
  name,
  label,
  hint,
  read: String,
  ...more,
});
const choice = (
  name: string,
  label: string,
  options: Readonly<Record<string, string>>,
  read: FaultField['read'] = String,
): FaultField => ({ name, label, options, read });
const lines = (name: string, label: string, hint: string, read: FaultField['read'] = String): FaultField => ({
  name,
  label,
  hint,
  type: 'lines',
  read,
});

const headersField = lines('headers', 'Headers', 'Retry-After: 5', (text) =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [, name = '', value = ''] = /^([^:]*):?(.*)$/.exec(line) ?? [];
        return [name.trim(), value.trim()];
      }),
  ),
);
const contentTypeField = textField('contentType', 'Content type', 'text/plain');
const beforeOrAfter = choice('moment', 'When', { before: 'before it is handled', after: 'after it is handled' });
const byDefault = { '': 'as it is by default' };
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];

/** The fields that select requests; every kind has them. */
const selectorFields: readonly FaultField[] = [
  choice('method', 'Method', { '': 'any', ...Object.fromEntries(methods.map((method) => [method, method])) }),
  textField('path', 'Path', '/rest/api/2/issue/*', { title: '* is one step or a part of it, ** any number' }),
  textField('endpoint', 'Endpoint', 'createIssue', { list: 'endpoint-names' }),
  textField('caller', 'Caller', 'anybody'),
  numberField('count', 'Times at most', 'no limit', { min: 1, step: 1 }),
  numberField('share', 'Share of them', '0.5', { min: 0, max: 1, step: 'any' }),
  numberField('seed', 'Seed of chance', '1', { step: 1 }),
];

const stubFields: readonly FaultField[] = [
  numberField('status', 'Status', '200', { min: 200, max: 599, step: 1 }),
  lines('json', 'JSON body', '{ "watchers": [] }', (text) => JSON.parse(text) as unknown),
  lines('body', 'or body as text', ''),
  contentTypeField,
  headersField,
];

interface FaultKind {
  readonly does: string;
  readonly fields: readonly FaultField[];
}

/** The fields of each kind of fault, and a description of the kind. */
const faultKinds: Readonly<Record<string, FaultKind>> = {
  latency: {
    does: 'the answer comes late',
    fields: [
      numberField('from', 'Milliseconds', '1000', { min: 0, step: 1, required: true }),
      numberField('to', 'up to', 'the same', { min: 0, step: 1 }),
      beforeOrAfter,
    ],
  },
  'error-response': {
    does: 'an error in place of the answer',
    fields: [
      numberField('status', 'Status', '503', { min: 400, max: 599, step: 1, required: true }),
      numberField('retryAfter', 'Retry-After in seconds', 'none', { min: 0, step: 1 }),
      beforeOrAfter,
      lines('body', 'Body as text', 'the error of the tracker'),
      contentTypeField,
      headersField,
    ],
  },
  'connection-reset': {
    does: 'the connection ends',
    fields: [
      choice('moment', 'When', {
        before: 'before it is handled',
        after: 'after it is handled',
        during: 'during the answer',
      }),
      choice(
        'reset',
        'How',
        { ...byDefault, true: 'with a reset', false: 'in an orderly way' },
        (text) => text === 'true',
      ),
    ],
  },
  malformed: { does: 'JSON with a comma too many', fields: [] },
  truncated: {
    does: 'the body breaks off',
    fields: [
      numberField('at', 'Part that arrives', '0.5', { min: 0, max: 1, step: 'any' }),
      choice('contentLength', 'Content-Length', { ...byDefault, cut: 'of what arrives', whole: 'of the whole body' }),
    ],
  },
  'slow-body': {
    does: 'the body comes in small pieces',
    fields: [
      numberField('pieces', 'Pieces', '10', { min: 2, step: 1 }),
      numberField('pause', 'Pause in milliseconds', '50', { min: 0, step: 1 }),
    ],
  },
};

function fieldInput({ name, label, hint, type, options, read: _, ...limits }: FaultField): Child {
  if (options !== undefined) {
    const shown = Object.entries(options).map(([value, text]) => el('option', { value }, text));
    return el('label', {}, label, el('select', { name }, shown));
  }
  const common = { name, placeholder: hint, autocomplete: 'off', spellcheck: 'false', ...limits };
  return type === 'lines'
    ? el('label', { class: 'lines' }, label, el('textarea', { ...common, rows: 3 }))
    : el('label', {}, label, el('input', { ...common, type: type ?? 'text' }));
}

/** The values of a form as the control API takes them, without empty ones. @throws Refusal */
function readFault(form: HTMLFormElement, kind: string, fields: readonly FaultField[]): object {
  const fault: Record<string, unknown> = { kind };
  for (const { name, label, read } of fields) {
    const text = fieldOf(form, name).value;
    if (text.trim() === '') continue;
    try {
      fault[name] = read(text);
    } catch (error) {
      throw new Refusal(400, `${label}: ${(error as Error).message}`);
    }
  }
  if (findOf(HTMLInputElement, '[name=nobody]', form).checked) fault['caller'] = null;
  if (kind !== 'latency') return fault;
  const { from, to, ...rest } = fault;
  return { ...rest, milliseconds: to === undefined ? from : { from, to } };
}

/** A form that adds a stub, or a fault of the kind that is selected in it. */
function faultForm(tenant: string, what: 'stub' | 'fault', { show, announce }: PageActions): HTMLElement {
  const told = el('div', { class: 'fields' });
  const error = el('p', { class: 'form-error', role: 'alert' });
  const kinds = Object.entries(faultKinds).map(([name, { does }]) => el('option', { value: name }, `${name}: ${does}`));
  const kindChoice = el('select', { name: 'kind' }, kinds);
  const kind = () => (what === 'stub' ? 'stub' : kindChoice.value);
  const fields = () => (what === 'stub' ? stubFields : (faultKinds[kind()]?.fields ?? []));
  const showFields = () => told.replaceChildren(...nodes(fields().map(fieldInput)));
  kindChoice.addEventListener('change', showFields);
  showFields();
  const summary = el('summary', {}, `Add a ${what}`);
  const form = el(
    'form',
    { 'aria-label': `Add a ${what}` },
    what === 'fault' && el('label', { class: 'kind' }, 'Kind', kindChoice),
    told,
    el(
      'fieldset',
      { class: 'fields' },
      el('legend', {}, 'Which requests; all, if nothing is said'),
      selectorFields.map(fieldInput),
      el('label', { class: 'check' }, el('input', { type: 'checkbox', name: 'nobody' }), 'only without a login'),
    ),
    error,
    el('button', {}, `Add the ${what}`),
  );
  const details = el('details', { class: 'card adding' }, summary, form);
  const add = async () => {
    error.textContent = '';
    try {
      await change('POST', ['tenants', tenant, 'faults'], readFault(form, kind(), [...fields(), ...selectorFields]));
      form.reset();
      showFields();
      details.open = false;
      summary.focus();
      await show();
      announce(`The ${what} is in force.`);
    } catch (problem) {
      error.textContent = (problem as Error).message;
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void add();
  });
  return details;
}
