import { createHash } from 'node:crypto';
import { endpoints } from '../../contracts/index.js';
import { CONTROL_PATH } from '../control/answer-control.js';
import { consoleMarkup } from './console-markup.js';
import { pageSources } from './page-sources.js';

/** The console as it is sent to a browser. */
export interface ConsolePage {
  readonly html: string;
  /** Its content security policy: only its own script and style, and requests only to its own fake. */
  readonly policy: string;
}

let page: ConsolePage | undefined;

/** The console: one page with inlined style and script, built on the first request. */
export function consolePage(): ConsolePage {
  return (page ??= build());
}

function build(): ConsolePage {
  const { script, style } = pageSources();
  const names = Object.keys(endpoints).sort();
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const html = consoleMarkup
    .replace('<!-- control path -->', CONTROL_PATH)
    .replace('<!-- endpoint names -->', names.map((name) => `<option value="${name}"></option>`).join(''))
    .replace('<!-- style -->', () => `<style>${style}</style>`)
    .replace('<!-- script -->', () => `<script>${script}</script>`);
  return { html, policy };
}

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
