import { relative } from 'node:path';
import type { TestCase, TestError, TestResult } from '@playwright/test/reporter';

/** How much of an attachment is shown, in characters. */
const SHOWN = 600;

/** A test that failed, with its errors and what it has attached as text, as Playwright's own reporters show it. */
export function formatFailure(number: number, test: TestCase): string {
  const attempts = test.results.filter(({ errors }) => errors.length > 0);
  return [
    `  ${String(number)}) ${titleOf(test)}`,
    ...attempts.flatMap((result) => [
      ...(result.retry === 0 ? [] : [`    Retry #${String(result.retry)}`]),
      ...result.errors.map((error) => indent(formatError(error))),
      ...textsOf(result),
    ]),
    '',
  ].join('\n\n');
}

/** The place and the title of a test, with its project if that has a name. */
export function titleOf(test: TestCase): string {
  const [, project = '', , ...titles] = test.titlePath();
  const { file, line, column } = test.location;
  const place = `${relative(process.cwd(), file)}:${String(line)}:${String(column)}`;
  return [...(project === '' ? [] : [`[${project}]`]), place, ...titles].join(' › ');
}

/** An error with the source around its place, and where it came from. */
export function formatError({ message, stack, snippet, value }: TestError): string {
  const text = message ?? value ?? 'an error without a message';
  const calls = stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return [text, ...(snippet === undefined ? [] : ['', snippet]), ...(calls.length === 0 ? [] : ['', ...calls])].join(
    '\n',
  );
}

function textsOf({ attachments }: TestResult): string[] {
  return attachments.flatMap(({ name, contentType, body }) => {
    if (body === undefined || !contentType.startsWith('text/')) return [];
    const text = body.toString('utf8');
    return [indent(`${name}:\n${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}`)];
  });
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ');
}
