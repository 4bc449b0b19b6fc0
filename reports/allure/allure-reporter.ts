import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Suite } from '@playwright/test/reporter';
import { AllureReporter as AllurePlaywrightReporter } from 'allure-playwright';

/** What of the writer of allure-playwright is used once for each test or attachment. */
interface ResultsWriter {
  writeResult(result: { readonly uuid: string }): void;
  writeGroup(group: { readonly uuid: string }): void;
  writeAttachment(name: string, content: Uint8Array): void;
  writeAttachmentFromPath(name: string, from: string): void;
}

/**
 * `allure-playwright`, whose results are left to the system to write to the disk. It waits for the disk after each file
 * itself, and no test begins meanwhile; nobody reads the results of a run before it has ended.
 */
export default class AllureReporter extends AllurePlaywrightReporter {
  override onBegin(suite: Suite): void {
    super.onBegin(suite);
    const { resultsDir } = this.options;
    // Private there: a version without it goes on waiting for the disk.
    const runtime = Reflect.get(this, 'allureRuntime') as { writer?: ResultsWriter } | undefined;
    if (resultsDir === undefined || runtime?.writer === undefined) return;
    const pathOf = (name: string) => {
      // Each time, as a reporter that begins later may take the folder away.
      mkdirSync(resultsDir, { recursive: true });
      return join(resultsDir, name);
    };
    const write = (name: string, content: string | Uint8Array) => writeFileSync(pathOf(name), content);
    runtime.writer = Object.assign(Object.create(runtime.writer) as ResultsWriter, {
      writeResult: (result) => write(`${result.uuid}-result.json`, JSON.stringify(result)),
      writeGroup: (group) => write(`${group.uuid}-container.json`, JSON.stringify(group)),
      writeAttachment: write,
      writeAttachmentFromPath: (name, from) => copyFileSync(from, pathOf(name)),
    } satisfies ResultsWriter);
  }
}
