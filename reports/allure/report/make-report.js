/**
 * Makes an Allure report, in a process of its own: `node make-report.js ALLURE`, a file of the package `allure`. The input
 * is a job of generate-allure-report.ts, or nothing if there is no report to make.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const installed = createRequire(process.argv[2]);
const load = async (name) => await import(pathToFileURL(installed.resolve(name)).href);
const [{ AllureReport, resolveConfig }, { BufferResultFile, PathResultFile }, { default: AwesomePlugin }] =
  await Promise.all([
    load('@allurereport/core'),
    load('@allurereport/reader-api'),
    load('@allurereport/plugin-awesome'),
  ]);

const input = await text(process.stdin);
if (input === '') process.exit();
const job = JSON.parse(input);
const config = await resolveConfig({ ...job.config, qualityGate: { rules: [] }, plugins: {} }, { plugins: {} });
config.plugins = [{ id: 'awesome', enabled: true, options: job.page, plugin: new AwesomePlugin(job.page) }];

const report = new AllureReport(config);
await report.start();
for (const folder of job.results) {
  // At once what there are many of: as a stream each takes five times as long.
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    await report.readResult(
      name.endsWith('.json') ? new BufferResultFile(readFileSync(path), name) : new PathResultFile(path),
    );
  }
}
// Judged already: Allure's own gate could only judge it again, by the tests alone.
const tests = await report.store.allTestResults({ includeRetries: false });
report.realtimeDispatcher.sendQualityGateResults(
  job.gate.map(({ tags, ...result }) => ({
    ...result,
    testResults: tests.filter((test) => isAbout(tags, test)).map(({ id }) => id),
  })),
);
await report.done();

function isAbout(tags, { status, labels }) {
  return tags === 'failed'
    ? status === 'failed' || status === 'broken'
    : labels.some(({ name, value }) => name === 'tag' && tags.includes(value));
}
