import fs, { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mock } from 'node:test';
import type { Suite } from '@playwright/test/reporter';
import { expect, test } from '@playwright/test';
import { AllureReporter as AllurePlaywrightReporter } from 'allure-playwright';
import AllureReporter from '../../../reports/allure/results/allure-reporter.js';

/** What the reporter writes with; private in `allure-playwright`. */
interface Runtime {
  readonly writer: {
    writeResult(result: object): void;
    writeAttachment(name: string, content: Buffer): void;
    writeAttachmentFromPath(name: string, from: string): void;
    writeCategoriesDefinitions(categories: readonly object[]): void;
  };
}

test('results and attachments are there at once, and no test waits until the disk has them', ({}, testInfo) => {
  const resultsDir = testInfo.outputPath('results');
  const flush = mock.method(fs, 'fsyncSync');
  const reporter = new AllureReporter({ resultsDir });
  reporter.onBegin({ allTests: () => [] } as unknown as Suite);
  rmSync(resultsDir, { recursive: true, force: true });
  const { writer } = Reflect.get(reporter, 'allureRuntime') as Runtime;

  writer.writeResult({ uuid: 'a', name: 'one' });
  writer.writeAttachment('b.txt', Buffer.from('text'));
  writer.writeAttachmentFromPath('c.ts', import.meta.filename);
  const waited = flush.mock.callCount();
  writer.writeCategoriesDefinitions([{ name: 'what it does itself' }]);
  flush.mock.restore();

  expect(waited).toBe(0);
  expect(readdirSync(resultsDir).sort()).toEqual(['a-result.json', 'b.txt', 'c.ts', 'categories.json']);
  expect(JSON.parse(readFileSync(`${resultsDir}/a-result.json`, 'utf8'))).toEqual({ uuid: 'a', name: 'one' });
});

test('a version of allure-playwright without a part that is replaced is refused when the run begins', ({}, testInfo) => {
  const begin = () => {
    const reporter = new AllureReporter({ resultsDir: testInfo.outputPath('results') });
    return { reporter, onBegin: () => reporter.onBegin({ allTests: () => [] } as unknown as Suite) };
  };
  const withoutIds = begin();
  Reflect.deleteProperty(withoutIds.reporter, 'allureResultsUuids');
  const withoutWriter = begin();

  expect(withoutIds.onBegin).toThrow('npm install --save-dev allure-playwright@3.12');
  const onBegin = mock.method(AllurePlaywrightReporter.prototype, 'onBegin', () => undefined);
  expect(withoutWriter.onBegin).toThrow('npm install --save-dev allure-playwright@3.12');
  onBegin.mock.restore();
});
