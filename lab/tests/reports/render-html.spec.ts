import { test, expect } from '@playwright/test';
import { catalogueVersion, rules } from '../../../contracts/index.js';
import { html } from '../../../reports/matrix/page/html.js';
import { renderHtml } from '../../../reports/matrix/render-html.js';
import { judgedMatrix, isolatedFake, sampleTest } from './sample-run.js';

const attack = `</pre><script>alert("1")</script>&'`;
const escaped = '&lt;/pre&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;';

test('html escapes every value, nested ones once', () => {
  expect(html`<b title="${'"a"'}">${[html`<i>${'<&'}</i>`, '>', 3, undefined, false]}</b>`.toString()).toBe(
    '<b title="&quot;a&quot;"><i>&lt;&amp;</i>&gt;3</b>',
  );
});

test('whatever comes from tests or the tracker is escaped', () => {
  const hostile = { title: attack, file: attack, project: attack, reason: attack, error: attack, notes: [attack] };
  const observations = [{ rule: 'DT-N05' as const, expected: 1, observed: attack }];
  const page = renderHtml(
    judgedMatrix([sampleTest({ ...hostile, rules: ['DT-13', 'DT-N05'], status: 'failed', observations })], {
      target: { ...isolatedFake, name: attack },
      errors: [attack],
    }),
  );
  expect(page).toContain(escaped);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).not.toContain('alert("1")');
});

test('the page names the version of the rule catalogue', () => {
  expect(renderHtml(judgedMatrix([]))).toContain(`rule catalogue\n      ${catalogueVersion}`);
});

test('the page fetches nothing and lets only its own script and style run', () => {
  const page = renderHtml(judgedMatrix([]));
  expect(page).toContain(`default-src &#39;none&#39;`);
  expect(page).not.toMatch(/(?:src|href)="(?!#)/);
  expect(page).not.toMatch(/url\(|@import|https?:/);
});

test('every rule is on the page with its text, section, state and tests', () => {
  const page = renderHtml(judgedMatrix([sampleTest({ rules: ['DT-13'], title: 'filters by request type' })]));
  const rulesOfApi = Object.values(rules).filter(({ api }) => api === 'default-templates');
  expect(page.match(/class="rule"/g)).toHaveLength(rulesOfApi.length);
  const rule = page.slice(page.indexOf('id="DT-13"'), page.indexOf('id="DT-14"'));
  expect(rule).toContain('data-state="verified"');
  expect(rule).toContain(rules['DT-13'].text);
  expect(rule).toContain('Endpoints, rule 1');
  expect(rule).toContain('filters by request type');
  expect(rule).toContain('specs/sample.spec.ts:3');
});

test('an endpoint links to its rules', () => {
  expect(renderHtml(judgedMatrix([]))).toContain('<a href="#DT-31">DT-31</a>');
});

test('what a test had to wait for stands beside it', () => {
  const notes = ['set-up tried again: GET /x answered 503', 'rate limited: GET /y'];
  const page = renderHtml(judgedMatrix([sampleTest({ rules: ['DT-13'], notes })]));

  const rule = page.slice(page.indexOf('id="DT-13"'), page.indexOf('id="DT-14"'));
  for (const note of notes) expect(rule).toContain(note);
});
