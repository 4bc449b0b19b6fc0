import { InvalidArgumentError } from 'commander';
import type { SubCommand } from './support/sub-command.js';
import { UsageError, wholeNumber } from './support/usage-error.js';
import type { CopyOptions } from './world/copy-tracker.js';
import { writeOrPrint } from './support/files.js';

/** The options that say what of a tracker is copied. */
const ofCopies = ['jql', 'issues', 'projects', 'users', 'anonymizeProjects'] as const;

export function addWorldCommand(command: SubCommand): void {
  command
    .description('print the initial data of the fake as JSON, or with --from an anonymized copy of a tracker')
    .option('-o, --output <file>', 'write it to a file instead')
    .option('--from <url>', 'the tracker to copy, context path included; read with GET only')
    .option('--jql <query>', 'with --from: the issues to copy; none by default')
    .option('--issues <keys>', 'with --from: the same, as keys: DEMO-1,DEMO-2', keys)
    .option('--projects <keys>', 'with --from: the projects to copy; by default all that the user may see', keys)
    .option(
      '--users <number>',
      'with --from: the most users of each connection and group (default: 500)',
      wholeNumber(7),
    )
    .option('--anonymize-projects', 'with --from: replace the names of projects too')
    .notes([
      'docs/world.md explains the parts of a world. --from logs in as TRACKER_USERNAME with TRACKER_PASSWORD, or by',
      'TRACKER_TOKEN, and takes TRACKER_RATE, TRACKER_CA, proxies and TRACKER_SANDBOX as a run does. People, texts, labels',
      'and the names of files, components and versions are replaced. It lists the rest, and the data that it could not read.',
      'Exit codes: 0 written, with gaps that are listed, 2 an option or a setting is wrong or the file can’t be written,',
      '4 no tracker answers, or it refuses the login, 130 ended by Ctrl+C, 143 ended by SIGTERM: nothing is written.',
      'Examples:',
      '  tracker-e2e world > my-world.json && tracker-e2e fake --world my-world.json',
      '  tracker-e2e world --output my-world.json',
      "  tracker-e2e world --from https://tracker.example.com/jira --jql 'project = DEMO' --output theirs.json",
    ])
    .action(async (options: CopyOptions & { readonly from?: string }) => {
      const { from, output } = options;
      if (from !== undefined) {
        const { copyFrom } = await import('./world/copy-tracker.js');
        await copyFrom(from, options);
        return;
      }
      const alone = ofCopies.find((name) => options[name] !== undefined);
      if (alone !== undefined) {
        const option = alone.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
        throw new UsageError(`--${option} says what of a tracker is copied: name the tracker with --from.`);
      }
      const { documentsWorld } = await import('../fake/index.js');
      writeOrPrint(`${JSON.stringify(documentsWorld, null, 2)}\n`, output);
    });
}

function keys(text: string): readonly string[] {
  const named = text.split(',').map((key) => key.trim());
  if (named.every((key) => /^[A-Z][A-Z0-9_]+(-\d+)?$/.test(key))) return named;
  throw new InvalidArgumentError('Keys are separated by commas, such as DEMO-1,DEMO-2.');
}
