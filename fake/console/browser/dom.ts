/** Content of an element. A node is added as it is, text and numbers become text, and other values add nothing. */
export type Child = Node | string | number | null | undefined | false | readonly Child[];

type Listener = (event: Event) => void;

/**
 * The attributes of an element. `true` is an attribute without a value; a function is an event listener (`onclick`).
 */
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined | Listener>>;

/** Creates an element. Texts are added as text nodes, so data of a tracker can't become markup. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') element.addEventListener(key.slice('on'.length), value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(...nodes(children));
  return element;
}

/** Converts children for `append`. */
function nodes(child: Child): (Node | string)[] {
  if (child === undefined || child === null || child === false) return [];
  if (child instanceof Node) return [child];
  return typeof child === 'object' ? child.flatMap(nodes) : [String(child)];
}

/** The element of a kind that a selector names. @throws Error if there is none of that kind */
export function find<Found extends Element>(kind: new () => Found, selector: string): Found {
  const found = document.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${selector}.`);
}

/** A badge: a word on a coloured background. */
export function badge(text: string, kind: string): HTMLElement {
  return el('span', { class: `badge ${kind}` }, text);
}

/** Text in a muted colour. */
export function quiet(...children: readonly Child[]): HTMLElement {
  return el('span', { class: 'quiet' }, children);
}

export function code(...children: readonly Child[]): HTMLElement {
  return el('code', {}, children);
}

/** A title with the number of what stands under it. */
export function withCount(title: string, count: number): Child {
  return [title, ' ', el('span', { class: 'count-of-tab' }, number.format(count))];
}

/** A sentence for an empty result. */
export function nothing(text: string): HTMLElement {
  return el('p', { class: 'nothing' }, text);
}

/** Formats a number with separators for thousands. */
export const number = new Intl.NumberFormat('en');

/** A moment in the time zone of the browser: its date and time, or only the time of day. */
export function time(at: number, isTimeOnly = false): HTMLElement {
  const date = new Date(at);
  // In Swedish, dates and times are written as in ISO 8601.
  const text = isTimeOnly ? date.toLocaleTimeString('sv') : date.toLocaleString('sv');
  return el('time', { datetime: date.toISOString() }, text);
}

/** A duration with its unit. */
export function milliseconds(duration: number): string {
  return `${duration < 10 ? duration.toFixed(1) : number.format(Math.round(duration))} ms`;
}

/** JSON with line breaks; other text unchanged. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The markup that each container was last given. Attributes and fields may have changed since then. */
const given = new WeakMap<Element, string>();

/**
 * Replaces the children of a container, unless they are the same as last time. Keeps the focus.
 *
 * @returns whether they are replaced
 */
export function fill(container: HTMLElement, ...children: readonly Child[]): boolean {
  const fresh = el('div', {}, children);
  const markup = fresh.innerHTML;
  if (given.get(container) === markup) return false;
  given.set(container, markup);
  const { activeElement } = document;
  const focused = container.contains(activeElement) ? activeElement?.getAttribute('href') : undefined;
  container.replaceChildren(...fresh.childNodes);
  const links = [...container.querySelectorAll('a')];
  if (typeof focused === 'string')
    links.find((one) => one.getAttribute('href') === focused)?.focus({ preventScroll: true });
  return true;
}
