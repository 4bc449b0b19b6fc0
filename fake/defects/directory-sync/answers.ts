/** The attributes of a user as the API answers them. */
export type AnsweredAttributes = Readonly<Record<string, unknown>>;

/** An element of a page as the API answers it. */
export interface AnsweredElement {
  readonly username: string;
  readonly configurationName: string;
  readonly fields: AnsweredAttributes;
}

/** A page of users as the API answers it. */
export interface AnsweredPage {
  readonly elements: readonly AnsweredElement[];
  readonly page: {
    readonly current: number;
    readonly pageSize: number;
    readonly totalPages: number;
    readonly totalElements: number;
  };
}

/** The calls that list users. */
export const lists = ['listUsers', 'listConnectionUsers'] as const;

/** The calls that read values of users. */
export const reads = ['getUserInConnection', 'getUserField', 'getUserAttributes', ...lists] as const;

/** The calls whose path names a connection. */
export const readsOfConnection = ['getUserInConnection', 'getUserField', 'listConnectionUsers'] as const;
