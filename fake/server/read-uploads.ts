import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { TrackerError } from './tracker-error.js';
import type { Upload } from './upload.js';

/** The largest file the tracker takes: 10 MB. */
const FILE_LIMIT = 10 * 1024 * 1024;

/**
 * Reads the files of a multipart/form-data request.
 *
 * @throws TrackerError 415 for another content type, 413 for a file over 10 MB, 400 for a body that is no multipart
 */
export async function readUploads(request: IncomingMessage): Promise<Upload[]> {
  const uploads: Upload[] = [];
  const parser = openParser(request);
  const finished = new Promise<void>((resolve, reject) => {
    const refuse = (error: Error) =>
      reject(new TrackerError(400, `The body is no multipart/form-data: ${error.message}`));
    parser.on('file', (part, stream, { filename = 'file', mimeType }) => {
      const chunks: Buffer[] = [];
      let size = 0;
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
      });
      stream.on('limit', () =>
        reject(new TrackerError(413, `The file ${filename} is larger than ${FILE_LIMIT} bytes.`)),
      );
      // A body that ends within a file fails in both streams, and one that nobody listens to would end the process.
      stream.on('error', refuse);
      stream.on('close', () => uploads.push({ part: part ?? '', filename, mimeType, size, chunks }));
    });
    parser.on('close', resolve);
    parser.on('error', refuse);
    request.on('error', reject);
  });
  request.pipe(parser);
  await finished;
  return uploads;
}

/** Refuses an upload that could come from a web page. @throws TrackerError 403 without the header that only clients send */
export function requireXsrfHeader({ headers }: IncomingMessage): void {
  const token = String(headers['x-atlassian-token'] ?? '').toLowerCase();
  if (token === 'no-check' || token === 'nocheck') return;
  throw new TrackerError(403, 'XSRF check failed: an upload needs the header X-Atlassian-Token: no-check.');
}

function openParser(request: IncomingMessage): busboy.Busboy {
  const type = request.headers['content-type'];
  if (type?.toLowerCase().startsWith('multipart/form-data') !== true) {
    throw new TrackerError(
      415,
      `The body has to have the content type multipart/form-data; ${type ?? 'none'} was sent.`,
    );
  }
  try {
    return busboy({ headers: request.headers, defParamCharset: 'utf8', limits: { fileSize: FILE_LIMIT + 1 } });
  } catch (error) {
    throw new TrackerError(400, `The body is no multipart/form-data: ${(error as Error).message}`);
  }
}
