/** What a disk that is full, or may not be written to, is called. */
const CODES: readonly string[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EIO'];

/** Whether a text is about a file that could not be written: Playwright and its reporters say no more of that. */
export function isAboutWriting(text: string): boolean {
  return CODES.some((code) => new RegExp(`\\b${code}\\b`).test(text));
}

/**
 * Goes on if another reporter can't write a file and nobody waits for it, as `allure-playwright` does: the process would
 * end at once, without a verdict.
 *
 * @param say is told of each such error
 * @returns what to call when the run is judged
 */
export function outliveWriteErrors(say: (error: Error) => void): () => void {
  const listen = (reason: unknown): void => {
    if (!(reason instanceof Error) || !isAboutWriting(reason.message)) throw reason;
    say(reason);
  };
  process.on('unhandledRejection', listen);
  return () => void process.off('unhandledRejection', listen);
}
