import { expect, test } from '@playwright/test';
import { originOfProject, projectKey, projectMark } from '../../../fixtures/cleanup/ledger/run-mark.js';

test('the key of a project is nine or ten letters, which every tracker takes', () => {
  const keys = ['00000', 'ab120', 'zzzzz'].flatMap((run) => [projectKey(run, 0, 0), projectKey(run, 675, 18_251)]);

  expect(keys.filter((key) => !/^E[A-Z]{8,9}$/.test(key))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
});

test('keys of one run are all different', () => {
  const keys = Array.from({ length: 3 }, (_, worker) =>
    Array.from({ length: 18_252 }, (_unused, made) => projectKey('ab120', worker, made)),
  ).flat();

  expect(new Set(keys).size).toBe(keys.length);
});

test('every second key begins with the one before', () => {
  const [first, second] = [projectKey('ab120', 3, 40), projectKey('ab120', 3, 41)];

  expect(second.startsWith(first)).toBe(true);
});

test('a marked project tells its run', () => {
  const at = new Date('2026-01-02T03:04:05.000Z');
  const key = projectKey('ab120', 3, 40);

  expect(originOfProject({ key, ...projectMark(key, 'ab120', at) })).toEqual({ run: 'ab120', at: at.getTime() });
});

test('a project whose key is not one of the run it names has no origin', () => {
  const key = projectKey('ab121', 3, 40);

  expect(originOfProject({ key, ...projectMark(key, 'ab120') })).toBeUndefined();
});
