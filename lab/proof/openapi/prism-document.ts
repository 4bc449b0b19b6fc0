import type { OpenApiDocument } from '../../../contracts/index.js';

/** The method in place of a GET with a body, which Prism refuses to pass on. */
export const GET_WITH_BODY = 'patch';

/** The document as Prism gets it: a GET that takes a body stands there a second time, under a method that Prism passes on. */
export function prismDocument(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const { get } = operations;
    if (get?.requestBody === undefined) return [path, operations] as const;
    return [path, { ...operations, [GET_WITH_BODY]: { ...get, operationId: `${get.operationId}WithBody` } }] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
}
