import type { ClientResult } from './try-client.js';

const START = `# Clients that were tried

Published clients of the tracker call the fake with everything that they have for its resources. A call passes if its
answer is correct, or if the data that is read afterwards is. Besides libraries there are an MCP server for AI assistants
(\`@atlassian-dc-mcp/jira\`), a node of a workflow tool (\`n8n-nodes-base\`), a reporter of tests (\`cypress-xray-plugin\`),
release tools (\`semantic-release-jira\`, \`jira-changelog\`) and a tool that pulls issues into a list of tasks (\`bugwarrior\`). To try
them yourself, in a clone:

\`\`\`sh
npm run -w lab clients                               # installs them outside the project, tries them, writes this page
npm run -w lab clients -- --client jira.js --check   # one of them; compares it with this page
npm run -w lab clients -- --tracker-version 10.3      # on another version of the tracker; writes no page
\`\`\`

The npm clients are installed in a folder for temporary files, as \`lab/proof/clients/npm-clients\` pins them. Debian's packages
need root and Debian 12. A client that can't be installed is named, and its part of this page stays as it is.
A part of the MCP server is not installed: \`npm-clients/atlassian-dc-mcp-common\` starts it and downloads attachments in its
place; its tools and all other requests are its own.
`;

const HEAD = ['| client | language | version | calls tried | passed |', '| --- | --- | --- | --- | --- |'];

/** The page with these results. Its parts about other clients stay. */
export function clientsPage(results: readonly ClientResult[], names: readonly string[], before: string): string {
  const parts = names.map((name) => {
    const result = results.find(({ client }) => client.name === name);
    return result === undefined ? partBefore(before, name) : { row: rowOf(result), section: sectionOf(result) };
  });
  const rows = parts.flatMap((part) => (part === undefined ? [] : [part.row]));
  const sections = parts.flatMap((part) => (part === undefined ? [] : [part.section]));
  return [START, [...HEAD, ...rows].join('\n'), ...sections].join('\n\n');
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
