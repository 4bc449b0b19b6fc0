import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type { UserAttributes } from '../../../contracts/index.js';
import type { LedgerItemOf } from '../../../fixtures/cleanup/ledger/ledger-line.js';
import { ForeignError } from '../../../fixtures/errors.js';
import { lookFor, undo } from '../../../fixtures/cleanup/undo/undo.js';
import type { Cleanup } from '../../../fixtures/cleanup/undo/cleanup.js';

/** What a ledger says of an update that gave a user a title. */
function updated(before: UserAttributes): LedgerItemOf<'connection'> {
  const names = { what: '3', name: 'North', wroteNames: [], wroteUserDns: [] };
  return { kind: 'connection', ...names, before: { U1: before }, wrote: { U1: { title: ['Ours'] } } };
}

/** A tracker with one user, which takes any attribute, as a fake with a list of them does not. */
function trackerWith(values: UserAttributes, dropsEmpty = false) {
  const now = new Map(Object.entries(values));
  const setup = {
    getUserInConnection: () => Promise.resolve(Object.fromEntries(now)),
    updateUsers: ({ body }: Parameters<Cleanup['setup']['updateUsers']>[0]) => {
      if ('text' in body) throw new Error('No test here sends a text.');
      const fields = body.update.flatMap(({ data = [] }) => data.flatMap((one) => one.fields));
      for (const [attribute, value] of fields.flatMap((one) => Object.entries(one))) {
        if (value === '' && dropsEmpty) now.delete(attribute);
        else now.set(attribute, value);
      }
      return Promise.resolve({});
    },
  };
  const by = { setup: setup as unknown as Cleanup['setup'], settle: 0 } as Cleanup;
  return { now: () => Object.fromEntries(now), set: (title: string) => now.set('title', title), by };
}

for (const before of [{}, { mail: 'ann@example.com' }]) {
  const given = `an attribute that a user with ${JSON.stringify(before)} did not have before an update`;

  test(`${given} is listed, and is gone again if the tracker drops what is empty`, async () => {
    const { now, by } = trackerWith({ ...before, title: 'Ours' }, true);

    expect(await lookFor(updated(before), by)).toMatchObject([{ would: 'restore title of U1' }]);
    await undo(updated(before), by);

    expect(now()).toEqual(before);
    // Nothing is left to come back for, as after a synchronization that removed it.
    expect(await lookFor(updated(before), by)).toEqual([]);
  });

  test(`${given} is emptied and told of if the tracker keeps what is empty`, async () => {
    const { now, by } = trackerWith({ ...before, title: 'Ours' });

    const error = await undo(updated(before), by).catch((why: unknown) => why);

    expect(error).not.toBeInstanceOf(ForeignError);
    expect((error as Error).message).toBe(
      'title of U1 is empty and was not there before: no call removes it, a synchronization does',
    );
    expect(now()).toEqual({ ...before, title: '' });
  });

  test(`${given} is left alone if somebody else has changed it since`, async () => {
    const { now, by } = trackerWith({ ...before, title: 'Theirs' });

    await expect(undo(updated(before), by)).rejects.toThrow(ForeignError);

    expect(now()).toEqual({ ...before, title: 'Theirs' });
  });
}

for (const { act, left, after } of [
  { act: 'look', left: [{ would: 'restore title of U1' }], after: 'Ours' },
  { act: 'undo', left: undefined, after: 'Before' },
] as const) {
  test(`an update that was not answered and is done late is waited for by ${act}`, async () => {
    const { now, set, by } = trackerWith({ title: 'Before' });
    const item = { ...updated({ title: 'Before' }), unanswered: new Date().toISOString() };
    const late = sleep(200).then(() => set('Ours'));

    const seen = await { look: lookFor, undo }[act](item, { ...by, settle: 1_000 });
    await late;

    expect([seen]).toMatchObject([left]);
    expect(now()).toEqual({ title: after });
  });
}
