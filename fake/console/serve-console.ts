import type { IncomingMessage, ServerResponse } from 'node:http';
import { CONTROL_PATH } from '../control/access.js';

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

export async function sendConsole(response: ServerResponse): Promise<void> {
  const { html, policy } = await consolePage();
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

async function build() {
  // Loaded with the first request: a worker of a test shows no console, and each failed test starts one.
  const { consoleSources } = await import('./page-sources.js');
  const { script, style, policy } = consoleSources();
  const html = consoleMarkup
    .replace('<!-- control path -->', CONTROL_PATH)
    .replace('<!-- style -->', () => style)
    .replace('<!-- script -->', () => script);
  const more = "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  return { html, policy: `${policy}; ${more}` };
}

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
      <nav class="page" aria-label="Views"></nav>
    </header>
    <main class="page">
      <noscript><p class="nothing">This page needs its script; the same is at /control as JSON.</p></noscript>
      <p class="trouble" role="status"></p>
      <div class="head"></div>
      <div class="form"></div>
      <div class="list"></div>
      <p class="nothing"></p>
    </main>
    <dialog class="card">
      <form method="dialog">
        <p>This fake was started with a token. Ask the person who started it. The token is kept as long as this tab is open.</p>
        <label>Token of the control API <input type="password" pattern="[!-~]+" required autocomplete="off" /></label>
        <p><button>Open</button> <output class="trouble"></output></p>
      </form>
    </dialog>
    <!-- script -->
  </body>
</html>
`;
