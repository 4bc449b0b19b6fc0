import { expect, test } from '@playwright/test';
import { judgeMutants } from '../../../proof/mutation/judge-mutants.js';
import { mutant } from './sample-mutant.js';

const entry = {
  file: mutant.file,
  line: mutant.text,
  mutants: ['ConditionalExpression: false'],
  reason: 'No two rows are equal.',
};

const survived = { get: () => ({ ran: 3, killedBy: undefined, message: '' }) };
const killed = { get: () => ({ ran: 1, killedBy: 'a test', message: 'a difference' }) };

test.describe('the list of equivalent mutants', () => {
  test('says why a mutant that survived is no gap', () => {
    const { mutants, problems } = judgeMutants([mutant], survived, [entry]);

    expect(mutants).toMatchObject([{ state: 'equivalent', reason: entry.reason }]);
    expect(problems).toEqual([]);
  });

  test('has a problem if a test kills what it lists', () => {
    const { mutants, problems } = judgeMutants([mutant], killed, [entry]);

    expect(mutants).toMatchObject([{ state: 'killed' }]);
    expect(problems).toEqual([expect.stringContaining('but a test kills it')]);
  });

  test('has a problem if it lists what is not there', () => {
    const gone = { ...entry, line: 'if (right === left) return 0;' };

    const { mutants, problems } = judgeMutants([mutant], survived, [gone]);

    expect(mutants).toMatchObject([{ state: 'survived' }]);
    expect(problems).toEqual([expect.stringContaining('there is no such mutant')]);
  });

  test('lists as many mutants of a line that look alike as it has entries', () => {
    const { mutants, problems } = judgeMutants([mutant, { ...mutant, id: '2' }], survived, [entry]);

    expect(mutants.map(({ state }) => state)).toEqual(['equivalent', 'survived']);
    expect(problems).toEqual([]);
  });

  test('is not asked about files that were not tried', () => {
    const other = { ...entry, file: 'fake/directory-sync/locate.ts' };

    expect(judgeMutants([mutant], survived, [other]).problems).toEqual([]);
  });
});
