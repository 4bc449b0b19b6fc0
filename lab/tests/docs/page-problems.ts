import { posix } from 'node:path';
import type { Command } from 'commander';

/** The commands and scripts that exist. */
export interface Callable {
  readonly program: Command;
  /** The scripts of package.json. */
  readonly scripts: readonly string[];
}

/** Commands that pass unknown options to Playwright. */
const forPlaywright = ['run', 'observe'];

/** Commands that a page tells its readers to call, in a shell block or between backticks, and that do not exist. */
export function commandProblems(page: string, text: string, callable: Callable): string[] {
  return codeLines(text).flatMap(({ line, code }) =>
    [...commandsOf(code, callable), ...scriptsOf(code, callable)].map((problem) => `${page}:${line}: ${problem}`),
  );
}

/** The lines of a page's shell snippets, and its code between backticks, each with its line. */
function codeLines(text: string): { readonly line: number; readonly code: string }[] {
  let fence: string | undefined;
  return text.split('\n').flatMap((content, index) => {
    const line = index + 1;
    const [, opened] = /^ *```(.*)$/.exec(content) ?? [];
    if (opened !== undefined) {
      fence = fence === undefined ? opened : undefined;
      return [];
    }
    if (fence !== undefined) return fence === 'sh' ? [{ line, code: content.replace(/ # .*$/, '') }] : [];
    return [...content.matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({ line, code }));
  });
}

function commandsOf(code: string, { program }: Callable): string[] {
  return [...code.matchAll(/(?:^|[\s;&|])tracker-e2e((?: +[^\s;&|]+)*)/g)].flatMap(([, rest = '']) => {
    const [name, ...args] = rest.trim().split(/ +/);
    // A name in other letters than a command's, such as one in brackets, stands for any.
    if (name === undefined || !/^[a-z]+$/.test(name)) return [];
    const command = program.commands.find((one) => one.name() === name);
    if (command === undefined) return [`tracker-e2e has no command ${name}`];
    if (forPlaywright.includes(name)) return [];
    const options = ['--help', ...command.options.flatMap(({ long, short }) => [long, short])];
    const named = args.map((arg) => arg.replace(/=.*$/, '')).filter((arg) => /^--?[a-z]/.test(arg));
    return named.filter((arg) => !options.includes(arg)).map((arg) => `tracker-e2e ${name} has no option ${arg}`);
  });
}

function scriptsOf(code: string, { scripts }: Callable): string[] {
  const named = [...code.matchAll(/\bnpm (?:run(?: --silent)?(?: -w lab)? ([\w:-]+)|(start|test)\b)/g)];
  return named
    .flatMap(([, script, short]) => script ?? short ?? [])
    .filter((script) => !scripts.includes(script))
    .map((script) => `package.json has no script ${script}`);
}

/**
 * What the relative links of a page name and is not there.
 *
 * @param page the path of the page
 * @param pages every page that can be linked, by its path
 * @param files the paths of all files there are, pages included
 */
export function linkProblems(page: string, pages: ReadonlyMap<string, string>, files: readonly string[]): string[] {
  return linksOf(pages.get(page) ?? '').flatMap(({ line, link }) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : posix.join(posix.dirname(page), path).replace(/\/$/, '');
    if (!files.some((file) => file === target || file.startsWith(`${target}/`))) {
      return [`${page}:${line}: there is no ${target}`];
    }
    if (anchor === undefined || anchorsOf(pages.get(target) ?? '').includes(anchor)) return [];
    return [`${page}:${line}: ${target} has no #${anchor}`];
  });
}

/** The links of a page to others of the same place, and its pictures, each with its line. */
function linksOf(text: string): { readonly line: number; readonly link: string }[] {
  return withoutBlocks(text).flatMap((content, index) =>
    [...content.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^()\s]+)\)|<(?:img|source)\b[^>]* src(?:set)?="([^"\s]+)"/g)]
      .map(([, link, picture]) => link ?? picture ?? '')
      .filter((link) => !/^[a-z]+:/.test(link))
      .map((link) => ({ line: index + 1, link })),
  );
}

/** The anchors of the headings of a page on GitHub. */
function anchorsOf(text: string): string[] {
  return withoutBlocks(text).flatMap((content) => {
    const [, heading] = /^#+ (.+)$/.exec(content) ?? [];
    if (heading === undefined) return [];
    return [
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ];
  });
}

/** The lines of a page; lines of fenced blocks are empty. */
function withoutBlocks(text: string): string[] {
  let fenced = false;
  return text.split('\n').map((content) => {
    const fence = /^ *```/.test(content);
    if (fence) fenced = !fenced;
    return fence || fenced ? '' : content;
  });
}
