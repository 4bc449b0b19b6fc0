import * as z from 'zod';

export const globalPermissions = ['ADMINISTER', 'SYSTEM_ADMIN'] as const;

export const projectPermissions = [
  'BROWSE_PROJECTS',
  'ADMINISTER_PROJECTS',
  'CREATE_ISSUES',
  'EDIT_ISSUES',
  'DELETE_ISSUES',
  'TRANSITION_ISSUES',
  'ADD_COMMENTS',
  'CREATE_ATTACHMENTS',
] as const;

/** The key of a permission the tracker knows, as `GET /rest/api/2/mypermissions` names it. */
export const permissionKeySchema = z.enum([...globalPermissions, ...projectPermissions]);

export type GlobalPermission = (typeof globalPermissions)[number];

/** The key of a permission granted project by project. */
export type ProjectPermission = (typeof projectPermissions)[number];

/** The key of any permission. */
export type PermissionKey = z.infer<typeof permissionKeySchema>;
