/** One file of a multipart request. */
export interface Upload {
  /** The name of the part. */
  readonly part: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
}
