import type { TestCase } from '@playwright/test/reporter';
import type { ZodType } from 'zod';
import { parseJson } from '../contracts/reading.js';

type Annotations = readonly Readonly<Pick<TestCase['annotations'][number], 'type' | 'description'>>[];

export function descriptionsIn(annotations: Annotations, wanted: string): string[] {
  return [...new Set(annotations.flatMap(({ type, description = '' }) => (type === wanted ? [description] : [])))];
}

/** The values that annotations of a type hold as JSON. @param refuse gets each description that does not fit */
export function valuesIn<Value>(
  annotations: Annotations,
  type: string,
  schema: ZodType<Value>,
  refuse: (description: string) => void = () => undefined,
): Value[] {
  return descriptionsIn(annotations, type).flatMap((json) => {
    const { data } = schema.safeParse(parseJson(json));
    if (data === undefined) refuse(json);
    return data ?? [];
  });
}
