import { posix } from 'node:path';

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
