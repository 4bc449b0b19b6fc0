import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import ts from 'typescript';
import { rule, ruleIds } from '../../../contracts/index.js';
import { ruleIdsSource } from '../../proof/rule-ids/rule-ids-source.js';

const file = join(import.meta.dirname, '../../../contracts/rules/rule-ids.ts');

test('the ids for editors are those of the catalogue: else `npm run rule-ids` writes them again', () => {
  expect(readFileSync(file, 'utf8')).toBe(ruleIdsSource());
  expect(Object.values(rule)).toEqual(ruleIds);
});

test('an editor shows the text of a rule while its id is typed', () => {
  const source = `${readFileSync(file, 'utf8')}declare const rule: RuleIds;\ndeclare function covers(id: keyof RuleIds): void;\ncovers(rule['`;
  const service = ts.createLanguageService({
    getScriptFileNames: () => ['a.ts'],
    getScriptVersion: () => '1',
    getScriptSnapshot: () => ts.ScriptSnapshot.fromString(source),
    getCurrentDirectory: () => '/',
    getCompilationSettings: () => ({ noLib: true }),
    getDefaultLibFileName: () => 'a.ts',
    fileExists: () => true,
    readFile: () => source,
  });

  const details = service.getCompletionEntryDetails('a.ts', source.length, 'DT-13', {}, undefined, {}, undefined);

  expect(ts.displayPartsToString(details?.documentation)).toMatch(/^[A-Z].+\. \(default-template\.md, .+\)$/);
});
