import { problemOfDemands, toleranceSchema } from '../contracts/report/gate-policy.js';
import type { GatePolicy } from './gate.js';

/** What is wrong with the options that make up a policy, a sentence each: a configuration may come without types. */
export function gateProblems({ rules, differs, flaky }: GatePolicy): string[] {
  const demands = problemOfDemands(rules);
  const tolerances = Object.entries({ differs, flaky }).filter(
    ([, value]) => !toleranceSchema.optional().safeParse(value).success,
  );
  return [
    ...(demands === undefined ? [] : [`The option gate of the matrix reporter ${demands}.`]),
    ...tolerances.map(([name]) => `The option ${name} of the matrix reporter has to be passes or fails.`),
  ];
}
