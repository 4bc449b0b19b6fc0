/** Content of an element. A node is added as it is, text and numbers become text, and other values add nothing. */
export type Child = Node | string | number | null | undefined | false | readonly Child[];

/** The attributes of an element. `true` is an attribute without a value; a function is an event listener (`onclick`). */
type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>;

/** Creates an element. Texts are added as text nodes, so data of a tracker can't become markup. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(key.slice('on'.length), value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(...nodes(children));
  return element;
}

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

export function badge(text: string, kind: string): HTMLElement {
  return el('span', { class: `badge ${kind}` }, text);
}

export function quiet(...children: readonly Child[]): HTMLElement {
  return el('span', { class: 'quiet' }, children);
}

export const number = new Intl.NumberFormat('en');

/** A moment in the time zone of the browser. */
export function time(at: number): HTMLElement {
  const date = new Date(at);
  // In Swedish, dates and times are written as in ISO 8601.
  return el('time', { datetime: date.toISOString() }, date.toLocaleString('sv'));
}

/** Replaces the children of a container, unless they are the same already. Keeps the focus of a link. */
export function fill(container: HTMLElement, ...children: readonly Child[]): void {
  const fresh = el('div', {}, children);
  if (fresh.innerHTML === container.innerHTML) return;
  const focused = container.querySelector(':focus')?.getAttribute('href');
  container.replaceChildren(...fresh.childNodes);
  const links = [...container.querySelectorAll('a')];
  links.find((link) => link.getAttribute('href') === focused)?.focus({ preventScroll: true });
}

export interface Item {
  /** What it is; no other row has the same. */
  readonly key: string;
  /** It is made anew only if this changes. */
  readonly version?: string;
  readonly summary: () => Child;
  /** What it shows if it is opened. Without it, it can't be opened. */
  readonly detail?: () => Child | Promise<Child>;
}

const elements = new WeakMap<Element, Item>();

/** Shows the rows of a list. A row that has not changed keeps its element, and so its focus and what is open in it. */
export function showItems(list: HTMLElement, items: readonly Item[]): void {
  const before = new Map([...list.children].map((element) => [elements.get(element)?.key, element]));
  for (const [place, item] of items.entries()) {
    const known = before.get(item.key);
    const isSame = known !== undefined && elements.get(known)?.version === item.version;
    const element = isSame ? known : elementOf(item, known?.hasAttribute('open'));
    if (!isSame) known?.remove();
    if (list.children[place] !== element) list.insertBefore(element, list.children[place] ?? null);
  }
  for (const element of [...list.children].slice(items.length)) element.remove();
}

function elementOf(item: Item, isOpen = false): HTMLElement {
  const { summary, detail } = item;
  const inside = el('div', { class: 'inside' });
  const load = async () => {
    if (inside.hasChildNodes() || detail === undefined) return;
    const content = await Promise.resolve(detail()).catch((error: unknown) => String(error));
    inside.replaceChildren(...nodes(content));
  };
  const element =
    detail === undefined
      ? el('div', { class: 'row' }, summary())
      : el(
          'details',
          { class: 'row', open: isOpen, ontoggle: () => void load() },
          el('summary', {}, summary()),
          inside,
        );
  elements.set(element, item);
  return element;
}
