import { readRoute } from './address.js';
import type { TenantRoute } from './address.js';
import type { Fault, FaultInForce } from './answers.js';
import { ask, change } from './control-api.js';
import { badge, code, counted, el, fill, find, nothing, number, quiet } from './dom.js';
import type { Child } from './dom.js';
import { faultForm } from './fault-forms.js';
import { inWords, isStub } from './request-details.js';
import { table } from './view.js';
import type { Column, PageActions, TenantView } from './view.js';

const selectorNames = ['method', 'path', 'endpoint', 'caller', 'count', 'share'];

/** The requests that a fault selects. */
function describeSelector(fault: Fault): Child {
  const told = selectorNames.filter((name) => fault[name] !== undefined);
  if (told.length === 0) return quiet('all requests');
  return told.map((name) => {
    const values = [fault[name]].flat().map((one) => (one === null ? 'nobody' : inWords(one)));
    return el('div', {}, quiet(name), ' ', code(values.join(' or ')));
  });
}

/** The effect of a fault. */
function describeEffect(fault: Fault): Child {
  const told = Object.entries(fault).filter(([name]) => !['kind', 'seed', ...selectorNames].includes(name));
  return told.map(([name, value]) => el('div', {}, quiet(name), ' ', code(inWords(value))));
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
