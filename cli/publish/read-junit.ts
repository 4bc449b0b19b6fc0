import { XmlElement, parseXml } from '@rgrove/parse-xml';
import type { Results } from '../../contracts/report/results.js';
import { casesIn, foreignResults } from './foreign-results.js';
import type { ForeignTest } from './foreign-results.js';

/**
 * The results of a JUnit file, as most test runners write it. Steps are not guessed from what a test has printed.
 *
 * @param written when the file was written
 * @throws Error for a text that is no XML, and for XML without test suites
 */
export function readJunit(text: string, written: Date): Results {
  const { root } = parseXml(text);
  if (root === null || !/^testsuites?$/.test(root.name)) throw new Error(`it has no test suites but a ${root?.name}`);
  const [first = root] = root.name === 'testsuite' ? [root] : childrenOf(root, 'testsuite');
  const name = root.attributes['name'] ?? first.attributes['name'];
  const startedAt = root.attributes['timestamp'] ?? first.attributes['timestamp'];
  return foreignResults(text, written, { name, startedAt }, testsIn(root));
}

/** The tests of a suite and of the suites in it. */
function testsIn(suite: XmlElement): ForeignTest[] {
  const own = childrenOf(suite, 'testcase').map((test) => testOf(test, suite.attributes['name'] ?? ''));
  return [...own, ...childrenOf(suite, 'testsuite').flatMap(testsIn)];
}

function testOf(test: XmlElement, suite: string): ForeignTest {
  const { name = '', classname = suite } = test.attributes;
  const [failure] = childrenOf(test, 'failure', 'error');
  const [skipped] = childrenOf(test, 'skipped', 'disabled');
  const properties = childrenOf(test, 'properties').flatMap((list) => childrenOf(list, 'property'));
  const told = failure ?? skipped;
  return {
    name: [classname, name].filter((part) => part !== '').join(' › '),
    title: name,
    status: failure ? 'failed' : skipped ? 'skipped' : isFlaky(test) ? 'flaky' : 'passed',
    cases: casesIn(
      properties.map((property) => [
        property.attributes['name'] ?? '',
        property.attributes['value'] ?? property.text.trim(),
      ]),
    ),
    message: told && (told.text.trim() || told.attributes['message']),
  };
}

/** Surefire tells failures of a test that passed when it was tried again. */
function isFlaky(test: XmlElement): boolean {
  return childrenOf(test, 'flakyFailure', 'flakyError').length > 0;
}

function childrenOf({ children }: XmlElement, ...names: readonly string[]): XmlElement[] {
  return children.filter((child) => child instanceof XmlElement && names.includes(child.name)) as XmlElement[];
}
