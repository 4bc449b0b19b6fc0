import type { Command } from 'commander';

/** `tracker-e2e eject`: specs of the package, copied into a suite of one’s own. */
export function addEjectCommand(program: Command): void {
  program
    .command('eject')
    .description('copy the specs of a rule, or one spec, from the suite of this package into a suite of yours')
    .summary('copy a spec of this package into a suite of yours')
    .argument('<rule|file>', 'a rule, such as DT-01, or a spec, such as directory-sync/list-users.spec.ts')
    .argument('[folder]', 'the folder with the tests of your suite', 'tests')
    .addHelpText(
      'after',
      [
        '',
        'It copies the TypeScript source and the files of the suite that it imports; other imports come from tracker-e2e.',
        'It overwrites nothing: if the spec exists, it copies nothing; support files that exist stay as they are.',
        'Exit codes: 0 done, 2 no such rule or spec, the spec exists already, or the folder can’t be used.',
        'Examples:',
        '  npx tracker-e2e eject DT-01',
        '  npx tracker-e2e eject list-users.spec.ts e2e/tests',
      ].join('\n'),
    )
    .action(async (what: string, folder: string) => {
      const { eject } = await import('./eject/eject.js');
      eject(what, folder);
    });
}
