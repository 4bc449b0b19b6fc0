import { counted } from '../../../contracts/counted.js';
import { parseJson } from '../../../contracts/find-in-json.js';
import type { RuleRow } from '../../documents/matrix.js';
import type { FinishedTest, ReportedExchange, ReportedExchanges } from '../../../contracts/report/finished-test.js';
import { easiestFirst, hasFailed } from '../../failures/fact-of.js';
import { causesOf } from '../../failures/causes.js';
import { copied, html, stateBadge } from './html.js';
import type { Html, HtmlValue } from './html.js';
import { distinct, errorsOf } from '../../finish-test.js';
import { formatDuration } from '../format.js';
import { facts, kindNames, ruleDetails, ruleSection } from './page-shell.js';
import type { Fact } from './page-shell.js';
import { clauseDocuments } from '../../../contracts/clauses/clause-documents.js';

export function ruleSections(rules: readonly ShownRule[]): HtmlValue {
  const first = causesOf({
    rules: rules.map(({ row }) => row),
    tests: distinct(rules.flatMap(({ tests }) => tests)),
  }).map(({ rule }) => rule);
  const placeOf = ({ row }: ShownRule) => (first.includes(row.id) ? first.indexOf(row.id) : first.length);
  const failing = rules
    .filter(({ row }) => row.state === 'failing')
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  const firstUnder: FirstUnder = new Map(
    failing.toReversed().flatMap(({ row, tests }) => tests.map((test) => [test.id, row.id] as const)),
  );
  const ofKind = (kind: RuleRow['kind']) => rules.filter(({ row }) => row.kind === kind && row.state !== 'failing');
  const sections = [
    ['Failing rules', failing],
    [kindNames.documented, ofKind('documented')],
    [kindNames.assumed, ofKind('assumed')],
  ] as const;
  const show = (rule: ShownRule) => shownRule(rule, firstUnder);
  return sections.map(([heading, some]) => ruleSection(heading, some, ({ row }) => row.api, show));
}

const strengthNames = { sentence: 'a sentence', 'table row': 'a row of a table', example: 'an example only' } as const;

function defectList(defects: RuleRow['defects']): Html {
  return html`<details class="more">
    <summary>${counted(defects.length, 'defect')} of the fake that the tests are shown to catch</summary>
    <ul class="plain defects">
      ${defects.map(
        ({ name, breaks }) =>
          html`<li>
            ${breaks}
            <div class="quiet"><code>${name}</code></div>
          </li>`,
      )}
    </ul>
  </details>`;
}

export interface ShownRule {
  readonly row: RuleRow;
  readonly tests: readonly FinishedTest[];
  /** Whether the run was asked for the rule. The page hides other rules at first. */
  readonly isAsked: boolean;
}

function shownRule({ row, tests, isAsked }: ShownRule, firstUnder: FirstUnder): Html {
  const failed = easiestFirst(tests.filter(hasFailed), ({ error = '' }) => error);
  const others = tests.filter((test) => !hasFailed(test));
  const why: readonly Fact[] = [
    ['Known', row.knownBy ?? []],
    ['Why', shownReasons(row)],
    ...(row.kind === 'assumed' ? row.observations.flatMap(answers) : []),
  ];
  const inside = html`${facts(why, 'why')}
  ${failed.length > 0 && testList(failed.map((test) => failedItem(test, row.id, firstUnder.get(test.id))))}
  ${facts([
    ['Document', [row.section]],
    ['Clauses', clausesOf(row.id)],
    ['Stated by', row.kind === 'documented' ? [strengthNames[row.strength]] : []],
    ['Scope', row.kind === 'documented' ? [row.scope] : []],
    ['Endpoints', row.endpoints.map((title) => html`<code>${title}</code>`)],
    ['Link', [html`<a href="#${row.id}">#${row.id}</a>`]],
  ])}
  ${
    others.length > 0 &&
    html`<details class="more" ${failed.length === 0 && html` open`}>
      <summary>${counted(others.length, failed.length > 0 ? 'other test' : 'test')}</summary>
      ${testList(others.map(testItem))}
    </details>`
  }
  ${row.defects.length > 0 && defectList(row.defects)}`;
  return ruleDetails(row, {
    holds: holds(row, tests),
    badges: html`${row.knownBy !== undefined && stateBadge('known')} ${stateBadge(row.state)}`,
    inside,
    open: row.state === 'failing' || row.state === 'deviates' || row.state === 'differs',
    unasked: !isAsked,
  });
}

function holds({ state }: RuleRow, tests: readonly FinishedTest[]): string {
  const testCount = counted(tests.length, 'test');
  return state === 'failing' ? `${tests.filter(hasFailed).length} of ${testCount} failed` : testCount;
}

const mostReasons = 3;

function shownReasons({ reasons }: RuleRow): string[] {
  const more = reasons.length - mostReasons;
  return [...reasons.slice(0, mostReasons), ...(more > 0 ? [`and ${counted(more, 'more reason')}`] : [])];
}

function answers(seen: Extract<RuleRow, { kind: 'assumed' }>['observations'][number]): readonly Fact[] {
  const asCode = (answer: unknown) => html`<code>${JSON.stringify(answer)}</code>`;
  return [
    [seen.according === 'profile' ? 'In the profile' : 'Assumed', [asCode(seen.expected)]],
    ['Observed', [asCode(seen.observed)]],
  ];
}

function testList(items: readonly Html[]): Html {
  return html`<ul class="plain tests">
    ${items}
  </ul>`;
}

/** The rule under which the page shows each failed test in full, by the id of the test. */
type FirstUnder = ReadonlyMap<string, string>;

function failedItem(test: FinishedTest, id: string, first = id): Html {
  if (first === id) return testItem(test);
  return html` <li>
    <div class="headline">${stateBadge(test.status)} ${test.title}</div>
    <div class="quiet">The same failure as under <a href="#${first}">${first}</a></div>
  </li>`;
}

function testItem(test: FinishedTest): Html {
  const { status, title, file, line, project, durationMs, reason, rerun, notes = [], exchanges } = test;
  return html` <li>
    <div class="headline">${stateBadge(status)} ${title}</div>
    <div class="quiet">
      <code>${file}:${line}</code>${project !== '' && html` · ${project}`} · ${formatDuration(durationMs)}
    </div>
    ${reason !== undefined && html`<div>${reason}</div>`}
    ${errorsOf(test).map((error) => html`<pre class="error">${errorLines(error)}</pre>`)}
    ${rerun !== undefined && copied(rerun)} ${notes.map((note) => html`<div class="quiet">${note}</div>`)}
    ${exchangeList(exchanges, hasFailed(test))}
  </li>`;
}

function errorLines(error: string): Html[] {
  const lines = error.split('\n').map((line) => `${line}\n`);
  const start = lines.findIndex((line) => line.startsWith('+ Received'));
  return lines.map((line, index) => {
    if (start === -1 || index <= start || !/^[-+] /.test(line)) return html`${line}`;
    return line.startsWith('-') ? html`<del>${line}</del>` : html`<ins>${line}</ins>`;
  });
}

function exchangeList({ earlier, kept }: ReportedExchanges, open: boolean): Html | undefined {
  const count = earlier + kept.length;
  if (count === 0) return undefined;
  return html`<details class="exchanges" ${open && html` open`}>
    <summary>${counted(count, 'exchange')}</summary>
    ${earlier > 0 && html`<p class="quiet">The last ${kept.length} of them:</p>`}
    <ol class="plain">
      ${kept.map(exchangeItem)}
    </ol>
  </details>`;
}

function exchangeItem({ details, ...exchange }: ReportedExchange): Html {
  const line = exchangeLine(exchange);
  if (details === undefined) return html`<li>${line}</li>`;
  const { requestBody, responseBody, curl } = details;
  return html`<li>
    <details>
      <summary>${line}</summary>
      ${text('Sent', pretty(requestBody))}
      ${text('Answered', responseBody === '' ? '(an empty body)' : pretty(responseBody))} ${text('To repeat it', curl)}
    </details>
  </li>`;
}

function exchangeLine({ caller, method, path, status, durationMs }: ReportedExchange): Html {
  const by = html`<span class="quiet">as ${caller}, ${durationMs} ms</span>`;
  return html`<code><b>${method}</b> ${path}</code> <span class="arrow">→</span> <b class="status">${status}</b> ${by}`;
}

function text(label: string, value: string | undefined): Html | undefined {
  if (value === undefined) return undefined;
  return html`<div class="quiet">${label}</div>
    <pre>${value}</pre>`;
}

function pretty(body: string | undefined): string | undefined {
  const value = parseJson(body ?? '');
  return value === undefined ? body : JSON.stringify(value, null, 2);
}

const sections = Object.entries(clauseDocuments).flatMap(([file, all]) =>
  all.map(({ section, clauses }, place) => ({
    title: `${file}, ${section}`,
    clauses: clauses.map(([position, hash, outcome], index) => {
      return { id: `clause-${file}-${place + 1}-${index + 1}`, section, position, hash, outcome };
    }),
  })),
);

function clausesOf(rule: string): Html[] {
  return sections
    .flatMap(({ clauses }) => clauses)
    .filter(({ outcome }) => typeof outcome !== 'string' && outcome.includes(rule))
    .map(({ id, section, position }) => html`<a href="#${id}">${section}, ${position}</a>`);
}

export function clauseLedger(shown: ReadonlySet<string>): Html {
  const rule = (id: string) => (shown.has(id) ? html`<a href="#${id}">${id}</a> ` : html`${id} `);
  const lists = sections.map(({ title, clauses }) => {
    const items = clauses.map(
      ({ id, position, hash, outcome }) =>
        html`<li id="${id}">
          ${position} <code class="quiet">${hash}</code>
          ${typeof outcome === 'string' ? html`<span class="quiet">${outcome}</span>` : outcome.map(rule)}
        </li>`,
    );
    return html`<details class="clauses">
      <summary>${title} <span class="quiet">${counted(clauses.length, 'clause')}</span></summary>
      <ul class="plain">
        ${items}
      </ul>
    </details>`;
  });
  return html`<details class="ledger">
    <summary><h2>Clauses of the documents</h2></summary>
    ${lists}
  </details>`;
}
