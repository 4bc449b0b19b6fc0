import * as z from 'zod';
import type { OwnFamily, PathFamily } from './endpoint.js';

/** The start of a family of paths, without slashes at its end. */
export const basePathSchema = z
  .string()
  .max(200)
  .regex(/^\/[^?#\s{}]*[^/?#\s{}]\/*$/, 'has to be a path that starts with /, such as /rest/api/2')
  .transform((path) => path.replace(/\/+$/, ''));

/** The start of each family of paths, after the tracker's base URL. Installations move them, so each is a setting. */
export const basePathsSchema = z.strictObject({
  'default-templates': basePathSchema.default('/rest/api/it/1.0/default-template'),
  'directory-sync': basePathSchema.default('/rest/ext/ad/1.0/public'),
  'test-management': basePathSchema.default('/rest/tms/1.0/api'),
  tracker: basePathSchema.default('/rest/api/2'),
  'service-desk': basePathSchema.default('/rest/servicedeskapi'),
  secure: basePathSchema.default('/secure'),
  auth: basePathSchema.default('/rest/auth/1'),
} satisfies Record<PathFamily, z.ZodType>);

/** Where each family of paths starts, after the tracker's base URL. */
export type BasePaths = z.infer<typeof basePathsSchema>;

/** The base paths of the documents. */
export const defaultBasePaths: BasePaths = basePathsSchema.parse({});

/** The start of a family of paths: from the tracker's settings, or from the custom family itself. */
export function basePathOf(family: PathFamily | OwnFamily, basePaths: BasePaths): string {
  return typeof family === 'string' ? basePaths[family] : family.basePath;
}
