import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';

/**
 * The files below a folder that hold a text, also inside archives: as plain text, or in base64 as in a header or a
 * page.
 *
 * @param secret letters and digits, so that no way of quoting or of writing URLs changes it
 */
export function findSecret(folder: string, secret: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.flatMap(({ parentPath, name }) => {
    const file = join(parentPath, name);
    return findSecretIn(file, readFileSync(file), secret);
  });
}

/** The places in bytes that hold a text. */
export function findSecretIn(where: string, bytes: Buffer, secret: string): string[] {
  const packed = unpack(bytes);
  if (packed !== undefined) return packed.flatMap(({ name, data }) => findSecretIn(`${where}!${name}`, data, secret));
  const text = bytes.toString('latin1');
  return [
    ...[...new Set([secret, ...encodingsOf(secret)])].flatMap((written) => {
      const at = text.indexOf(written);
      return at < 0 ? [] : [`${where}: …${text.slice(Math.max(0, at - 60), at + 60)}…`];
    }),
    ...(text.match(ENCODED_ARCHIVE) ?? []).flatMap((run) => {
      const archive = Buffer.from(run, 'base64');
      return unpack(archive) === undefined ? [] : findSecretIn(`${where} (base64)`, archive, secret);
    }),
  ];
}

/** Base64 of what starts as a zip or as gzip does. */
const ENCODED_ARCHIVE = /(?:UEsDB|H4sI)[A-Za-z0-9+/_-]{12,}={0,2}/g;

/** What base64 makes of a text behind 0, 1 or 2 other bytes, both ways of writing it: the letters that it alone decides. */
function encodingsOf(secret: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor(((before + secret.length) * 8) / 6)];
    const bytes = Buffer.from('\0'.repeat(before) + secret);
    return (['base64', 'base64url'] as const).map((encoding) => bytes.toString(encoding).slice(from, to));
  });
}

/** The content of an archive; undefined for other files. */
function unpack(bytes: Buffer): { name: string; data: Buffer }[] | undefined {
  if (bytes.length > 18 && bytes.readUInt16BE(0) === 0x1f8b) return [{ name: 'gzip', data: gunzipSync(bytes) }];
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (bytes.toString('latin1', 0, 2) !== 'PK' || end < 0) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  const packed: { name: string; data: Buffer }[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    );
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(start, start + size);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    packed.push({ name, data: method === 0 ? data : inflateRawSync(data) });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return packed;
}
