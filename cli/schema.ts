import { Argument } from 'commander';
import type { Command } from 'commander';
import { documentNames, jsonSchemaOf } from './json-schemas.js';
import type { DocumentName } from './json-schemas.js';
import { writeOrPrint } from './support/files.js';

/** `tracker-e2e schema`: the JSON Schema of a document, for editors and other programs. */
export function addSchemaCommand(program: Command): void {
  program
    .command('schema')
    .description(
      'print the JSON Schema of a world, a sandbox, a profile, known failures, rules.json, or the JSON of compare or gate',
    )
    .summary('print the JSON Schema of a document')
    .addArgument(new Argument('<document>', 'which one').choices(documentNames))
    .option('-o, --output <file>', 'write it to a file instead')
    .addHelpText(
      'after',
      [
        '',
        'The package has them as files too: tracker-e2e/schemas/world.schema.json and so on.',
        'Exit codes: 0 written, 2 no such document, or the file can’t be written.',
        'Examples:',
        '  tracker-e2e schema world --output world.schema.json',
      ].join('\n'),
    )
    .action((document: DocumentName, { output }: { readonly output?: string }) => {
      writeOrPrint(`${JSON.stringify(jsonSchemaOf(document), null, 2)}\n`, output);
    });
}
