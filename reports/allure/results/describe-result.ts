import type { TestCase } from '@playwright/test/reporter';
import { inline } from '../../ci/markdown.js';
import { annotationTypes, descriptionsIn } from '../../../contracts/report/test-event.js';
import type { Annotations } from '../../../contracts/report/test-event.js';
import { customIn } from '../../custom-definitions.js';
import type { RunTarget } from '../../../contracts/report/run.js';
import type { CustomRule } from '../../../contracts/rules/custom-rules.js';
import type { Rule } from '../../../contracts/rules/rule.js';
import { findRule } from '../../../contracts/rules/rules.js';
import { titleOfApi } from '../../matrix/count-states.js';
import { documentedEndpoints } from '../../matrix/rows.js';
import { sourceOfRule } from '../../../contracts/rules/custom-rules.js';

const MATRIX = '../rules.html';

export interface AllureResult extends AllureStep {
  readonly uuid: string;
  description?: string;
  labels: { readonly name: string; readonly value: string }[];
  links: { readonly name: string; readonly url: string; readonly type: string }[];
}

export interface AllureStep {
  name: string;
  status: string;
  statusDetails?: {
    readonly message?: string;
    readonly trace?: string;
    readonly known?: boolean;
    readonly muted?: boolean;
  };
  steps: AllureStep[];
  parameters: AllureParameter[];
}

/** A name with a value; `excluded` keeps results with another value in the same history. */
interface AllureParameter {
  readonly name: string;
  readonly value: string;
  readonly excluded?: boolean;
}

type Described = Pick<AllureResult, 'description' | 'labels' | 'links' | 'parameters'>;

/** The description of a test in its result. Values that the test sets by Allure's own API win. */
export function describeResult(
  result: Described,
  test: Pick<TestCase, 'tags' | 'parent'>,
  annotations: Annotations,
  target: RunTarget | undefined,
): Described {
  const rules = rulesOf(test, annotations);
  const labels = Object.entries(labelsOf(test, annotations, rules)).flatMap(([name, value]) =>
    result.labels.some((label) => label.name === name) ? [] : [{ name, value }],
  );
  const links = rules.map(([id, rule]) => ({
    name: `${id} ${rule.text}`,
    url: `${MATRIX}#${id}`,
    type: 'link',
  }));
  const parameters = target === undefined ? [] : parametersOf(target);
  return {
    description: [result.description, ...rules.map(ruleText), ...notesOf(annotations)]
      .filter((part) => part !== undefined)
      .join('\n\n'),
    labels: [...result.labels, ...labels],
    links: [...result.links, ...links],
    parameters: [...result.parameters, ...parameters],
  };
}

type Covered = readonly [id: string, rule: Rule | CustomRule];

function rulesOf({ tags }: Pick<TestCase, 'tags'>, annotations: Annotations): Covered[] {
  const custom = customIn(annotations).rules;
  return tags.flatMap((tag): Covered[] => {
    const id = tag.slice(1);
    const own = custom.find((rule) => rule.id === id);
    const rule: Rule | CustomRule | undefined = own === undefined ? findRule(id) : { ...own, kind: 'documented' };
    return rule === undefined ? [] : [[id, rule]];
  });
}

function labelsOf(
  { parent }: Pick<TestCase, 'parent'>,
  annotations: Annotations,
  rules: readonly Covered[],
): Readonly<Record<string, string>> {
  const titles = descriptionsIn(annotations, annotationTypes.endpoint);
  const apis = rules.length > 0 ? rules.map(([, { api }]) => api) : apisOf(titles, annotations);
  const severity = rules.some(([, { kind }]) => kind === 'documented') ? 'critical' : 'minor';
  const block = parent.type === 'describe' ? parent.title : 'No endpoint of its own';
  const [api] = apis;
  return {
    epic: api === undefined ? 'Other tests' : titleOfApi(api),
    feature: titles[0] ?? block,
    severity: rules.length > 0 ? severity : 'normal',
  };
}

function apisOf(titles: readonly string[], annotations: Annotations): string[] {
  return [...customIn(annotations).endpoints, ...documentedEndpoints]
    .filter(({ title }) => titles.includes(title))
    .map(({ api }) => api);
}

function ruleText([id, rule]: Covered): string {
  const what = rule.kind === 'documented' ? 'documented' : 'open question, answered by an assumption';
  return `**${id}** ${rule.text}\n\n*${sourceOfRule(rule)} (${what})*`;
}

/** Seed, tracker and mode do not make another test of it, so they do not count for its history. */
function parametersOf({ seed, name, mode }: RunTarget): AllureResult['parameters'] {
  return Object.entries({ Seed: String(seed), Target: name, Mode: mode }).map(([key, value]) => ({
    name: key,
    value,
    excluded: true,
  }));
}

function notesOf(annotations: Annotations): string[] {
  const known = descriptionsIn(annotations, annotationTypes.known).map((text) => `${annotationTypes.known}: ${text}`);
  const lines = [...known, ...descriptionsIn(annotations, annotationTypes.note)].map(noteLine);
  return lines.length === 0 ? [] : [lines.join('\n')];
}

/** The words that begin a note, and the rest as code, because a tracker may have written it. */
function noteLine(note: string): string {
  const [title = ''] = note.split(':', 1);
  return `- ${title}: ${inline(note.slice(title.length + 2))}`;
}
