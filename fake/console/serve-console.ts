import type { IncomingMessage, ServerResponse } from 'node:http';
import { CONTROL_PATH } from '../control/answer-control.js';
import { consolePage } from './console-page.js';

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
