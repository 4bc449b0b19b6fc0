import { inPlainText } from '../../client/print.js';
import { html } from '../matrix/page/html.js';
import type { RunProblem } from './run-problems.js';

/**
 * Adds to Playwright's JUnit file what it can't know: a failure for each rule that is not verified and for each other reason
 * of a red run, such as a missing shard; and the id of each rule as a property of its own. What fails as is known, or deviates
 * from an example only, counts as skipped, with the reason.
 */
export function extendJunit(xml: string, problems: readonly RunProblem[]): string {
  const added = problems.filter(({ failed }) => !failed);
  const withIds = skipAccepted(inPlainText(xml)).replaceAll(
    /<property name="rule" value="(\w+-\w+) /g,
    '<property name="rule_id" value="$1">\n</property>\n$&',
  );
  if (added.length === 0) return withIds;
  const count = String(added.length);
  const suite = [
    `<testsuite name="rule matrix" tests="${count}" failures="${count}" skipped="0" errors="0" time="0">`,
    ...added.flatMap(testCase),
    '</testsuite>',
    '</testsuites>',
  ].join('\n');
  return withIds
    .replace(/^<testsuites [^>]*>/, (tag) => addTo(addTo(tag, 'tests', added.length), 'failures', added.length))
    .replace(/<\/testsuites>\s*$/, () => `${suite}\n`);
}

function skipAccepted(xml: string): string {
  let accepted = 0;
  const suites = xml.replaceAll(/<testsuite [^>]*>.*?<\/testsuite>/gs, (suite) => {
    let inSuite = 0;
    const cases = suite.replaceAll(/<testcase [^>]*>.*?<\/testcase>/gs, (text) => {
      const [, ticket] = /<property name="known failure" value="([^"]*)"/.exec(text) ?? [];
      const deviates = text.includes('<property name="failure" value="deviates"');
      if ((ticket === undefined && !deviates) || !text.includes('<failure')) return text;
      inSuite += 1;
      const why = ticket === undefined ? 'deviates from an example' : `known failure: ${ticket}`;
      const skipped = `<skipped message="${why}"/>\n</testcase>`;
      return text.replaceAll(/<failure\b[^>]*>.*?<\/failure>\s*/gs, '').replace(/<\/testcase>$/, () => skipped);
    });
    accepted += inSuite;
    return moveToSkipped(cases, inSuite);
  });
  return moveToSkipped(suites, accepted);
}

function moveToSkipped(xml: string, count: number): string {
  return count === 0 ? xml : addTo(addTo(xml, 'failures', -count), 'skipped', count);
}

function testCase({ kind, title, text, file, line, rules }: RunProblem): string[] {
  return [
    `<testcase name="${escape(kind === 'run' ? text : title)}" classname="${kind}" file="${escape(file)}" line="${String(line)}" time="0">`,
    ...(rules.length === 0
      ? []
      : ['<properties>', ...rules.map((id) => `<property name="rule_id" value="${escape(id)}"/>`), '</properties>']),
    `<failure message="${escape(title)}">${escape(text)}</failure>`,
    '</testcase>',
  ];
}

function addTo(tag: string, attribute: string, more: number): string {
  return tag.replace(
    new RegExp(`\\b${attribute}="(\\d+)"`),
    (_, count) => `${attribute}="${String(Number(count) + more)}"`,
  );
}

function escape(text: string): string {
  return html`${text}`.toString().replaceAll('\n', '&#10;');
}
