import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { BusboyInstance } from '@fastify/busboy';
import { asError, OpenRefusal, TrackerError } from './errors.js';
import { limits } from './limits.js';
import type { RequestBody } from './request-body.js';

/** One file of a multipart request. */
export interface Upload {
  readonly filename: string;
  readonly mimeType: string;
  readonly size: number;
  /** Its bytes, in the pieces in which they arrived, so that memory holds them only once. */
  readonly chunks: readonly Buffer[];
}

/** The name of the parts that hold files. */
export const PART = 'file';

/**
 * Reads the files of a multipart/form-data request. If it is refused, nothing is kept, and no more is read than
 * necessary.
 *
 * @throws TrackerError 415 for another content type; 413 for more than {@link limits}; 400 for a body that is no
 *   multipart, and for a file in a part that is not named `file`; 503 if the fake receives too much at once
 */
export async function readUploads(body: RequestBody): Promise<Upload[]> {
  const uploads: Upload[] = [];
  const parser = openParser(body.contentType);
  let refusal: Error | undefined;
  const refuse = (error: Error) => void (refusal ??= error);
  const refuseForm = ({ message }: Error) => refuse(noForm(message));
  /** A listener whose error refuses the upload: thrown in an event of a stream, it would end the process. */
  const safely =
    <Values extends unknown[]>(listener: (...values: Values) => void) =>
    (...values: Values): void => {
      try {
        if (refusal === undefined) listener(...values);
      } catch (error) {
        refuse(asError(error));
      }
    };
  const takeFile = safely(
    (part: string | undefined, stream: Readable, sent: string | undefined, _encoding: string, mimeType: string) => {
      const filename = sent ?? 'file';
      if (part !== PART) throw strangePart(part);
      const chunks: Buffer[] = [];
      let size = 0;
      const takeChunk = safely((chunk: Buffer) => {
        size += chunk.length;
        if (size > limits.file) {
          throw tooLarge(`The file ${filename} is larger than ${limits.file} bytes.`);
        }
        body.hold(chunk);
        chunks.push(chunk);
      });
      stream.on('data', takeChunk).on('end', () => uploads.push({ filename, mimeType, size, chunks }));
    },
  );
  const takeField = safely((name: string | undefined, _value: string, _truncated: boolean, valueTruncated: boolean) => {
    if (name === undefined) throw strangePart(name);
    if (Buffer.byteLength(name) > limits.fieldName) {
      throw tooLarge(`The name of a part is longer than ${limits.fieldName} bytes.`);
    }
    if (valueTruncated) throw tooLarge(`The part ${name} is larger than ${limits.field} bytes.`);
  });
  parser.on('field', takeField);
  parser.on('file', (part, stream, ...described) => {
    // If a body ends within a file, both streams emit an error. One without a listener would end the process.
    stream.on('error', refuseForm).resume();
    takeFile(part, stream, ...described);
  });
  parser.on('partsLimit', () => refuse(tooLarge(`The upload has more than ${limits.parts} parts.`)));
  const finished = new Promise<void>((resolve) => {
    parser.once('finish', resolve).on('error', (error: Error) => {
      refuseForm(error);
      resolve();
    });
  });
  try {
    const take = (chunk: Buffer) => {
      parser.write(chunk);
      if (refusal !== undefined) throw refusal;
    };
    const tooLong = `The upload is larger than ${limits.upload} bytes.`;
    await body.read(limits.upload, tooLong, take, () => parser.end());
    await finished;
    if (refusal !== undefined) throw refusal;
  } finally {
    parser.destroy();
  }
  return uploads;
}

function openParser(type: string | undefined): BusboyInstance {
  if (type?.toLowerCase().startsWith('multipart/form-data') !== true) {
    throw new OpenRefusal(
      'mediaType',
      415,
      `The body has to have the content type multipart/form-data; ${type ?? 'none'} was sent.`,
    );
  }
  refuseLongBoundary(type);
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { fieldSize: limits.field, parts: limits.parts },
    });
  } catch (error) {
    throw noForm(asError(error).message);
  }
}

/** A crafted body can make the search for a boundary take time in proportion to its length for each byte. */
function refuseLongBoundary(type: string): void {
  const [, quoted, plain = ''] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(type) ?? [];
  if ((quoted ?? plain).length <= limits.boundary) return;
  throw noForm(`its boundary is longer than ${limits.boundary} characters`);
}

function strangePart(part: string | undefined): OpenRefusal {
  const message = `The part '${part ?? ''}' is not taken: files are sent as parts named ${PART}.`;
  return new OpenRefusal('wrongTypes', 400, message);
}

function noForm(why: string): OpenRefusal {
  return new OpenRefusal('unreadableBody', 400, `The body is no multipart/form-data: ${why}`);
}

function tooLarge(message: string): TrackerError {
  return new TrackerError(413, message);
}
