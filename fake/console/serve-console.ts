import type { IncomingMessage, ServerResponse } from 'node:http';
import { CONTROL_PATH } from '../control/answer-control.js';
import { consolePage } from './console-page.js';

/** Where the console is whatever a request accepts. */
const CONSOLE_PATH = `${CONTROL_PATH}/console`;

/**
 * Whether a request is for the console: for its own path, or as browsers send it for the root of the server, where no
 * tracker has a path of its own.
 */
export function isForConsole({ method, url = '/', headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (!/^\/(control\b|[?#]|$)/.test(url)) return false;
  const path = url.replace(/[?#].*$/, '');
  if (path === CONSOLE_PATH) return true;
  return [`/`, CONTROL_PATH, `${CONTROL_PATH}/`].includes(path) && headers.accept?.includes('text/html') === true;
}

/** Sends the console. */
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
