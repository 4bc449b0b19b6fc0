import type { PlanClient } from './plan-client.js';
import { readRecord, recordId, writeRecord } from './record.js';
import type { CaseRecord } from './record.js';

/** What a link says of a run. */
export interface RunLink {
  readonly url: string;
  /** What people call the run. */
  readonly title: string;
  readonly text: string;
}

/** The longest text of a link. */
const LONGEST = 120;

/** What was published to an issue last; undefined if nothing was. */
export async function readLink({ api }: PlanClient, issueIdOrKey: string): Promise<string | undefined> {
  const links = await api.listRemoteLinks({ issueIdOrKey });
  const link = [links].flat().find(({ globalId }) => globalId === recordId);
  return link && ((link.object as { readonly summary?: string | null }).summary ?? '');
}

/** The record of a case. */
export async function readCaseRecord(client: PlanClient, key: string): Promise<CaseRecord | undefined> {
  return readRecord((await readLink(client, key)) ?? '');
}

/** Puts a link to the run on an issue, in place of the one before. @param summary what stands below it */
export async function storeLink(
  { api }: PlanClient,
  issueIdOrKey: string,
  link: Omit<RunLink, 'text'>,
  summary: string,
) {
  const { url, title } = link;
  await api.storeRemoteLink({
    issueIdOrKey,
    body: {
      globalId: recordId,
      application: { type: 'tracker-e2e', name: 'tracker-e2e' },
      relationship: 'automated results',
      object: { url, title, summary },
    },
  });
}

/** Puts a link to the run on a case, with the record of what is written there. */
export async function storeCaseRecord(
  client: PlanClient,
  key: string,
  link: RunLink,
  record: CaseRecord,
): Promise<void> {
  const text = link.text.length > LONGEST ? `${link.text.slice(0, LONGEST)}…` : link.text;
  await storeLink(client, key, link, writeRecord(text, record));
}
