import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, test } from '@playwright/test';
import ts from 'typescript';
import { runPlaywright } from '../reports/run-project.js';

const root = join(import.meta.dirname, '../../..');

/** Runs tests on the fake with a defect. @returns the messages of those that failed */
async function failuresOf(args: readonly string[], defect?: string): Promise<string[]> {
  const settings = { TRACKER_SEED: '1', TRACKER_OUTPUT: test.info().outputPath('out') };
  const env = { ...settings, ...(defect !== undefined && { TRACKER_DEFECT: defect }) };
  const folder = `--output=${test.info().outputPath('results')}`;
  const { stdout } = await runPlaywright(root, ['test', ...args, '--workers=1', '--reporter=json', folder], env);
  const messages: string[] = [];
  JSON.parse(stdout.slice(stdout.indexOf('{')), (key, value: unknown) => {
    if (key === 'errors' && Array.isArray(value)) {
      messages.push(...(value as { readonly message?: string }[]).map(({ message = '' }) => message));
    }
    return value;
  });
  return messages;
}

/** TypeScript's errors in files, by the options of the project. */
function typeErrors(files: readonly string[]): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    readonly config: { readonly compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram(files, options);
  return files
    .flatMap((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('the sequence that catches a defect is printed as a spec that fails in the same way, and passes without it', async () => {
  // It runs the suite five times.
  test.slow();

  const folder = test.info().outputPath('pasted');
  const from = (path: string) => `from '${relative(folder, join(root, path)).split(sep).join('/')}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'playwright.config.ts'), 'export default {};\n');
  const files: string[] = [];
  for (const { api, defect, part } of [
    { api: 'default-templates', defect: 'DT-20-echo-of-last-item-of-project', part: 'gives screens .* part' },
    { api: 'directory-sync', defect: 'AD-21-values-beside-new-name-lost', part: 'two connections .* part' },
    { api: 'test-management', defect: 'TM-22-async-ignores-ids', part: 'adds to plans .* part' },
  ]) {
    const [rule] = /^\w+-\d+/.exec(defect) ?? [];

    const [message = ''] = await failuresOf([`${api}/sequences`, '--grep', part], defect);

    expect(message).toContain(`${rule} does not hold after `);
    expect(message).toContain('TRACKER_SEED=1');
    const [spec = ''] = /^import [\s\S]*?^\}\);$/m.exec(message) ?? [];
    const placed = spec
      .replaceAll("from 'tracker-e2e/builders'", `${from('builders/index.js')}'`)
      .replaceAll("from 'tracker-e2e'", `${from('fixtures/index.js')}'`)
      .replaceAll("from '../support/", from('specs/support') + '/')
      .replaceAll("from './support/", from(`specs/${api}/support`) + '/');
    files.push(join(folder, `${api}.spec.ts`));
    writeFileSync(files.at(-1) ?? '', placed);
  }
  expect(typeErrors(files)).toEqual([]);
  expect(await failuresOf(['-c', folder, 'test-management'], 'TM-22-async-ignores-ids')).toHaveLength(1);
  expect(await failuresOf(['-c', folder])).toEqual([]);
});
