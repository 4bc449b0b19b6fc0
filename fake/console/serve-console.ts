import type { IncomingMessage, ServerResponse } from 'node:http';
import { endpoints } from '../../contracts/index.js';
import { CONTROL_PATH } from '../control/answer-control.js';
import { pageSources } from './page-sources.js';

/** The path of the console, for every Accept header. */
const CONSOLE_PATH = `${CONTROL_PATH}/console`;

/**
 * Whether a request is for the console: at its own path, or at the root of the server if a browser asks and no tracker
 * has a path there.
 */
export function isForConsole({ method, url = '/', headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (!/^\/(control\b|[?#]|$)/.test(url)) return false;
  const path = url.replace(/[?#].*$/, '');
  if (path === CONSOLE_PATH) return true;
  return [`/`, CONTROL_PATH, `${CONTROL_PATH}/`].includes(path) && headers.accept?.includes('text/html') === true;
}

export function sendConsole(response: ServerResponse): void {
  const { html, policy } = consolePage();
  response.writeHead(200, {
    'Content-Type': 'text/html;charset=UTF-8',
    'Content-Length': Buffer.byteLength(html),
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    Vary: 'Accept',
  });
  response.end(html);
}

let page: ReturnType<typeof build> | undefined;

/** The console with its content security policy: requests go only to its own fake. Built on the first request. */
function consolePage() {
  return (page ??= build());
}

function build() {
  const { script, style, policy } = pageSources();
  const options = Object.keys(endpoints)
    .sort()
    .map((name) => `<option value="${name}"></option>`);
  const html = consoleMarkup
    .replace('<!-- control path -->', CONTROL_PATH)
    .replace('<!-- endpoint names -->', options.join(''))
    .replace('<!-- style -->', () => style)
    .replace('<!-- script -->', () => script);
  const more = "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  return { html, policy: `${policy}; ${more}` };
}

/** The markup of the console before its script runs. */
const consoleMarkup = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Fake tracker</title>
    <link rel="icon" href="data:," />
    <!-- style -->
  </head>
  <body data-control-path="<!-- control path -->">
    <header>
      <div class="top page">
        <nav class="crumbs" aria-label="Where you are"></nav>
        <p class="trouble" role="status"></p>
        <button type="button" popovertarget="keys" title="What the keys do, also shown by ?">Keys</button>
        <ul class="plain box" id="keys" popover>
          <li><span><kbd>↓</kbd> <kbd>↑</kbd> <kbd>Home</kbd> <kbd>End</kbd></span> move through the list</li>
          <li><span><kbd>Enter</kbd></span> opens what has the focus</li>
          <li><span><kbd>Esc</kbd></span> closes what is open, back to the list</li>
          <li><span><kbd>/</kbd></span> goes to the search</li>
          <li><span><kbd>?</kbd></span> shows and hides these keys</li>
        </ul>
        <button class="live" type="button" title="Whether this page follows what happens">Live</button>
      </div>
      <nav class="tabs page" aria-label="Views of the tenant"></nav>
    </header>
    <main class="page" tabindex="-1">
      <noscript><p class="nothing">This page needs its script; the same is at /control as JSON.</p></noscript>
      <div class="head"></div>
      <form class="filters" role="search" hidden></form>
      <p class="done" aria-live="polite"></p>
      <div class="results"></div>
    </main>
    <datalist id="endpoint-names"><!-- endpoint names --></datalist>
    <!-- script -->
  </body>
</html>
`;
