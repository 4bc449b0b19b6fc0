import { createHash } from 'node:crypto';
import { consoleMarkup } from './console-markup.js';
import { consoleScript } from './console-script.js';
import { consoleStyle } from './console-style.js';

/** The console as a browser is sent it. */
export interface ConsolePage {
  readonly html: string;
  /** Its content security policy: no script and no style but its own, and no request but to the fake it came from. */
  readonly policy: string;
}

let page: ConsolePage | undefined;

/** The console: one page with its style and its script in it, made when it is first asked for. */
export function consolePage(): ConsolePage {
  return (page ??= build());
}

function build(): ConsolePage {
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(consoleStyle)}`,
    `script-src ${hashOf(consoleScript)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const html = consoleMarkup
    .replace('<!-- style -->', () => `<style>${consoleStyle}</style>`)
    .replace('<!-- script -->', () => `<script>${consoleScript}</script>`);
  return { html, policy };
}

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
