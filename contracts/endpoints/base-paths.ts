import { z } from 'zod';
import type { PathFamily } from './endpoint.js';

const basePath = z
  .string()
  .regex(/^\/[^?#\s{}]*[^/?#\s{}]\/*$/, 'has to be a path that starts with /, such as /rest/api/2')
  .transform((path) => path.replace(/\/+$/, ''));

/** Where each family of paths starts, after the tracker's base URL. Installations move them, so each is a setting. */
export const basePathsSchema = z.strictObject({
  'default-templates': basePath.default('/rest/api/it/1.0/default-template'),
  'directory-sync': basePath.default('/rest/ext/ad/1.0/public'),
  'test-management': basePath.default('/rest/tms/1.0/api'),
  tracker: basePath.default('/rest/api/2'),
  'service-desk': basePath.default('/rest/servicedeskapi'),
  secure: basePath.default('/secure'),
} satisfies Record<PathFamily, z.ZodType>);

/** Where each family of paths starts, after the tracker's base URL. */
export type BasePaths = z.infer<typeof basePathsSchema>;

/** The base paths of the documents. */
export const defaultBasePaths: BasePaths = basePathsSchema.parse({});
