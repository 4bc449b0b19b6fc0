/** What a text can name. Each function returns undefined for something that is not there. */
export interface WikiReferences {
  readonly attachment?: (name: string) => WikiAttachment | undefined;
  readonly issue?: (key: string) => WikiPage | undefined;
  readonly user?: (name: string) => WikiPage | undefined;
}

/** A page that a text links to, and its words. */
export interface WikiPage {
  readonly href: string;
  readonly words: string;
}

/** A file of the issue that holds the text. */
export interface WikiAttachment {
  readonly id: number;
  readonly href: string;
  /** The address of a small picture of it, if it is a picture. */
  readonly thumbnail?: string | undefined;
  /** The title of a link to it. */
  readonly title: string;
  /** The address of the sign behind a link to it. */
  readonly icon: string;
}

/** Escapes a text so that it can stand in HTML, in attributes too. */
export function escapeHtml(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/** Escapes a text so that it can stand in HTML between tags. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Signs around words, and the tag of each. */
const phrases = { '*': 'b', _: 'em', '-': 'del', '+': 'ins', '^': 'sup', '~': 'sub', '??': 'cite' } as const;

interface Mark {
  /** A pattern without groups. No part of it may run over the beginning of the next mark of the kind. */
  readonly pattern: string;
  readonly render: (mark: string, references: WikiReferences) => string;
}

const WEB = String.raw`(?:https?|ftp|file|nntp|news|irc)://`;

/** The marks in a line, the first that fits first. */
const marks: readonly Mark[] = [
  { pattern: '\n', render: () => '<br/>\n' },
  { pattern: String.raw`\\\\`, render: () => '<br class="atl-forced-newline" />' },
  { pattern: String.raw`\\[-\\{}[\]*_+^~!|?#@]`, render: (mark) => `&#${mark.charCodeAt(1)};` },
  {
    pattern: String.raw`\{\{(?:(?!\{\{|\}\})[^\n])+\}\}`,
    render: (mark, references) => `<tt>${renderInline(mark.slice(2, -2), references)}</tt>`,
  },
  {
    pattern: String.raw`\{color:#?\w+\}(?:(?!\{color)[^])*\{color\}`,
    render: (mark, references) => {
      const [, color = '', words = ''] = /^\{color:([^}]*)\}([^]*)\{color\}$/.exec(mark) ?? [];
      return `<font color="${color}">${renderInline(words, references)}</font>`;
    },
  },
  { pattern: String.raw`\[[^[\]\n]+\]`, render: renderLink },
  { pattern: String.raw`(?<!\w)![^!\s|][^!\n]*!(?!\w)`, render: renderImage },
  {
    pattern: String.raw`(?<!\w)${WEB}[^\s<>"{}|\\^\[\]]*[^\s<>"{}|\\^\[\].,;:!?)']`,
    render: (mark) => linkTo(mark, escapeText(mark)),
  },
  {
    pattern: String.raw`(?<![\w.+-])(?:mailto:)?[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
    render: (mark) => {
      const address = mark.replace(/^mailto:/, '');
      return linkTo(`mailto:${address}`, escapeText(address));
    },
  },
  {
    pattern: String.raw`(?<![\w-])[A-Z][A-Z0-9_]+-\d+(?![\w-])`,
    render: (mark, { issue }) => {
      const page = issue?.(mark);
      return page === undefined ? mark : linkToIssue(mark, page);
    },
  },
  ...Object.entries(phrases).flatMap(([sign, tag]) => {
    const text = sign.replaceAll(/./g, String.raw`\$&`);
    const first = text.slice(0, 2);
    const render = (mark: string, references: WikiReferences) =>
      `<${tag}>${renderInline(mark.slice(sign.length, -sign.length), references)}</${tag}>`;
    return [
      { pattern: `(?<![\\w${first}])${text}(?=[^\\s${first}])[^${first}\\n]*(?<=\\S)${text}(?![\\w${first}])`, render },
      {
        pattern: `\\{${text}\\}[^${first}{}\\n]+\\{${text}\\}`,
        render: (mark: string, references: WikiReferences) => render(mark.replaceAll(/[{}]/g, ''), references),
      },
    ];
  }),
  { pattern: String.raw`(?<!\S)---(?!\S)`, render: () => '&#8212;' },
  { pattern: String.raw`(?<!\S)--(?!\S)`, render: () => '&#8211;' },
];

const anyMark = new RegExp(marks.map(({ pattern }) => `(${pattern})`).join('|'), 'g');

/** Renders the marks of a text without blocks: phrases, links, pictures, line breaks. */
export function renderInline(text: string, references: WikiReferences): string {
  let html = '';
  let rest = 0;
  for (const found of text.matchAll(anyMark)) {
    const [mark] = found;
    const place = found.findIndex((group: string | undefined, index) => index > 0 && group !== undefined);
    html += escapeText(text.slice(rest, found.index)) + (marks[place - 1]?.render(mark, references) ?? '');
    rest = found.index + mark.length;
  }
  return html + escapeText(text.slice(rest));
}

function linkTo(href: string, words: string): string {
  return `<a href="${escapeHtml(href)}" class="external-link" target="_blank" rel="nofollow noopener">${words}</a>`;
}

function linkToIssue(key: string, { href, words }: WikiPage): string {
  return `<a href="${escapeHtml(href)}" title="${escapeHtml(words)}" class="issue-link" data-issue-key="${key}">${key}</a>`;
}

/** A link such as `[words|https://…]`, `[^file]`, `[~user]`, `[#anchor]` or `[KEY-1]`. */
function renderLink(mark: string, references: WikiReferences): string {
  const parts = mark.slice(1, -1).split('|');
  const target = (parts[1] ?? parts[0] ?? '').trim();
  const written = parts.length > 1 ? (parts[0] ?? '') : target.replace(/^(mailto:|#)/, '');
  // A link holds no further link.
  const words = /:\/\/|@/.test(written) ? escapeText(written) : renderInline(written, {});
  if (new RegExp(`^(?:${WEB}|mailto:)`).test(target)) return linkTo(target, words);
  if (/^(?:#|\/(?!\/))/.test(target)) return `<a href="${escapeHtml(target)}">${words}</a>`;
  const file = target.startsWith('^') ? references.attachment?.(target.slice(1)) : undefined;
  if (file !== undefined) {
    const name = parts.length > 1 ? words : escapeText(target.slice(1));
    const icon = `<sup><img class="rendericon" src="${escapeHtml(file.icon)}" height="7" width="7" align="absmiddle" alt="" border="0"/></sup>`;
    return `<span class="nobr"><a href="${escapeHtml(file.href)}" title="${escapeHtml(file.title)}">${name}${icon}</a></span>`;
  }
  const user = target.startsWith('~') ? references.user?.(target.slice(1)) : undefined;
  if (user !== undefined) {
    return `<a href="${escapeHtml(user.href)}" class="user-hover" rel="${escapeHtml(target.slice(1))}">${escapeText(user.words)}</a>`;
  }
  const issue = references.issue?.(target);
  if (issue !== undefined) return linkToIssue(escapeHtml(target), issue);
  return `<span class="error">&#91;${escapeText(mark.slice(1, -1))}&#93;</span>`;
}

/** A picture such as `!https://…!`, `!file.png|thumbnail!` or `!file.png|width=100,height=50!`. */
function renderImage(mark: string, references: WikiReferences): string {
  const [name = '', settings = ''] = mark.slice(1, -1).split('|');
  const sizes = [...settings.matchAll(/\b(height|width)=(\d+)/g)].map(([, side, size]) => ` ${side}="${size}"`);
  const picture = (src: string) => `<img src="${escapeHtml(src)}"${sizes.join('')} style="border: 0px solid black" />`;
  const wrap = (html: string) => `<span class="image-wrap" style="">${html}</span>`;
  if (/^https?:\/\//.test(name)) return wrap(picture(name));
  const file = references.attachment?.(name);
  if (file === undefined) {
    return `<span class="error">Unable to render embedded object: File (${escapeText(name)}) not found.</span>`;
  }
  if (file.thumbnail === undefined || !/\bthumbnail\b/.test(settings)) return wrap(picture(file.href));
  const title = escapeHtml(name);
  return wrap(
    `<a id="${file.id}_thumb" href="${escapeHtml(file.href)}" title="${title}" file-preview-type="image" file-preview-id="${file.id}" file-preview-title="${title}">${picture(file.thumbnail)}</a>`,
  );
}
