import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** The parts of a page in one file: its script and its style as elements, and a content security policy that allows only these. */
export interface PageSources {
  readonly script: string;
  readonly style: string;
  readonly policy: string;
}

/** Bundles the script and the style of a page when they are first asked for. */
export function bundledPage(folder: string, script: string, style: string): () => PageSources {
  let sources: PageSources | undefined;
  return () => (sources ??= elementsOf(bundle(join(folder, script)), bundle(join(folder, style))));
}

function elementsOf(script: string, style: string): PageSources {
  const [scriptHash, styleHash] = [script, style].map((text) => createHash('sha256').update(text).digest('base64'));
  return {
    script: `<script>${script}</script>`,
    style: `<style>${style}</style>`,
    policy: `default-src 'none'; style-src 'sha256-${styleHash}'; script-src 'sha256-${scriptHash}'`,
  };
}

function bundle(file: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [file],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    write: false,
    logLevel: 'warning',
  });
  return outputFiles.map(({ text }) => text).join('');
}
