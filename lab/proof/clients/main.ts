/** Tries the fake with published clients; `npm run clients -- --help` tells how. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { format } from 'oxfmt';
import { counted } from '../../../contracts/counted.js';
import { trackerVersions } from '../../../contracts/index.js';
import type { TrackerVersion } from '../../../contracts/index.js';
import { installOutside } from '../../tools/install-outside.js';
import { printTotals } from '../processes.js';
import { installDebian, NPM_FOLDER, publishedClients } from './clients.js';
import type { PublishedClient } from './clients.js';
import { tryClient } from './try-client.js';
import type { ClientResult } from './try-client.js';

const PAGE = join(import.meta.dirname, '../../../docs/clients.md');

/** The head of the table on the page. */
const HEAD = ['| client | language | version | calls tried | passed |', '| --- | --- | --- | --- | --- |'];

interface Options {
  readonly client?: readonly string[];
  readonly check?: true;
  readonly trackerVersion: TrackerVersion;
}

await new Command('npm run clients --')
  .description('Installs published clients outside this project and calls the fake with everything that they have.')
  .option('--client <names...>', 'only these clients; then docs/clients.md is not written')
  .addOption(
    new Option('--tracker-version <version>', 'the version of the tracker; only 9.12 writes docs/clients.md')
      .choices(trackerVersions)
      .default('9.12'),
  )
  .option('--check', 'compares with docs/clients.md and writes nothing; exit code 1 if it says something else')
  .action(run)
  .parseAsync();

async function run({ client: chosen, check, trackerVersion }: Options): Promise<void> {
  const clients = publishedClients.filter(({ name }) => chosen?.includes(name) ?? true);
  if (clients.length === 0) throw new Error(`The clients are: ${publishedClients.map(({ name }) => name).join(', ')}.`);
  const { modules, missing } = install(clients);
  const results: ClientResult[] = [];
  for (const client of clients) {
    const reason = missing.get(client.name);
    if (reason !== undefined) console.log(`${client.name} ${client.version}: not tried, ${reason}`);
    else results.push(report(await tryClient(client, modules, trackerVersion)));
  }
  const before = readFileSync(PAGE, 'utf8');
  const { code: page } = await format(PAGE, clientsPage(results, before), { printWidth: 128 });
  const isOfPage = trackerVersion === '9.12';
  const isWhole = results.length === publishedClients.length;
  if (check !== true && isOfPage && isWhole) writeFileSync(PAGE, page);
  else if (check !== true) console.log('docs/clients.md is not written: that takes all clients, on 9.12.');
  const [known, now] = [sectionsOf(before), sectionsOf(page)];
  const rows = withoutPadding(before);
  const isOnPage = (result: ClientResult, at: number) =>
    known.includes(now[at] ?? '') && rows.includes(withoutPadding(rowOf(result)));
  const stale = check === true && isOfPage ? results.filter((result, at) => !isOnPage(result, at)) : [];
  for (const { client } of stale)
    console.log(`docs/clients.md says something else of ${client.name}: npm run -w lab clients`);
  printTotals('clients', {
    passed: results.length - stale.length,
    failed: stale.length,
    skipped: missing.size,
  });
  if (stale.length > 0) process.exitCode = 1;
}

function install(clients: readonly PublishedClient[]) {
  const isNpm = clients.some(({ source }) => source === 'npm');
  const modules = isNpm ? installOutside(NPM_FOLDER) : '';
  return { modules, missing: installDebian(clients.filter(({ source }) => source === 'debian')) };
}

function report(result: ClientResult): ClientResult {
  const { client, passed, failed } = result;
  console.log(
    `${client.name} ${client.version}: ${passed.length} of ${counted(passed.length + failed.length, 'call')} passed`,
  );
  for (const { call, reason } of failed) console.log(`  ${call}: ${reason}`);
  return result;
}

/** The page with these results. What is before the table stays. */
function clientsPage(results: readonly ClientResult[], before: string): string {
  const start = before.slice(0, before.indexOf('| client '));
  return [`${start}${[...HEAD, ...results.map(rowOf)].join('\n')}`, ...results.map(sectionOf)].join('\n\n');
}

/** The sections of a page, one about each client. */
function sectionsOf(page: string): string[] {
  const [, ...sections] = page.split(/^(?=## )/m);
  return sections.map((section) => section.trim());
}

function withoutPadding(table: string): string {
  return table.replaceAll(/ +/g, ' ');
}

function rowOf({ client, passed, failed }: ClientResult): string {
  const { name, language, version } = client;
  return `| \`${name}\` | ${language} | ${version} | ${passed.length + failed.length} | ${passed.length} |`;
}

function sectionOf({ client, passed, failed, leftOut }: ClientResult): string {
  const notTried = [...leftOut].map(([reason, calls]) => `- ${reason}: ${inCode(calls)}`);
  const failures = failed.map(({ call, reason }) => `- \`${call}\`: ${reason.replaceAll(/([<>|*_])/g, '\\$1')}`);
  return [
    `## ${client.name}`,
    `Passed: ${inCode(passed)}.`,
    ...(failures.length > 0 ? [`Failed:\n\n${failures.join('\n')}`] : []),
    ...(notTried.length > 0 ? [`Not tried, because they are about\n\n${notTried.join('\n')}`] : []),
  ].join('\n\n');
}

function inCode(calls: readonly string[]): string {
  return calls.map((call) => `\`${call}\``).join(', ');
}
