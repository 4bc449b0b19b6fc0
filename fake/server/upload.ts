/** One file of a multipart request. */
export interface Upload {
  /** The name of the part. */
  readonly part: string;
  readonly filename: string;
  readonly mimeType: string;
  /** How many bytes it has. */
  readonly size: number;
  /** Its bytes, in the pieces they arrived in: never held twice. */
  readonly chunks: readonly Buffer[];
}
