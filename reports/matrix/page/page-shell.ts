import { createHash } from 'node:crypto';
import { pageSources } from '../page-sources.js';
import { html, trustedHtml } from './html.js';
import type { Html } from './html.js';

/**
 * A page that needs nothing else: no network, no other file. Its policy lets no script run but that of the matrix page, which
 * filters the rules in it.
 */
export function pageShell(title: string, header: Html, main: Html): string {
  const { script, style } = pageSources();
  const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${trustedHtml(`<style>${style}</style>`)}
      </head>
      <body>
        <header>
          <p class="kicker">Rule matrix</p>
          ${header}
        </header>
        <main>${main}</main>
        ${trustedHtml(`<script>${script}</script>`)}
      </body>
    </html> `;
  return page.toString();
}

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
