/** Makes elements, and texts of values. */
export const domScript = String.raw`
/** An element; what is no node among its children is text, null, undefined and false are nothing. */
function el(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(...nodes(children));
  return element;
}

function nodes(children) {
  return [children]
    .flat(Infinity)
    .filter((child) => child !== undefined && child !== null && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

function badge(text, kind) {
  return el('span', { class: 'badge ' + kind }, text);
}

function quiet(...children) {
  return el('span', { class: 'quiet' }, ...children);
}

function code(...children) {
  return el('code', {}, ...children);
}

/** Names and values below each other; a value that is nothing is left out with its name. */
function facts(pairs) {
  const shown = pairs.filter(([, value]) => value !== undefined && value !== null && value !== '');
  return el('dl', { class: 'facts' }, shown.map(([name, value]) =>
    el('div', {}, el('dt', {}, name), el('dd', {}, value))));
}

function section(title, ...children) {
  return el('section', {}, el('h2', {}, title), ...children);
}

function nothing(text) {
  return el('p', { class: 'nothing' }, text);
}

const number = new Intl.NumberFormat('en');

/** A count and what is counted: 1 entry, 2 entries. */
function counted(count, one, many) {
  return number.format(count) + ' ' + (count === 1 ? one : (many ?? one + 's'));
}

function two(value) {
  return String(value).padStart(2, '0');
}

function clockTime(at) {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
}

function dateAndTime(at) {
  const date = new Date(at);
  return date.getFullYear() + '-' + two(date.getMonth() + 1) + '-' + two(date.getDate()) + ' ' + clockTime(at);
}

function time(at, format) {
  return el('time', { datetime: new Date(at).toISOString() }, format(at));
}

function milliseconds(duration) {
  return (duration < 10 ? duration.toFixed(1) : number.format(Math.round(duration))) + ' ms';
}

/** Text that is JSON, with line breaks; other text as it is. */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Puts children into a container unless the same is there; keeps the focus, and open what was opened. */
function fill(container, ...children) {
  const fresh = el('div', {}, ...children);
  if (fresh.innerHTML === container.innerHTML) return;
  const focused = container.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  const opened = new Map([...container.querySelectorAll('details[data-key]')].map((one) => [one.dataset.key, one.open]));
  for (const details of fresh.querySelectorAll('details[data-key]')) {
    if (opened.has(details.dataset.key)) details.open = opened.get(details.dataset.key);
  }
  container.replaceChildren(...fresh.childNodes);
  if (focused === null) return;
  const again = [...container.querySelectorAll('[href]')].find((link) => link.getAttribute('href') === focused);
  if (again) again.focus({ preventScroll: true });
}
`;
