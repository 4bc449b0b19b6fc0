import { firstIdOf, markOf } from './mark.js';

/** One of the trackers under load, whose rows all carry its mark. */
export interface MarkedSpace {
  readonly number: number;
  readonly mark: string;
  readonly contextPath: string;
  /** How many hands work in it. */
  readonly hands: number;
  readonly app: { readonly id: number; readonly key: string };
  readonly help: { readonly id: number; readonly key: string; readonly requestTypeId: number };
  readonly tests: { readonly id: number; readonly key: string };
  readonly connection: { readonly id: number; readonly name: string };
}

/** What in a space belongs to one hand. */
export interface Belongings {
  readonly username: string;
  readonly userKey: string;
  readonly password: string;
  readonly templateId: number;
  /** What a template puts into an issue. */
  readonly templateSummary: string;
  readonly testCaseTemplateKey: string;
  readonly planKey: string;
}

/** Names what is in a space. */
export function markedSpace(number: number, hands: number): MarkedSpace {
  const [mark, first] = [markOf(number), firstIdOf(number)];
  return {
    number,
    mark,
    hands,
    contextPath: `/${mark.toLowerCase()}`,
    app: { id: first, key: `${mark}APP` },
    help: { id: first + 1, key: `${mark}HELP`, requestTypeId: first + 1 },
    tests: { id: first + 2, key: `${mark}TESTS` },
    connection: { id: first, name: `${mark} directory` },
  };
}

/** Names what belongs to one hand of a space. */
export function belongingsOf({ number, mark, tests }: MarkedSpace, hand: number): Belongings {
  const place = String(hand).padStart(3, '0');
  return {
    username: `${mark.toLowerCase()}-user-${place}`,
    userKey: `${mark}USER${place}`,
    password: `${mark}-password-${place}`,
    templateId: firstIdOf(number) + hand,
    templateSummary: `${mark} filled in by template ${place}`,
    testCaseTemplateKey: `${tests.key}-${2 * hand + 1}`,
    planKey: `${tests.key}-${2 * hand + 2}`,
  };
}
