import type { ClientResult } from './try-client.js';

const HEAD = ['| client | language | version | calls tried | passed |', '| --- | --- | --- | --- | --- |'];

/** The page with these results. What is before the table stays, and so do its parts about other clients. */
export function clientsPage(results: readonly ClientResult[], names: readonly string[], before: string): string {
  const parts = names.map((name) => {
    const result = results.find(({ client }) => client.name === name);
    return result === undefined ? partBefore(before, name) : { row: rowOf(result), section: sectionOf(result) };
  });
  const rows = parts.flatMap((part) => (part === undefined ? [] : [part.row]));
  const sections = parts.flatMap((part) => (part === undefined ? [] : [part.section]));
  const start = before.slice(0, before.indexOf('| client '));
  return [`${start}${[...HEAD, ...rows].join('\n')}`, ...sections].join('\n\n');
}

/** The row and the section of a client on a page; undefined if one is missing. */
export function partBefore(page: string, name: string): { readonly row: string; readonly section: string } | undefined {
  const lines = page.split('\n');
  const row = lines.find((line) => line.startsWith(`| \`${name}\``));
  const start = lines.indexOf(`## ${name}`);
  if (row === undefined || start < 0) return undefined;
  const end = lines.findIndex((line, index) => index > start && line.startsWith('## '));
  return {
    row,
    section: lines
      .slice(start, end < 0 ? undefined : end)
      .join('\n')
      .trimEnd(),
  };
}

function rowOf({ client, passed, failed }: ClientResult): string {
  const { name, language, version } = client;
  return `| \`${name}\` | ${language} | ${version} | ${passed.length + failed.length} | ${passed.length} |`;
}

function sectionOf({ client, passed, failed, leftOut }: ClientResult): string {
  const notTried = [...leftOut].map(([reason, calls]) => `- ${reason}: ${inCode(calls)}`);
  const failures = failed.map(({ call, reason }) => `- \`${call}\`: ${reason.replaceAll(/([<>|*_])/g, '\\$1')}`);
  return [
    `## ${client.name}`,
    `Passed: ${inCode(passed)}.`,
    ...(failures.length > 0 ? [`Failed:\n\n${failures.join('\n')}`] : []),
    ...(notTried.length > 0 ? [`Not tried, because they are about\n\n${notTried.join('\n')}`] : []),
  ].join('\n\n');
}

function inCode(calls: readonly string[]): string {
  return calls.map((call) => `\`${call}\``).join(', ');
}
