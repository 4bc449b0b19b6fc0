import { spend } from '../state/work.js';
import { escapeHtml, escapeText, renderInline } from './wiki-inline.js';
import type { WikiReferences } from './wiki-inline.js';

/** A line in which nothing is a mark and nothing has to be escaped, as in most cells of a Steps table. */
const PLAIN = /^(?!\s*(?:h[1-6]|bq)\.)[A-Za-z\d ,.;()]*[A-Za-z\d,.;()]$/;

/** Renders wiki markup as HTML, as the tracker's wiki renderer does. Everything else in the text is escaped. */
export function renderWiki(text: string, references: WikiReferences = {}): string {
  spend(10 * text.length);
  if (PLAIN.test(text)) return `<p>${text}</p>`;
  return renderBlocks(text.replaceAll(/\r\n?/g, '\n'), references);
}

/** Macros around lines: what stands between `{name}` and `{name}`, as HTML. */
const macros: Readonly<Record<string, (content: string, settings: string, references: WikiReferences) => string>> = {
  code: (content, settings) => {
    const language = /^\w+(?=$|\|)/.exec(settings)?.[0].toLowerCase() ?? 'java';
    return panel('code', settings, `<pre class="code-${language}">${escapeText(content.replace(/^\n/, ''))}</pre>`);
  },
  noformat: (content, settings) =>
    panel('preformatted', settings, `<pre>${escapeText(content.replace(/^\n/, ''))}</pre>`),
  panel: (content, settings, references) => panel('', settings, renderBlocks(content, references)),
  quote: (content, _settings, references) => `<blockquote>${renderBlocks(content, references)}</blockquote>`,
};

function panel(kind: string, settings: string, content: string): string {
  const title = /(?:^|\|)title=([^|]*)/.exec(settings)?.[1];
  const [box, header, body] = kind === '' ? ['panel', 'panelHeader', 'panelContent'] : classesOf(kind);
  const head = `<div class="${header}" style="border-bottom-width: 1px;"><b>${escapeHtml(title ?? '')}</b></div>`;
  return `<div class="${box}" style="border-width: 1px;">${title === undefined ? '' : head}<div class="${body}">\n${content}\n</div></div>`;
}

function classesOf(kind: string) {
  return [`${kind} panel`, `${kind}Header panelHeader`, `${kind}Content panelContent`] as const;
}

function renderBlocks(text: string, references: WikiReferences): string {
  const blocks: string[] = [];
  const lastClosing = new Map(Object.keys(macros).map((name) => [name, text.lastIndexOf(`{${name}}`)]));
  let rest = 0;
  for (const { 0: opening, 1: name = '', 2: settings = '', index } of text.matchAll(
    /\{(code|noformat|panel|quote)(?::([^{}\n]*))?\}/g,
  )) {
    const start = index + opening.length;
    if (index < rest || (lastClosing.get(name) ?? -1) < start) continue;
    const end = text.indexOf(`{${name}}`, start);
    blocks.push(...renderLines(text.slice(rest, index), references));
    blocks.push(macros[name]?.(text.slice(start, end), settings, references) ?? '');
    rest = end + name.length + 2;
  }
  return [...blocks, ...renderLines(text.slice(rest), references)].join('\n\n');
}

/** Kinds of lines, each with what lines of the kind that follow each other become. All other lines make paragraphs. */
const lineKinds: readonly (readonly [
  line: RegExp,
  render: (lines: readonly string[], references: WikiReferences) => string,
])[] = [
  [/^\s*h[1-6]\.\s/, (lines, references) => lines.map((line) => renderHeading(line, references)).join('\n\n')],
  [
    /^\s*bq\.\s/,
    (lines, references) =>
      lines
        .map((line) => `<blockquote><p>${renderInline(line.replace(/^\s*bq\.\s+/, ''), references)}</p></blockquote>`)
        .join('\n'),
  ],
  [/^\s*-{4,5}\s*$/, (lines) => lines.map(() => '<hr />').join('\n')],
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
