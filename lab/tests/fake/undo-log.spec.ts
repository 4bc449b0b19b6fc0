import { expect, test } from '@playwright/test';
import { Table, UndoLog } from '../../../fake/state/table.js';

interface Row {
  readonly id: number;
  readonly team: string;
}

/** A table whose changes can be undone, and a fork of it from before. */
function teams(...rows: readonly Row[]) {
  const undoLog = new UndoLog();
  const origin = new Table((row: Row) => row.id, { team: (row) => row.team });
  for (const row of rows) origin.set(row);
  return { origin, table: origin.fork(undoLog), undoLog };
}

/** All that can be asked of a table. */
function answersOf(table: ReturnType<typeof teams>['table']) {
  const teamNames = ['red', 'blue', 'green'];
  return [table.size, table.all(), ...teamNames.map((name) => [table.where('team', name), table.count('team', name)])];
}

/** Runs an action that is refused after it has made its changes. */
function refuse(undoLog: UndoLog, changes: () => void): void {
  const action = () => {
    changes();
    throw new Error('refused');
  };
  expect(() => undoLog.run(action)).toThrow('refused');
}

const red = { id: 1, team: 'red' };
const blue = { id: 2, team: 'blue' };

test('what an action changed before it failed is as it was', () => {
  const { table, undoLog } = teams(red, blue);
  const before = answersOf(table);

  refuse(undoLog, () => {
    table.set({ id: 1, team: 'green' });
    table.set({ id: 1, team: 'blue' });
    table.set({ id: 3, team: 'red' });
    table.delete(2);
    table.set({ id: 2, team: 'green' });
    table.delete(3);
  });

  expect(answersOf(table)).toEqual(before);
});

test('what an action changed stays, and is not undone by one that fails later', () => {
  const { table, undoLog } = teams(red);
  undoLog.run(() => {
    table.set(blue);
  });
  const between = answersOf(table);

  refuse(undoLog, () => {
    table.delete(1);
  });

  expect(answersOf(table)).toEqual(between);
  expect(table.get(2)).toEqual(blue);
});

test('an action that fails within another undoes its own changes', () => {
  const { table, undoLog } = teams(red);

  undoLog.run(() => {
    table.set(blue);
    refuse(undoLog, () => {
      table.set({ id: 2, team: 'red' });
      table.delete(1);
    });
    table.set({ id: 3, team: 'green' });
  });

  expect(table.all()).toEqual([red, blue, { id: 3, team: 'green' }]);
});

test('an action that fails undoes what one within it changed', () => {
  const { table, undoLog } = teams(red);

  refuse(undoLog, () => {
    undoLog.run(() => {
      table.set(blue);
    });
  });

  expect(table.all()).toEqual([red]);
});

test('a table that was forked keeps its rows whatever the fork changes and undoes', () => {
  const { origin, table, undoLog } = teams(red, blue);
  const before = answersOf(origin);

  table.set({ id: 1, team: 'blue' });
  refuse(undoLog, () => {
    table.delete(2);
  });

  expect(answersOf(origin)).toEqual(before);
  expect(table.all()).toEqual([{ id: 1, team: 'blue' }, blue]);
});

test('a fork keeps its rows whatever is changed where it was taken', () => {
  const { table, undoLog } = teams(red, blue);
  table.set({ id: 3, team: 'green' });
  const before = answersOf(table);
  const fork = table.fork();

  table.set({ id: 1, team: 'blue' });
  refuse(undoLog, () => {
    table.delete(2);
  });

  expect(answersOf(fork)).toEqual(before);
  expect(table.where('team', 'blue')).toEqual([{ id: 1, team: 'blue' }, blue]);
});

test('content that was undone is not mixed up with what was there meanwhile', () => {
  const { table, undoLog } = teams(red);
  const seen: object[] = [];

  refuse(undoLog, () => {
    table.set(blue);
    seen.push(table.content);
  });

  expect(seen).not.toContain(table.content);
});
