import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';

/**
 * The files below a folder, what is in their archives included, that hold a text: as it is, or in base64 as a header or
 * a page would have it.
 *
 * @param secret letters and digits, so that no way of quoting or of writing URLs changes it
 */
export function findSecret(folder: string, secret: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.flatMap(({ parentPath, name }) => findIn(join(parentPath, name), secret));
}

/** The places in bytes that hold a text. */
export function findSecretIn(where: string, bytes: Buffer, secret: string): string[] {
  const packed = unpack(bytes);
  if (packed !== undefined) return packed.flatMap(({ name, data }) => findSecretIn(`${where}!${name}`, data, secret));
  const text = bytes.toString('latin1');
  const encoded = text.match(/[A-Za-z0-9+/_-]{16,}={0,2}/g) ?? [];
  const at = text.indexOf(secret);
  return [
    ...(at < 0 ? [] : [`${where}: …${text.slice(Math.max(0, at - 60), at + 60)}…`]),
    ...encoded.flatMap((run) => findSecretDecoded(`${where} (base64)`, run, secret)),
  ];
}

/** Base64 that starts anywhere in a run of its letters: a word may stand right before it. */
function findSecretDecoded(where: string, run: string, secret: string): string[] {
  const starts = run.length < 4_000 ? [0, 1, 2, 3] : [0];
  return starts.flatMap((start) => {
    const bytes = Buffer.from(run.slice(start), 'base64');
    if (unpack(bytes) !== undefined) return findSecretIn(where, bytes, secret);
    return bytes.includes(secret) ? [`${where}: ${run.slice(0, 80)}`] : [];
  });
}

function findIn(file: string, secret: string): string[] {
  return findSecretIn(file, readFileSync(file), secret);
}

interface Packed {
  readonly name: string;
  readonly data: Buffer;
}

/** What an archive holds; undefined for what is none. */
function unpack(bytes: Buffer): Packed[] | undefined {
  if (bytes.length > 18 && bytes.readUInt16BE(0) === 0x1f8b) return [{ name: 'gzip', data: gunzipSync(bytes) }];
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (bytes.toString('latin1', 0, 2) !== 'PK' || end < 0) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  const packed: Packed[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(start, start + size);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    packed.push({ name, data: method === 0 ? data : inflateRawSync(data) });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return packed;
}
