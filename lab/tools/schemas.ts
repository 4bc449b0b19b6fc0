import * as z from 'zod';
import { profileSchema, worldSchema } from '../../contracts/index.js';
import { judgedMatrixSchema } from '../../reports/documents/matrix.js';
import { knownFailuresSchema } from '../../reports/documents/known-failures.js';
import { releaseVerdictSchema, runsComparedSchema } from '../../reports/documents/runs-compared.js';
import { resultsSchema } from '../../reports/documents/results.js';
import { sandboxSchema } from '../../client/settings/sandbox.js';

const documents = {
  world: { title: 'A world: what a fake starts with', schema: worldSchema, io: 'input' },
  sandbox: { title: 'A sandbox: what of a tracker a run may use', schema: sandboxSchema, io: 'input' },
  profile: { title: 'A profile: how a tracker answers the open questions', schema: profileSchema, io: 'input' },
  known: { title: 'Known failures: what does not fail a run', schema: knownFailuresSchema, io: 'input' },
  rules: { title: 'rules.json: the rule matrix of a run', schema: judgedMatrixSchema, io: 'output' },
  results: { title: 'results.json: what is published of a run', schema: resultsSchema, io: 'input' },
  compare: { title: 'compare --json: several runs, rule by rule', schema: runsComparedSchema, io: 'output' },
  gate: { title: 'gate --json: whether a candidate may be released', schema: releaseVerdictSchema, io: 'output' },
} as const;

export type DocumentName = keyof typeof documents;

export const documentNames = Object.keys(documents) as DocumentName[];

export function jsonSchemaOf(name: DocumentName): Readonly<Record<string, unknown>> {
  const { title, schema, io } = documents[name];
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      // `z.preprocess`: a short form as text, or the object that the text abbreviates.
      if (def.type !== 'pipe' || def.in._zod.def.type !== 'transform') return;
      const object = { ...jsonSchema };
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      jsonSchema.anyOf = [{ type: 'string', minLength: 1 }, object];
    },
  });
  return { title, ...json };
}
