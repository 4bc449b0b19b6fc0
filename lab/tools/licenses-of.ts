import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The licenses of the packages that sources come from, for those who get them bundled.
 *
 * @param root what the sources' paths start from
 * @throws Error if a package has no license
 */
export function licensesOf(root: string, sources: readonly string[]): string {
  const folders = sources.flatMap((source) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => licenseOf(join(root, folder)))
    .join('\n');
}

function licenseOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const file = readdirSync(folder).find((candidate) => /^licen[cs]e/i.test(candidate));
  if (file === undefined) throw new Error(`${name ?? folder} is bundled and has no license beside it.`);
  return `${name ?? ''} ${version ?? ''}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
