import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import blankTypes from 'ts-blank-space';

/**
 * Makes JavaScript of the suite, because Playwright compiles nothing below node_modules. Types become blanks, so lines
 * and columns stay as in the source.
 *
 * @param specs the folder of the suite
 * @param outdir the folder for the output; it lies beside the modules of the package as `specs` lies beside the sources
 */
export function stripSpecs(specs: string, outdir: string): void {
  for (const name of readdirSync(specs, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const script = blankTypes(readFileSync(join(specs, name), 'utf8'), (node) => {
      throw new Error(`${name} can't be made JavaScript by leaving types out: ${node.getText()}`);
    });
    const file = join(outdir, name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, script);
  }
}
