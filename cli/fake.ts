import { InvalidArgumentError } from 'commander';
import type { SubCommand } from './support/sub-command.js';
import type { FakeCommandOptions } from './fake/serve-fake.js';
import { UsageError } from './support/usage-error.js';

export function addFakeCommand(command: SubCommand): void {
  command
    .description('serve the bundled fake tracker, for curl or any client, until Ctrl+C')
    .option('--port <port>', 'the port to listen on; 0 for any free one', parsePort, 8099)
    .option('--host <address>', 'the address to listen on', parseHost, '127.0.0.1')
    .option(
      '--allow-host <name...>',
      'another host name for calls of the control API, such as the name of a container; localhost is always allowed',
    )
    .option(
      '--control-token <token>',
      'the token of the control API; other users of the machine can see it here, but not in TRACKER_CONTROL_TOKEN',
    )
    .option('--context-path <path>', 'the prefix of every path of the tracker, such as /jira; none by default')
    .option('--world <json or file>', 'its initial data; `tracker-e2e world` prints an example')
    .option('--save <file>', 'the file for all its data, written when it ends; --world takes it')
    .option(
      '--profile <json or file>',
      'answers to the open questions of the documents, as `tracker-e2e observe` wrote them',
    )
    .option('--assumptions <json or file>', 'the same, by rule id; wins over --profile')
    .option(
      '--faults <json or file>',
      'simulated failures between it and its clients: a fault or a list, see docs/fake.md',
    )
    .option('--pid-file <file>', 'the file for its process id and URL; removed when it ends')
    .option('--stop', 'end the fake that wrote the file of --pid-file, and start none')
    .option('--defect <name>', 'a defect: a documented rule that it breaks; `tracker-e2e defects` lists them')
    .notes([
      'It prints its URL, how to log in and a first curl. Its data is in memory; --save keeps it.',
      'In the background, end it with --stop: if you kill npx or npm, the fake keeps running.',
      'Exit codes: 0 stopped, by Ctrl+C or SIGTERM too, 1 it could not be stopped, 2 a file, an option or the port can’t be used.',
      'Examples:',
      '  tracker-e2e fake',
      '  tracker-e2e fake --port 0 --world my-world.json --context-path /jira',
      '  tracker-e2e fake --world tracker.json --save tracker.json     continues with its data',
      '  tracker-e2e fake --pid-file fake.pid & … tracker-e2e fake --stop --pid-file fake.pid',
      '  tracker-e2e fake --faults \'{"kind": "latency", "milliseconds": 200}\'',
    ])
    .action(async (options: FakeCommandOptions) => {
      if (options.stop === true) {
        const { stopFake } = await import('./fake/pid-file.js');
        if (options.pidFile !== undefined) return stopFake(options.pidFile);
        throw new UsageError('--stop needs --pid-file, with the file that the fake was started with.');
      }
      const { serveFake } = await import('./fake/serve-fake.js');
      return serveFake(options);
    });
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
