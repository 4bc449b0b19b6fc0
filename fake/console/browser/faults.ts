import type { FaultInput } from '../../faults/fault.js';
import type { FaultReport } from '../../faults/wire-faults.js';
import { ask, change } from './control-api.js';
import { badge, code, el, find, nothing, number } from './dom.js';
import { tableOf } from './view.js';
import type { Column, TenantRoute, View } from './view.js';

/** Whether the id of a fault is that of a stub. */
export function isStub(id: string): boolean {
  return id.startsWith('stub-');
}

/** A badge for a stub, which answers in place of the tracker, or a fault. */
export function faultBadge(id: string): HTMLElement {
  return badge(id, isStub(id) ? 'blue' : 'warn');
}

/** What each kind does, and an example of it. */
const kinds: Readonly<Record<FaultInput['kind'], readonly [does: string, example: object]>> = {
  stub: [
    'a made-up answer',
    { method: 'GET', path: '/rest/watchers/1.0/**', status: 200, json: { watchers: ['tess'] } },
  ],
  latency: ['the answer comes late', { milliseconds: { from: 200, to: 1000 }, moment: 'before', caller: 'tess' }],
  'error-response': [
    'an error in place of the answer',
    { status: 503, retryAfter: 2, endpoint: 'searchIssues', count: 3 },
  ],
  'connection-reset': ['the connection ends', { moment: 'after', method: 'POST', share: 0.05, seed: 7 }],
  malformed: ['JSON with a comma too many', { caller: null }],
  truncated: ['the body breaks off', { at: 0.5, contentLength: 'cut' }],
  'slow-body': ['the body comes in small pieces', { pieces: 10, pause: 50 }],
};

/** The faults and stubs in force with their counts, and a form to add one. */
export const faultsView: View<TenantRoute> = async ({ tenant }) => {
  const steps = ['tenants', tenant, 'faults'];
  const faults = await ask<readonly FaultReport[]>(steps);
  const remove = (id: string) => act(() => change('DELETE', [...steps, id]), `${id} is removed.`);
  const columns: readonly Column<FaultReport>[] = [
    { label: 'Id', class: 'word', cell: ({ id }) => faultBadge(id) },
    {
      label: 'What it does, and to which requests',
      cell: ({ fault: { kind: _, ...rest } }) => code(JSON.stringify(rest, null, 1)),
    },
    {
      label: 'Applied',
      class: 'word',
      cell: ({ struck, matched }) => `${number.format(struck)} of ${number.format(matched)}`,
    },
    {
      label: 'Remove',
      class: 'word',
      cell: ({ id }) =>
        el('button', { type: 'button', 'aria-label': `Remove ${id}`, onclick: () => void remove(id) }, 'Remove'),
    },
  ];
  return {
    title: 'Faults and stubs',
    count: number.format(faults.length),
    note: 'A stub answers requests in place of the tracker; a fault spoils answers on their way. A reset of the tenant removes what is added here.',
    form: faultForm(steps),
    list: faults.length === 0 ? nothing('No fault and no stub is in force.') : tableOf('In force', columns, faults),
  };
};

/** The form that adds a fault or a stub as JSON. */
function faultForm(steps: readonly string[]): HTMLElement {
  const options = Object.entries(kinds).map(([kind, [does]]) => el('option', { value: kind }, `${kind}: ${does}`));
  const kind = el('select', {}, options);
  const json = el('textarea', { rows: 9, spellcheck: 'false', autocomplete: 'off', required: true });
  const showExample = () => {
    const [, example] = kinds[kind.value as FaultInput['kind']];
    json.value = JSON.stringify({ kind: kind.value, ...example }, null, 2);
  };
  kind.addEventListener('change', showExample);
  showExample();
  const add = async () => change('POST', steps, JSON.parse(json.value) as unknown);
  const onsubmit = (event: Event) => {
    event.preventDefault();
    void act(add, 'It is in force.');
  };
  const removeAll = () => void act(() => change('DELETE', steps), 'All are removed.');
  return el(
    'form',
    { class: 'card adding', 'aria-label': 'Add a fault or a stub', onsubmit },
    el('label', {}, 'Example', kind),
    el('label', {}, 'Fault or stub as JSON', json),
    el(
      'p',
      {},
      el('button', {}, 'Add'),
      ' ',
      el('button', { type: 'button', onclick: removeAll }, 'Remove all'),
      ' ',
      el('output', { class: 'outcome' }),
    ),
  );
}

/** Changes the faults, and says beside the form that it is done, or why it can't be done. */
async function act(changeThem: () => Promise<void>, done: string): Promise<void> {
  const outcome = find(HTMLElement, '.outcome');
  try {
    await changeThem();
    outcome.textContent = done;
  } catch (error) {
    outcome.textContent = (error as Error).message;
  }
  outcome.classList.toggle('bad-news', outcome.textContent !== done);
  dispatchEvent(new Event('faultschange'));
}
