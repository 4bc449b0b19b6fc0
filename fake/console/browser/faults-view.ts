import type { FaultReport } from '../../faults/wire-faults.js';
import { readRoute } from './address.js';
import type { TenantRoute } from './address.js';
import { change, faultsOf } from './control-api.js';
import { code, counted, el, fill, find, nothing, number, quiet } from './dom.js';
import type { Child } from './dom.js';
import { faultBadge, formatValue } from './request-details.js';
import { fieldOf, tableOf } from './view.js';
import type { Column, Field, PageActions, View } from './view.js';

/** The fields that select requests; every kind has them. */
const selectorFields: readonly FaultField[] = [
  { name: 'method', label: 'Method', options: methodOptions() },
  {
    name: 'path',
    label: 'Path',
    placeholder: '/rest/api/2/issue/*',
    title: '* is one step or a part of it, ** any number',
  },
  { name: 'endpoint', label: 'Endpoint', placeholder: 'createIssue', list: 'endpoint-names' },
  { name: 'caller', label: 'Caller', placeholder: 'anybody' },
  { name: 'count', label: 'Times at most', placeholder: 'no limit', type: 'number', min: 1 },
  { name: 'share', label: 'Share of them', placeholder: '0.5', type: 'number', min: 0, max: 1, step: 'any' },
];

function methodOptions(): Readonly<Record<string, string>> {
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];
  return { '': 'any', ...Object.fromEntries(methods.map((method) => [method, method])) };
}

const seedField: FaultField = { name: 'seed', label: 'Seed of chance', placeholder: '1', type: 'number' };
const nobodyField: FaultField = { name: 'nobody', label: 'only without a login', type: 'checkbox' };

interface FaultField extends Field {
  /** Reads its value; otherwise it is a number or a text, by its type. */
  readonly read?: (text: string) => unknown;
}

const headersField: FaultField = {
  name: 'headers',
  label: 'Headers',
  placeholder: 'Retry-After: 5',
  type: 'lines',
  read: (text) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const parts = lines.map((line) => line.split(/:(.*)/));
    return Object.fromEntries(parts.map(([name = '', value = '']) => [name.trim(), value.trim()]));
  },
};
const contentTypeField: FaultField = { name: 'contentType', label: 'Content type', placeholder: 'text/plain' };
const beforeOrAfter = { before: 'before it is handled', after: 'after it is handled' };
const momentField: FaultField = { name: 'moment', label: 'When', options: beforeOrAfter };
const byDefault = { '': 'as it is by default' };

const stubFields: readonly FaultField[] = [
  { name: 'status', label: 'Status', placeholder: '200', type: 'number', min: 200, max: 599 },
  {
    name: 'json',
    label: 'JSON body',
    placeholder: '{ "watchers": [] }',
    type: 'lines',
    read: (text) => JSON.parse(text) as unknown,
  },
  { name: 'body', label: 'or body as text', type: 'lines' },
  contentTypeField,
  headersField,
];

/** The fields of each kind of fault, and what the kind does. */
const faultKinds: Readonly<Record<string, { readonly does: string; readonly fields: readonly FaultField[] }>> = {
  latency: {
    does: 'the answer comes late',
    fields: [
      { name: 'from', label: 'Milliseconds', placeholder: '1000', type: 'number', min: 0, required: true },
      { name: 'to', label: 'up to', placeholder: 'the same', type: 'number', min: 0 },
      momentField,
    ],
  },
  'error-response': {
    does: 'an error in place of the answer',
    fields: [
      { name: 'status', label: 'Status', placeholder: '503', type: 'number', min: 400, max: 599, required: true },
      { name: 'retryAfter', label: 'Retry-After in seconds', placeholder: 'none', type: 'number', min: 0 },
      momentField,
      { name: 'body', label: 'Body as text', placeholder: 'the error of the tracker', type: 'lines' },
      contentTypeField,
      headersField,
    ],
  },
  'connection-reset': {
    does: 'the connection ends',
    fields: [
      { name: 'moment', label: 'When', options: { ...beforeOrAfter, during: 'during the answer' } },
      {
        name: 'reset',
        label: 'How',
        options: { ...byDefault, true: 'with a reset', false: 'in an orderly way' },
        read: (text) => text === 'true',
      },
    ],
  },
  malformed: { does: 'JSON with a comma too many', fields: [] },
  truncated: {
    does: 'the body breaks off',
    fields: [
      { name: 'at', label: 'Part that arrives', placeholder: '0.5', type: 'number', min: 0, max: 1, step: 'any' },
      {
        name: 'contentLength',
        label: 'Content-Length',
        options: { ...byDefault, cut: 'of what arrives', whole: 'of the whole body' },
      },
    ],
  },
  'slow-body': {
    does: 'the body comes in small pieces',
    fields: [
      { name: 'pieces', label: 'Pieces', placeholder: '10', type: 'number', min: 2 },
      { name: 'pause', label: 'Pause in milliseconds', placeholder: '50', type: 'number', min: 0 },
    ],
  },
};

/** The faults and stubs in force, with their effects and counts, and forms to add and remove them. */
export const faultsView: View<TenantRoute> = async (route) => {
  const faults = await faultsOf(route);
  const lead =
    'A stub answers requests in the place of the tracker; a fault spoils answers on their way. ' +
    'A reset of the tenant removes what is added here.';
  return {
    title: 'Faults and stubs',
    head: [el('h1', {}, 'Faults and stubs'), el('p', {}, quiet(lead))],
    results: (actions) => showFaults(route, faults, actions),
  };
};

/** The requests that a fault selects, and its effect. */
function describeFault({ fault }: FaultReport): Readonly<Record<'requests' | 'effect', Child>> {
  const told = Object.entries(fault).filter(([name]) => name !== 'kind' && name !== 'seed');
  const isSelector = ([name]: [string, unknown]) => selectorFields.some((field) => field.name === name);
  const lineOf = ([name, value]: [string, unknown]) => {
    const values = [value].flat().map((one) => (one === null ? 'nobody' : formatValue(one)));
    return el('div', {}, quiet(name), ' ', code(values.join(' or ')));
  };
  const requests = told.filter(isSelector).map(lineOf);
  const effect = told.filter((one) => !isSelector(one));
  return {
    requests: requests.length === 0 ? quiet('all requests') : requests,
    effect: effect.map(([name, value]) => el('div', {}, quiet(name), ' ', code(formatValue(value)))),
  };
}

/** Shows the faults and stubs in force. The forms stay unchanged, so typing is not interrupted. */
async function showFaults(route: TenantRoute, faults: readonly FaultReport[], actions: PageActions): Promise<void> {
  const results = find(HTMLElement, '.results');
  if (!results.querySelector('.in-force')) {
    results.replaceChildren(
      el('p', { class: 'form-error removal-error', role: 'alert' }),
      el('div', { class: 'in-force' }),
      faultForm(route.tenant, 'stub', actions),
      faultForm(route.tenant, 'fault', actions),
    );
  }
  const removeButton = (text: string, label: string, id?: string) => {
    const onclick = () => void removeFaults(actions, id);
    return el('button', { type: 'button', 'data-key': `remove ${id ?? ''}`, 'aria-label': label, onclick }, text);
  };
  const columns: readonly Column<FaultReport>[] = [
    { label: 'Id', class: 'name', cell: ({ id }) => faultBadge(id) },
    { label: 'Requests', cell: (fault) => describeFault(fault).requests },
    { label: 'What it does', cell: (fault) => describeFault(fault).effect },
    { label: 'Struck', cell: ({ struck, matched }) => `${number.format(struck)} of ${counted(matched, 'request')}` },
    { label: 'Remove', cell: ({ id }) => removeButton('Remove', `Remove ${id}`, id) },
  ];
  const inForce = [
    await tableOf(route, 'Faults and stubs in force', columns, faults),
    el('p', {}, removeButton('Remove all', 'Remove all faults and stubs')),
  ];
  fill(find(HTMLElement, '.in-force'), faults.length === 0 ? nothing('No fault and no stub is in force.') : inForce);
}

/** Removes a fault or a stub, or all of them. */
async function removeFaults({ show, announce }: PageActions, id?: string): Promise<void> {
  const { tenant = '' } = readRoute();
  await reportProblem(find(HTMLElement, '.removal-error'), async () => {
    await change('DELETE', ['tenants', tenant, 'faults', ...(id === undefined ? [] : [id])]);
    await show();
    announce(id === undefined ? 'No fault and no stub is in force.' : `${id} is removed.`);
    find(HTMLElement, '.in-force button, .adding summary').focus();
  });
}

/** Does something, and shows why it could not be done. */
async function reportProblem(element: HTMLElement, action: () => Promise<void>): Promise<void> {
  element.textContent = '';
  try {
    await action();
  } catch (problem) {
    element.textContent = (problem as Error).message;
  }
}

/** The values of a form as the control API takes them, without empty ones. @throws Error for one that can't be read */
function readFault(form: HTMLFormElement, kind: string, fields: readonly FaultField[]): object {
  const data = new FormData(form);
  const fault: Record<string, unknown> = { kind };
  for (const { name, label, type, read = type === 'number' ? Number : String } of fields) {
    const text = data.get(name);
    if (typeof text !== 'string' || text.trim() === '') continue;
    try {
      fault[name] = read(text);
    } catch (error) {
      throw new Error(`${label}: ${(error as Error).message}`, { cause: error });
    }
  }
  const { from, to, nobody, ...rest } = fault;
  return {
    ...rest,
    ...(nobody !== undefined && { caller: null }),
    ...(from !== undefined && { milliseconds: to === undefined ? from : { from, to } }),
  };
}

/** A form that adds a stub, or a fault of the kind that is selected in it. */
function faultForm(tenant: string, what: 'stub' | 'fault', { show, announce }: PageActions): HTMLElement {
  const ofKind = el('div', { class: 'fields' });
  const error = el('p', { class: 'form-error', role: 'alert' });
  const does = Object.entries(faultKinds).map(([name, kind]) => [name, `${name}: ${kind.does}`] as const);
  const kindLabel = fieldOf({ name: 'kind', label: 'Kind', options: Object.fromEntries(does) });
  const always = [...selectorFields, seedField, nobodyField];
  const kind = () => (what === 'stub' ? what : find(HTMLSelectElement, 'select', kindLabel).value);
  const fields = () => faultKinds[kind()]?.fields ?? stubFields;
  const showFields = () => ofKind.replaceChildren(...fields().map(fieldOf));
  kindLabel.addEventListener('change', showFields);
  showFields();
  const summary = el('summary', {}, `Add a ${what}`);
  const form = el(
    'form',
    { 'aria-label': `Add a ${what}` },
    what === 'fault' && kindLabel,
    ofKind,
    el(
      'fieldset',
      { class: 'fields' },
      el('legend', {}, 'Which requests; all, if nothing is said'),
      always.map(fieldOf),
    ),
    error,
    el('button', {}, `Add the ${what}`),
  );
  const details = el('details', { class: 'card adding' }, summary, form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void reportProblem(error, async () => {
      await change('POST', ['tenants', tenant, 'faults'], readFault(form, kind(), [...fields(), ...always]));
      form.reset();
      showFields();
      details.open = false;
      summary.focus();
      await show();
      announce(`The ${what} is in force.`);
    });
  });
  return details;
}
