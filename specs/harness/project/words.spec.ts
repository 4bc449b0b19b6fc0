import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from '@playwright/test';

const root = join(import.meta.dirname, '../../..');

/** Words of earlier versions that a reader had to look up, with their replacements. */
const replacements: readonly (readonly [house: RegExp, standard: string])[] = [
  [/\bown.?space/i, 'isolated'],
  [/tak(e|ing)[ -]?back/i, 'undo, cleanUp'],
  [/lookAgain|trackerSilence/i, 'outage detection'],
  [/ReachError/, 'ScopeError'],
  [/keepBook|bookkeep/i, 'recorder'],
  [/\bfurnish/i, 'populate'],
  [/dribbl/i, 'slow body'],
  [/\bstrays?\b/i, 'unmatched requests'],
  [/\bpatients?\b|openPatient|diagnosis/i, 'doctor context, results'],
  [/\boutlook\b|\bshortage/i, 'forecast, missing requirement'],
  [/colleague|bystander/i, 'background user, pre-existing data'],
  [/contender/i, 'competitors'],
  [/\btally/i, 'run totals'],
  [/notOurs|isOurs/i, 'foreign, owned'],
  [/putBack|put back/i, 'restore'],
];

/** Folders that programs write. */
const written = /(^|\/)(node_modules|dist|output|test-results|\.\w+)\//;

function* sources(): Generator<string> {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !written.test(`${entry.name}/`))
    .map(({ name }) => name);
  for (const folder of ['', ...folders]) {
    for (const entry of readdirSync(join(root, folder), { recursive: folder !== '', withFileTypes: true })) {
      const path = relative(root, join(entry.parentPath, entry.name));
      const isWritten = written.test(path) || path.endsWith('words.spec.ts');
      if (entry.isFile() && /\.(ts|js|css|md|json|yml)$/.test(path) && !isWritten) yield path;
    }
  }
}

test('no source and no page uses a word that was replaced', () => {
  const found = [...sources()].flatMap((path) =>
    [path, ...readFileSync(join(root, path), 'utf8').split('\n')].flatMap((line, index) =>
      replacements
        .filter(([house]) => house.test(line))
        .map(([house, standard]) => `${path}:${index}: ${house.exec(line)?.[0] ?? ''} → ${standard}`),
    ),
  );
  expect(found).toEqual([]);
});
