import { spend } from '../state/work.js';

/** What a text can name. Each function returns undefined for something that is not there. */
export interface WikiReferences {
  readonly attachment?: (name: string) => WikiAttachment | undefined;
  readonly issue?: (key: string) => WikiPage | undefined;
  readonly user?: (name: string) => WikiPage | undefined;
}

/** A page that a text links to, and its words. */
interface WikiPage {
  readonly href: string;
  readonly words: string;
}

/** A file of the issue that holds the text. */
export interface WikiAttachment {
  readonly href: string;
  /** The title of a link to it. */
  readonly title: string;
  /** The address of the sign behind a link to it. */
  readonly icon: string;
}

/** Escapes a text so that it can stand in HTML, in attributes too. */
function escapeHtml(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/** Escapes a text so that it can stand in HTML between tags. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A line in which nothing is a mark and nothing has to be escaped, as in most cells of a Steps table. */
const PLAIN = /^(?!\s*h[1-6]\.)[A-Za-z\d ,.;()]*[A-Za-z\d,.;()]$/;

/** Renders wiki markup as HTML, as the tracker's wiki renderer does. Everything else in the text is escaped. */
export function renderWiki(text: string, references: WikiReferences = {}): string {
  spend(10 * text.length);
  if (PLAIN.test(text)) return `<p>${text}</p>`;
  return renderBlocks(text.replaceAll(/\r\n?/g, '\n'), references);
}

/** The macros whose content is shown as it is written, each with the class of its box. */
const verbatim: Readonly<Record<string, string>> = { code: 'code', noformat: 'preformatted' };

function renderVerbatim(name: string, language: string, content: string): string {
  const kind = verbatim[name];
  const pre = name === 'code' ? `<pre class="code-${language || 'java'}">` : '<pre>';
  const shown = `${pre}${escapeText(content.replace(/^\n/, ''))}</pre>`;
  return `<div class="${kind} panel" style="border-width: 1px;"><div class="${kind}Content panelContent">\n${shown}\n</div></div>`;
}

function renderBlocks(text: string, references: WikiReferences): string {
  const blocks: string[] = [];
  const lastClosing = new Map(Object.keys(verbatim).map((name) => [name, text.lastIndexOf(`{${name}}`)]));
  let rest = 0;
  for (const found of text.matchAll(/\{(code|noformat)(?::(\w*)[^{}\n]*)?\}/g)) {
    const { 0: opening, 1: name = '', 2: language = '', index } = found;
    const start = index + opening.length;
    if (index < rest || (lastClosing.get(name) ?? -1) < start) continue;
    const end = text.indexOf(`{${name}}`, start);
    blocks.push(...renderLines(text.slice(rest, index), references));
    blocks.push(renderVerbatim(name, language, text.slice(start, end)));
    rest = end + name.length + 2;
  }
  return [...blocks, ...renderLines(text.slice(rest), references)].join('\n\n');
}

type RenderLines = (lines: readonly string[], references: WikiReferences) => string;

/** Kinds of lines, each with what lines of the kind that follow each other become. All other lines make paragraphs. */
const lineKinds: readonly (readonly [line: RegExp, render: RenderLines])[] = [
  [/^\s*h[1-6]\.\s/, (lines, references) => lines.map((line) => renderHeading(line, references)).join('\n\n')],
  [/^\s*(?:[*#]+|-)\s+\S/, renderList],
  [/^\s*\|/, renderTable],
];

function renderLines(text: string, references: WikiReferences): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let kind: (typeof lineKinds)[number] | undefined;
  const flush = () => {
    if (lines.length > 0) {
      blocks.push(kind?.[1](lines, references) ?? `<p>${renderInline(lines.join('\n'), references)}</p>`);
    }
    lines = [];
  };
  for (const line of text.split('\n')) {
    const found = lineKinds.find(([pattern]) => pattern.test(line));
    if (found !== kind || line.trim() === '') flush();
    kind = found;
    if (line.trim() !== '') lines.push(line);
  }
  flush();
  return blocks;
}

function renderHeading(line: string, references: WikiReferences): string {
  const [, level = '1', words = ''] = /^\s*h([1-6])\.\s+(.*)$/.exec(line) ?? [];
  const anchor = escapeHtml(words.replaceAll(/[\s*_{}[\]|^]+/g, ''));
  return `<h${level}><a name="${anchor}"></a>${renderInline(words, references)}</h${level}>`;
}

const MAX_DEPTH = 20;

/** A list of lines such as `* one` and `## two`; each sign is a level. */
function renderList(lines: readonly string[], references: WikiReferences): string {
  const open: string[] = [];
  let html = '';
  const close = () => {
    const sign = open.pop();
    html += `</li>\n${'\t'.repeat(open.length)}</${sign === '#' ? 'ol' : 'ul'}>\n${'\t'.repeat(open.length)}`;
  };
  for (const line of lines) {
    const [, signs = '', words = ''] = /^\s*([*#]+|-)\s+(.*)$/.exec(line) ?? [];
    const wanted = Array.from(signs.slice(0, MAX_DEPTH));
    const isKept = (sign: string, level: number) => sign === wanted[level];
    while (open.length > wanted.length || !open.every(isKept)) close();
    if (open.length === wanted.length) html += `</li>\n${'\t'.repeat(open.length)}<li>`;
    for (const sign of wanted.slice(open.length)) {
      const tag = { '*': '<ul>', '#': '<ol>' }[sign] ?? '<ul class="alternate" type="square">';
      html += `${open.length === 0 ? '' : `\n${'\t'.repeat(open.length)}`}${tag}\n`;
      open.push(sign);
      html += `${'\t'.repeat(open.length)}<li>`;
    }
    html += renderInline(words, references);
  }
  while (open.length > 0) close();
  return html;
}

/** Rows of cells between `|`, and of headers between `||`. */
function renderTable(lines: readonly string[], references: WikiReferences): string {
  const rows = lines.map((line) => {
    const cells = [...line.matchAll(/(\|\|?)((?:\[[^[\]]*\]|![^!]*!|\\.|[^|])*)/g)];
    if (cells.length > 1 && cells.at(-1)?.[2]?.trim() === '') cells.pop();
    const written = cells.map(({ 1: sign, 2: words = '' }) => {
      const [tag, name] = sign === '||' ? ['th', 'confluenceTh'] : ['td', 'confluenceTd'];
      return `<${tag} class='${name}'>${renderInline(words.trim(), references)}</${tag}>\n`;
    });
    return `<tr>\n${written.join('')}</tr>\n`;
  });
  return `<div class='table-wrap'>\n<table class='confluenceTable'><tbody>\n${rows.join('')}</tbody></table>\n</div>\n`;
}

/** Signs around words, and the tag of each. */
const phrases = { '*': 'b', _: 'em', '-': 'del', '+': 'ins', '^': 'sup', '~': 'sub', '??': 'cite' } as const;

interface Mark {
  /** A pattern without groups. No part of it may run over the beginning of the next mark of the kind. */
  readonly pattern: string;
  readonly render: (mark: string, references: WikiReferences) => string;
}

/** The marks in a line, the first that fits first. */
const marks: readonly Mark[] = [
  { pattern: '\n', render: () => '<br/>\n' },
  { pattern: String.raw`\\[-\\{}[\]*_+^~!|?#@]`, render: (mark) => `&#${mark.charCodeAt(1)};` },
  {
    pattern: String.raw`\{\{(?:(?!\{\{|\}\})[^\n])+\}\}`,
    render: (mark, references) => `<tt>${renderInline(mark.slice(2, -2), references)}</tt>`,
  },
  { pattern: String.raw`\[[^[\]\n]+\]`, render: renderLink },
  { pattern: String.raw`(?<!\w)![^!\s|][^!\n]*!(?!\w)`, render: renderImage },
  {
    pattern: String.raw`(?<!\w)https?://[^\s<>"{}|\\^\[\]]*[^\s<>"{}|\\^\[\].,;:!?)']`,
    render: (mark) => linkTo(mark, escapeText(mark)),
  },
  {
    pattern: String.raw`(?<![\w-])[A-Z][A-Z0-9_]+-\d+(?![\w-])`,
    render: (mark, { issue }) => {
      const page = issue?.(mark);
      return page === undefined ? mark : linkToIssue(mark, page);
    },
  },
  ...Object.entries(phrases).map(([sign, tag]) => {
    const text = sign.replaceAll(/./g, String.raw`\$&`);
    const first = text.slice(0, 2);
    return {
      pattern: `(?<![\\w${first}])${text}(?=[^\\s${first}])[^${first}\\n]*(?<=\\S)${text}(?![\\w${first}])`,
      render: (mark: string, references: WikiReferences) =>
        `<${tag}>${renderInline(mark.slice(sign.length, -sign.length), references)}</${tag}>`,
    };
  }),
];

const anyMark = new RegExp(marks.map(({ pattern }) => `(${pattern})`).join('|'), 'g');

/** Renders the marks of a text without blocks: phrases, links, pictures, line breaks. */
function renderInline(text: string, references: WikiReferences): string {
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

/** A link such as `[words|https://…]`, `[^file]`, `[~user]` or `[KEY-1]`. */
function renderLink(mark: string, references: WikiReferences): string {
  const parts = mark.slice(1, -1).split('|');
  const target = (parts[1] ?? parts[0] ?? '').trim();
  const written = parts.length > 1 ? (parts[0] ?? '') : target.replace(/^(mailto:|\^)/, '');
  // A link holds no further link.
  const words = parts.length === 1 || /:\/\/|@/.test(written) ? escapeText(written) : renderInline(written, {});
  if (/^(?:https?:\/\/|mailto:)/.test(target)) return linkTo(target, words);
  const file = target.startsWith('^') ? references.attachment?.(target.slice(1)) : undefined;
  if (file !== undefined) {
    const icon = `<sup><img class="rendericon" src="${escapeHtml(file.icon)}" height="7" width="7" align="absmiddle" alt="" border="0"/></sup>`;
    return `<span class="nobr"><a href="${escapeHtml(file.href)}" title="${escapeHtml(file.title)}">${words}${icon}</a></span>`;
  }
  const user = target.startsWith('~') ? references.user?.(target.slice(1)) : undefined;
  if (user !== undefined) {
    return `<a href="${escapeHtml(user.href)}" class="user-hover" rel="${escapeHtml(target.slice(1))}">${escapeText(user.words)}</a>`;
  }
  const issue = references.issue?.(target);
  if (issue !== undefined) return linkToIssue(escapeHtml(target), issue);
  return `<span class="error">&#91;${escapeText(mark.slice(1, -1))}&#93;</span>`;
}

/** A picture such as `!https://…!` or `!file.png|width=100,height=50!`. */
function renderImage(mark: string, references: WikiReferences): string {
  const [name = '', settings = ''] = mark.slice(1, -1).split('|');
  const src = /^https?:\/\//.test(name) ? name : references.attachment?.(name)?.href;
  if (src === undefined) {
    return `<span class="error">Unable to render embedded object: File (${escapeText(name)}) not found.</span>`;
  }
  const sizes = [...settings.matchAll(/\b(height|width)=(\d+)/g)].map(([, side, size]) => ` ${side}="${size}"`);
  return `<span class="image-wrap" style=""><img src="${escapeHtml(src)}"${sizes.join('')} style="border: 0px solid black" /></span>`;
}
