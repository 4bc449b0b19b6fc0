import { expect, test } from '@playwright/test';
import { extendJunit } from '../../../reports/ci/extend-junit.js';
import { annotationLine } from '../../../fixtures/reporting/print.js';

const problem = {
  kind: 'rule' as const,
  id: 'DT-01',
  title: 'DT-01 <lists> "all", 100%: a & b',
  text: 'expected <a> & "b",\ngot 50 %: \u0007nothing',
  file: 'specs/a,b:c.spec.ts',
  line: 7,
  rules: ['DT-01'],
};

test('what a problem says can break neither the XML of JUnit nor the line that GitHub reads', () => {
  const output = '<system-out><![CDATA[]]\ufffe>&lt; \uffff\u0001]]></system-out>';
  const xml = extendJunit(`<testsuites tests="1" failures="0">\n${output}</testsuites>\n`, [problem]);

  expect(xml).toContain('<testsuites tests="2" failures="1">');
  expect(xml).toContain('name="DT-01 &lt;lists&gt; &quot;all&quot;, 100%: a &amp; b"');
  expect(xml).toContain('>expected &lt;a&gt; &amp; &quot;b&quot;,&#10;got 50 %: \\u0007nothing</failure>');
  expect(xml).toContain(String.raw`<![CDATA[]]\ufffe>&lt; \uffff\u0001]]>`);
  expect(extendJunit(output, [])).not.toMatch(/[\u0001\ufffe\uffff]/);
  expect(annotationLine(problem)).toBe(
    '::error file=specs/a%2Cb%3Ac.spec.ts,line=7,title=DT-01 <lists> "all"%2C 100%25%3A a & b' +
      String.raw`::expected <a> & "b",%0Agot 50 %25: \u0007nothing`,
  );
});
