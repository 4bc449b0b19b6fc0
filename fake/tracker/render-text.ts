import { formatWhenCreated, readTrackerTime } from '../../contracts/times.js';
import type { IssueRow } from '../state/tables.js';
import { userByName } from '../state/users.js';
import type { View } from './render.js';
import { findIssue, seenIssue } from './rows.js';
import { renderWiki } from './wiki-markup.js';
import type { WikiAttachment } from './wiki-markup.js';

/** A text of an issue as its page shows it: HTML, with links to the files, users and issues that it names. */
export function renderText(view: View, issue: IssueRow, text: string): string {
  const { state, baseUrl } = view;
  let files: ReadonlyMap<string, WikiAttachment> | undefined;
  return renderWiki(text, {
    attachment: (name) => (files ??= attachmentsByName(view, issue)).get(name),
    issue: (key) => {
      const named = /^\d+$/.test(key) ? undefined : seenIssue(view, findIssue(state, key));
      return named && { href: `${baseUrl}/browse/${key}`, words: String(named.issue.fields['summary']) };
    },
    user: (name) => {
      const user = userByName(state, name);
      const href = `${baseUrl}/secure/ViewProfile.jspa?name=${encodeURIComponent(name)}`;
      return user && { href, words: user.displayName };
    },
  });
}

/** Of several files of one name, the newest counts. */
function attachmentsByName({ state, baseUrl, basePaths }: View, { id, key }: IssueRow): Map<string, WikiAttachment> {
  const rows = state.tables.attachments.where('issue', id);
  return new Map(
    rows.map((row) => [
      row.filename,
      {
        href: `${baseUrl}${basePaths.secure}/attachment/${row.id}/${row.id}_${encodeURIComponent(row.filename)}`,
        title: `${row.filename} attached to ${key}`,
        icon: `${baseUrl}/images/icons/link_attachment_7.gif`,
      },
    ]),
  );
}

/** The address of a small picture of a file; undefined for a file that is no picture. */
export function thumbnailOf(
  { baseUrl, basePaths }: Pick<View, 'baseUrl' | 'basePaths'>,
  { id, mimeType }: { readonly id: number; readonly mimeType: string },
): string | undefined {
  if (!/^image\/(png|jpeg|gif)$/.test(mimeType)) return undefined;
  return `${baseUrl}${basePaths.secure}/thumbnail/${id}/_thumb_${id}.png`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A day as a page shows it, for example 26/Nov/26. */
export function renderDay(day: string | number): string {
  const [, month = '', date = '', year = ''] = /^\w+, (\d+) (\w+) (\d+)/.exec(new Date(day).toUTCString()) ?? [];
  return `${month}/${date}/${year.slice(-2)}`;
}

// Seen: the tests of the product's livestamp/time.js for moments that are near; `renderedFields` of servers for others.
/** A moment as a page shows it: how long ago it was; from eight days on and to come as in 26/Nov/26 11:14 PM. */
export function renderMoment({ clock }: Pick<View, 'clock'>, at: number | string): string {
  const [now, moment] = [clock.now(), typeof at === 'string' ? (readTrackerTime(at) ?? NaN) : at];
  const age = now - moment;
  const told = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'} ago`;
  if (age < 0 || age >= 8 * DAY) {
    return renderDay(moment) + formatWhenCreated(new Date(moment)).replace(/^\S+/, '');
  }
  if (age < MINUTE) return 'Just now';
  if (age < 50 * MINUTE) return told(Math.floor(age / MINUTE), 'minute');
  if (age <= 5 * HOUR) return told(Math.round(age / HOUR), 'hour');
  if (moment >= now - (now % DAY) - DAY) return told(1, 'day');
  return age < 7 * DAY ? told(Math.max(2, Math.floor(age / DAY)), 'day') : told(1, 'week');
}
