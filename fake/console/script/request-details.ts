/** One request of the journal in full. */
export const requestDetails = String.raw`
const BODY_LIMIT = 16384;

function statusKind(status) {
  if (status === 0 || status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'idle' : 'good';
}

function statusText(status) {
  return status === 0 ? 'none' : String(status);
}

/** The request the address names, in full; a sentence where the journal no longer has it. */
async function requestInFull(route) {
  const steps = route.space === undefined ? ['strays'] : ['spaces', route.space, 'journal'];
  try {
    const exchange = await ask([...steps, route.item]);
    const faults = exchange.faults.length === 0 ? [] : await ask(['spaces', route.space, 'faults']);
    return describeExchange(exchange, new Map(faults.map(({ id, fault }) => [id, fault])));
  } catch (error) {
    if (error instanceof Refusal) return [closeButton(), nothing(error.message)];
    throw error;
  }
}

function closeButton() {
  return el('button', { type: 'button', class: 'close', onclick: closeRequest, title: 'Esc closes it too' }, 'Close');
}

function describeExchange(exchange, faults) {
  const { status, method, url, endpoint, caller, at, duration, contentType, requestBody, responseBody, curl } = exchange;
  return [
    closeButton(),
    el('h2', { class: 'request-title', tabindex: '-1' },
      badge(statusText(status), statusKind(status)), ' ', el('b', {}, method), ' ', code(url)),
    facts([
      ['Endpoint', endpoint ?? quiet('none')],
      ['Query', queryOf(url)],
      ['Caller', caller ?? quiet('nobody')],
      ['Arrived', time(at, dateAndTime)],
      ['Took', milliseconds(duration)],
      ['Content type', contentType === null ? undefined : code(contentType)],
      ['Struck by', exchange.faults.length === 0 ? undefined : exchange.faults.map((id) => struck(id, faults.get(id)))],
    ]),
    nearestTo(exchange),
    body('Sent', requestBody, contentType === null ? 'Nothing was sent.' : 'What was sent was not read.'),
    body('Answered', responseBody, status === 0 ? 'No answer was sent.' : 'The answer had no text.'),
    el('h3', {}, 'To repeat it'),
    el('div', { class: 'copied' }, el('pre', { tabindex: '0' }, curl), copyButton(curl)),
  ];
}

/** The query as it reads decoded; undefined where there is none. */
function queryOf(url) {
  const [, query] = url.split(/\?(.*)/s);
  const pairs = [...new URLSearchParams(query ?? '')];
  return pairs.length === 0 ? undefined : pairs.map(([name, value]) => el('div', {}, code(name), ' ', quiet('='), ' ', code(value)));
}

function struck(id, fault) {
  return el('div', {}, badge(id, 'warn'), ' ', fault === undefined ? quiet('no longer in force') : describeFault(fault));
}

function describeFault(fault) {
  const told = Object.entries(fault).filter(([name]) => name !== 'kind' && name !== 'seed');
  return told.map(([name, value]) => name + ' ' + (typeof value === 'object' ? JSON.stringify(value) : value)).join(', ');
}

function nearestTo({ endpoint, status, nearest }) {
  if (endpoint !== null || (status === 401 && nearest.length === 0)) return undefined;
  if (nearest.length === 0) return el('p', { class: 'near' }, 'It met nothing, and nothing that is served comes near.');
  return el('section', { class: 'near' },
    el('h3', {}, 'It met nothing. What comes nearest:'),
    el('ol', {}, nearest.map(({ method, path, differences }) =>
      el('li', {}, code(el('b', {}, method), ' ', path), differences.map((one) => el('div', { class: 'quiet' }, one))))));
}

function body(title, text, none) {
  return [
    el('h3', {}, title),
    text === '' ? el('p', { class: 'quiet' }, none) : el('pre', { tabindex: '0', 'aria-label': title }, pretty(text)),
    text.length >= BODY_LIMIT && el('p', { class: 'quiet' }, 'The journal keeps the first ' + number.format(BODY_LIMIT) + ' characters.'),
  ];
}

function copyButton(text) {
  const button = el('button', { type: 'button', class: 'copy' }, 'Copy');
  button.addEventListener('click', async () => {
    button.textContent = (await copy(text, button)) ? 'Copied' : 'Selected';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  return button;
}

/** Copies a text; selects it where the browser does not let a page copy, as it does at addresses of other machines. */
async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection().selectAllChildren(button.parentElement.querySelector('pre'));
    return false;
  }
}
`;
