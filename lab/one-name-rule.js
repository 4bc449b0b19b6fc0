/** A rule of Oxlint: an exported name is declared in one file, so that a word means one thing. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const folders = ['builders', 'cli', 'client', 'contracts', 'fake', 'fixtures', 'provide', 'reports'];

/** The files that declare each exported name. Overloads of a function are one declaration. */
const files = new Map();
for (const file of folders.flatMap((folder) => sourcesIn(folder))) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, name] of text.matchAll(
    /^export (?:abstract |async )?(?:const|function\*?|class|interface|type) (\w+)/gm,
  )) {
    files.set(name, (files.get(name) ?? new Set()).add(file));
  }
}

function sourcesIn(folder) {
  const all = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return all.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

const rule = {
  create: (context) => {
    const file = relative(root, context.filename).replaceAll('\\', '/');
    return {
      ExportNamedDeclaration: (node) => {
        const { declaration } = node;
        const ids = declaration?.declarations?.map(({ id }) => id) ?? [declaration?.id];
        for (const name of ids.map((id) => id?.name)) {
          const others = [...(files.get(name) ?? [])].filter((other) => other !== file);
          if (files.get(name)?.has(file) && others.length > 0)
            context.report({
              node,
              message: `${name} is a name of ${others.join(' and ')} too: find a word that says what this one is.`,
            });
        }
      },
    };
  },
};

export default { meta: { name: 'names' }, rules: { 'one-meaning': rule } };
