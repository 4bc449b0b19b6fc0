import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { FakeCommandOptions } from './fake/serve-fake.js';
import { UsageError } from './support/usage-error.js';

/** `tracker-e2e fake`: serves the bundled tracker until it is stopped. */
export function addFakeCommand(program: Command): void {
  program
    .command('fake')
    .description('serve the bundled fake tracker, for curl or any client, until Ctrl+C')
    .summary('serve the fake tracker')
    .option('--port <port>', 'the port to listen on; 0 for any free one', parsePort, 8099)
    .option('--host <address>', 'the address to listen on', parseHost, '127.0.0.1')
    .option(
      '--allow-host <name...>',
      'a further name by which the control API may be called, such as that of a container; localhost always may',
    )
    .option(
      '--control-token <token>',
      'what callers of the control API have to know; TRACKER_CONTROL_TOKEN says the same, unseen by other users',
    )
    .option('--context-path <path>', 'the path before every path of the tracker, such as /jira; none if not told')
    .option('--world <json or file>', 'what the tracker holds at the start; `tracker-e2e world` prints an example')
    .option('--save <file>', 'where it writes all that it holds when it ends, as a world to start from again')
    .option(
      '--profile <json or file>',
      'how it answers what the documents leave open, as `tracker-e2e observe` wrote it',
    )
    .option('--assumptions <json or file>', 'the same, by rule id; both may be given, and this one wins')
    .option(
      '--faults <json or file>',
      'what goes wrong between it and its clients: a fault or a list, see docs/fake.md',
    )
    .option('--pid-file <file>', 'where it writes its process id and URL; removed when it ends')
    .option('--stop', 'ends the fake that wrote the file of --pid-file, and starts none')
    .option('--defect <name>', 'a documented rule it breaks, and how; `tracker-e2e defects` lists them')
    .addHelpText(
      'after',
      [
        '',
        'It prints its URL, how to log in and a first curl. What it holds is in memory; --save keeps it.',
        'In the background, end it with --stop: killing npx or npm does not end what they started.',
        'Exit codes: 0 stopped, by Ctrl+C or SIGTERM too, 1 it could not be stopped, 2 a file, an option or the port can’t be used.',
        'Examples:',
        '  tracker-e2e fake',
        '  tracker-e2e fake --port 0 --world my-world.json --context-path /jira',
        '  tracker-e2e fake --world tracker.json --save tracker.json     goes on where it ended',
        '  tracker-e2e fake --pid-file fake.pid & … tracker-e2e fake --stop --pid-file fake.pid',
        '  tracker-e2e fake --faults \'{"kind": "latency", "milliseconds": 200}\'',
      ].join('\n'),
    )
    .action(async (options: FakeCommandOptions) => {
      if (options.stop === true) {
        const { stopFake } = await import('./fake/pid-file.js');
        await stopFake(options.pidFile ?? missingPidFile());
        return;
      }
      const { serveFake } = await import('./fake/serve-fake.js');
      await serveFake(options);
    });
}

function missingPidFile(): never {
  throw new UsageError('--stop needs --pid-file, with the file that the fake was started with.');
}

function parseHost(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('An address is needed, such as 127.0.0.1.');
  return text;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}
