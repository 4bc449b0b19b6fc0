import { readFileSync, writeFileSync } from 'node:fs';

/** What npm writes as the script `test` of a new package. */
const PLACEHOLDER = 'no test specified';

/** The scripts of a new suite. */
export const suiteScripts = { test: 'playwright test', typecheck: 'tsc --noEmit' } as const;

type Scripts = Readonly<Record<string, unknown>>;

/**
 * Adds what is missing of the scripts of a suite to a package.json; a script that is there stays as it is. The file keeps its
 * indentation, its line ends and what it begins and ends with.
 *
 * @returns the names of the scripts that were added; none if the file is no package.json that can be read
 */
export function addScripts(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const manifest = parse(text.replace(/^\uFEFF/, ''));
  if (manifest === undefined) return [];
  const scripts = missing((manifest['scripts'] ?? {}) as Scripts);
  if (Object.keys(scripts).length === 0) return [];
  const more = { ...manifest, scripts: { ...(manifest['scripts'] as Scripts | undefined), ...scripts } };
  writeFileSync(file, inStyleOf(text, more));
  return Object.keys(scripts);
}

function missing(there: Scripts): Record<string, string> {
  const commands = Object.values(there);
  const has = (command: RegExp) => commands.some((one) => typeof one === 'string' && command.test(one));
  const { test } = there;
  const isFree = test === undefined || (typeof test === 'string' && test.includes(PLACEHOLDER));
  const name = isFree ? 'test' : 'test:tracker';
  return {
    ...(!has(/\bplaywright test\b/) && (isFree || there[name] === undefined) && { [name]: suiteScripts.test }),
    ...(!has(/\btsc\b/) && there['typecheck'] === undefined && { typecheck: suiteScripts.typecheck }),
  };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : undefined;
  } catch {
    // The package manager will say so.
    return undefined;
  }
}

function inStyleOf(text: string, manifest: object): string {
  const [, indent = '  '] = /\n([ \t]+)"/.exec(text) ?? [];
  const json = JSON.stringify(manifest, null, indent) + (/\n\s*$/.test(text) ? '\n' : '');
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  return mark + (text.includes('\r\n') ? json.replaceAll('\n', '\r\n') : json);
}
