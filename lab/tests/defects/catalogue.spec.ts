import { expect } from '@playwright/test';
import { documentedRuleIds } from '../../../contracts/index.js';
import { sentences } from '../../../fake/defects/defect.js';
import { defects, findDefect } from '../../../fake/index.js';
import { startTest as test } from '../fake/fake-test.js';

test('every documented rule has a defect, each with a name that starts with the rule and a sentence', () => {
  const broken = new Set(defects.map(({ rule }) => rule));
  expect(documentedRuleIds.filter((rule) => !broken.has(rule))).toEqual([]);
  const names = defects.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(defects.filter(({ name, rule }) => !new RegExp(`^${rule}-[a-z0-9]+(-[a-z0-9]+)*$`).test(name))).toEqual([]);
  expect(defects.filter(({ breaks }) => !/^\p{L}.+\.$/u.test(breaks))).toEqual([]);
  expect(Object.keys(sentences).filter((name) => !names.includes(name))).toEqual([]);
});

test('a defect of one tenant shows in no other', async ({ start }) => {
  const { fake, call } = await start({ contextPath: '/right' });
  fake.control.open({ contextPath: '/wrong', override: findDefect('DT-01-last-entry-dropped').override });
  const count = async (tenant: string) => {
    const { body } = await call('GET', `/${tenant}/rest/api/it/1.0/default-template/project/11100`);
    return (body as unknown[]).length;
  };

  const [right, wrong] = [await count('right'), await count('wrong')];

  expect(right).toBeGreaterThan(0);
  expect(wrong).toBe(right - 1);
});
