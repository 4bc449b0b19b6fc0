import type { FaultInput } from '../../faults/fault.js';
import type { FaultReport } from '../../faults/wire-faults.js';
import { askControl, change } from './control-api.js';
import { badge, el, number } from './dom.js';
import type { Item } from './dom.js';
import type { Content, TenantRoute } from './view.js';

export function isStub(id: string): boolean {
  return id.startsWith('stub-');
}

export function faultBadge(id: string): HTMLElement {
  return badge(id, isStub(id) ? 'idle' : 'warn');
}

const examples: Readonly<Record<FaultInput['kind'], object>> = {
  stub: { method: 'GET', path: '/rest/watchers/1.0/**', status: 200, json: { watchers: ['tess'] } },
  latency: { milliseconds: { from: 200, to: 1000 }, moment: 'before', caller: 'tess' },
  'error-response': { status: 503, retryAfter: 2, endpoint: 'searchIssues', count: 3 },
  'connection-reset': { moment: 'after', method: 'POST', share: 0.05, seed: 7 },
  malformed: { caller: null },
  truncated: { at: 0.5, contentLength: 'cut' },
  'slow-body': { pieces: 10, pause: 50 },
};

export async function faultsView({ steps }: TenantRoute): Promise<Content> {
  const faults = await askControl<readonly FaultReport[]>(steps);
  return {
    title: 'Faults and stubs',
    count: number.format(faults.length),
    note: 'A stub answers requests in place of the tracker; a fault spoils answers on their way. A reset of the tenant removes what is added here.',
    form: () => faultForm(steps),
    items: faults.map((report) => itemOf(steps, report)),
    none: 'No fault and no stub is in force.',
  };
}

function itemOf(steps: readonly string[], { id, fault, struck, matched }: FaultReport): Item {
  const remove = () => void act(() => change('DELETE', [...steps, id]), `${id} is removed.`);
  const applied = `applied to ${number.format(struck)} of ${number.format(matched)} requests`;
  return {
    key: id,
    version: JSON.stringify([fault, applied]),
    summary: () => [
      el('span', {}, faultBadge(id), ` ${applied}`),
      el('code', {}, JSON.stringify(fault, null, 1)),
      el('button', { type: 'button', 'aria-label': `Remove ${id}`, onclick: remove }, 'Remove'),
    ],
  };
}

function faultForm(steps: readonly string[]): HTMLElement {
  const kinds = Object.keys(examples).map((kind) => el('option', {}, kind));
  const json = el('textarea', { rows: 9, spellcheck: 'false', autocomplete: 'off', required: true });
  const showExample = () => {
    const kind = chosen.value as FaultInput['kind'];
    json.value = JSON.stringify({ kind, ...examples[kind] }, null, 2);
  };
  const chosen = el('select', { onchange: showExample }, kinds);
  showExample();
  const onsubmit = (event: Event) => {
    event.preventDefault();
    void act(async () => change('POST', steps, JSON.parse(json.value)), 'It is in force.');
  };
  return el(
    'form',
    { class: 'card adding', 'aria-label': 'Add a fault or a stub', onsubmit },
    el('label', {}, 'Example', chosen),
    el('label', {}, 'Fault or stub as JSON', json),
    el('p', {}, el('button', {}, 'Add'), ' ', el('output')),
  );
}

/** Changes the faults, and says in the form that it is done, or why it can't be done. */
async function act(changeThem: () => Promise<void>, done: string): Promise<void> {
  const outcome = await changeThem().then(
    () => done,
    (error: unknown) => (error as Error).message,
  );
  // The reader may have gone to another view meanwhile.
  const output = document.querySelector<HTMLOutputElement>('.adding output');
  if (output !== null) output.value = outcome;
  output?.classList.toggle('trouble', outcome !== done);
  dispatchEvent(new Event('faultschange'));
}
