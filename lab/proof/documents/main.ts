/** Compares the API documents in a folder with the rule catalogue: `npm run -w lab documents FOLDER`. */
import { parseArgs } from 'node:util';
import { differs, readRevisions, renderRevisions, renderRows } from './compare-documents.js';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { rows: { type: 'string' } } });
const [folder = ''] = positionals;
const revisions = readRevisions(folder);
const asked = revisions.find(({ document }) => document === values.rows);
process.stdout.write(asked === undefined ? renderRevisions(folder, revisions) : renderRows(asked));
if (asked === undefined && revisions.some(differs)) process.exitCode = 1;
