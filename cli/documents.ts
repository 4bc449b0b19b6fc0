import { Option } from 'commander';
import type { SubCommand } from './support/sub-command.js';
import { documentFiles } from '../contracts/clauses/clause.js';
import type { DocumentsOptions } from './documents/compare-documents.js';

export function addDocumentsCommand(command: SubCommand): void {
  command
    .description('compare the API documents in a folder with the rule catalogue, and list the rules to check')
    .argument('<folder>', `the folder with ${documentFiles.join(', ')}`)
    .option('--json', 'as JSON, for machines')
    .addOption(
      new Option('--rows <document>', 'print the rows of this document for contracts/clauses/ instead')
        .choices(documentFiles)
        .conflicts('json'),
    )
    .option('-o, --output <file>', 'write it to a file instead')
    .notes([
      'A sentence that has only moved is not listed. docs/documents.md says what to do with the others.',
      'Exit codes: 0 no sentence differs, 2 the folder lacks a document or one can’t be read, 7 sentences differ.',
      'With --rows: 0 if they are written.',
      'Examples:',
      '  tracker-e2e documents new-revision/',
      '  tracker-e2e documents new-revision/ --json --output changes.json',
    ])
    .action(async (folder: string, options: DocumentsOptions) => {
      const { compareDocuments } = await import('./documents/compare-documents.js');
      compareDocuments(folder, options);
    });
}
