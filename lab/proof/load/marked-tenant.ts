import { firstIdOf, markOf } from './mark.js';

/** One of the trackers under load, whose rows all carry its mark. */
export interface MarkedTenant {
  readonly number: number;
  readonly mark: string;
  readonly contextPath: string;
  /** How many virtual users work in it. */
  readonly virtualUsers: number;
  readonly app: { readonly id: number; readonly key: string };
  readonly help: { readonly id: number; readonly key: string; readonly requestTypeId: number };
  readonly tests: { readonly id: number; readonly key: string };
  readonly connection: { readonly id: number; readonly name: string };
}

/** The data of one virtual user in a tenant. */
export interface Belongings {
  readonly username: string;
  readonly userKey: string;
  readonly password: string;
  readonly templateId: number;
  /** The summary that the template gives to an issue. */
  readonly templateSummary: string;
  readonly testCaseTemplateKey: string;
  readonly planKey: string;
}

/** Names the data in a tenant. */
export function markedTenant(number: number, virtualUsers: number): MarkedTenant {
  const [mark, first] = [markOf(number), firstIdOf(number)];
  return {
    number,
    mark,
    virtualUsers,
    contextPath: `/${mark.toLowerCase()}`,
    app: { id: first, key: `${mark}APP` },
    help: { id: first + 1, key: `${mark}HELP`, requestTypeId: first + 1 },
    tests: { id: first + 2, key: `${mark}TESTS` },
    connection: { id: first, name: `${mark} directory` },
  };
}

/** Names the data of one virtual user of a tenant. */
export function belongingsOf({ number, mark, tests }: MarkedTenant, virtualUser: number): Belongings {
  const place = String(virtualUser).padStart(3, '0');
  return {
    username: `${mark.toLowerCase()}-user-${place}`,
    userKey: `${mark}USER${place}`,
    password: `${mark}-password-${place}`,
    templateId: firstIdOf(number) + virtualUser,
    templateSummary: `${mark} filled in by template ${place}`,
    testCaseTemplateKey: `${tests.key}-${2 * virtualUser + 1}`,
    planKey: `${tests.key}-${2 * virtualUser + 2}`,
  };
}
