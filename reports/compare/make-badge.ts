import { isAsked, isWhole } from '../gate.js';
import { countIn, rowsOfKind } from '../matrix/count-states.js';
import type { JudgedMatrix } from '../../contracts/report/matrix.js';
import { html } from '../matrix/page/html.js';

/** A badge for a page: its label and its message. Its JSON is an endpoint for shields.io. */
export interface Badge {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: 'brightgreen' | 'yellow' | 'red';
}

const colours: Readonly<Record<Badge['color'], string>> = { brightgreen: '#2c7a3f', yellow: '#8a6100', red: '#b3261e' };

/** The approximate width of a character in a badge. */
const CHARACTER = 7;

/** The badge of a run: its result for the documented rules, in a few words. A run that is no release is never green. */
export function badgeOf(matrix: JudgedMatrix): Badge {
  const whole = isWhole(matrix);
  const rows = rowsOfKind(matrix, 'documented').filter((row) => whole || isAsked(row, { demands: 'selected' }));
  const verified = countIn(rows, 'verified', 'verified in part');
  const failing = rows.filter(({ state }) => state === 'failing');
  const { label, product, version, defect } = matrix.about.tracker;
  const known = failing.filter(({ knownBy }) => knownBy !== undefined).length;
  const parts = [
    ...(defect === undefined ? [] : ['planted defect']),
    `${String(verified)} of ${String(rows.length)} ${whole ? 'verified' : 'selected rules verified'}`,
    ...(failing.length > 0 ? [`${String(failing.length)} failing${known > 0 ? ` (${String(known)} known)` : ''}`] : []),
  ];
  const isPlain = whole && defect === undefined && failing.length === 0;
  const isGreen = matrix.verdict.verdict === 'passed';
  return {
    schemaVersion: 1,
    label: `rules of ${label ?? [product, version].join(' ')}`,
    message: parts.join(', '),
    color: isGreen ? (isPlain ? 'brightgreen' : 'yellow') : 'red',
  };
}

export function renderBadge({ label, message, color }: Badge): string {
  const [left, right] = [label, message].map((text) => text.length * CHARACTER + 14) as [number, number];
  const text = (x: number, value: string) =>
    html`<text x="${x}" y="14" text-anchor="middle" fill="#fff">${value}</text>`;
  const svg = html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${left + right}"
    height="20"
    role="img"
    aria-label="${label}: ${message}"
  >
    <title>${label}: ${message}</title>
    <rect width="${left}" height="20" fill="#3d444d" />
    <rect x="${left}" width="${right}" height="20" fill="${colours[color]}" />
    <g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
      ${text(left / 2, label)}${text(left + right / 2, message)}
    </g>
  </svg>`;
  return `${svg.toString()}\n`;
}
