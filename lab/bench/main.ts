import { execSync } from 'node:child_process';
import { fake } from './fake.js';
import { external, harness, red, suite } from './suites.js';

const figures: Readonly<Record<string, () => Promise<void>>> = { external, fake, harness, red, suite };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(figures, name));
if (unknown.length > 0) {
  console.error(`There is no figure named ${unknown.join(', ')}. There are: ${Object.keys(figures).join(', ')}.`);
  process.exit(2);
}
// What users get is measured on the package as it is packed.
execSync('npm run build', { stdio: ['ignore', 'ignore', 'inherit'] });
for (const [name, show] of Object.entries(figures)) {
  if (wanted.length === 0 || wanted.includes(name)) {
    await show();
    console.log();
  }
}
