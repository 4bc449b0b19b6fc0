import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const bytesOfPixel = 3;

/** A picture as bytes, three for each pixel. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Buffer;
}

/**
 * Writes a screenshot with a palette: a fifth of its bytes, and no visible difference for flat colours and text.
 *
 * @param png an image with 8 bits for each of red, green and blue, as Chromium writes it
 * @param colors how many colours are kept, at most 256: the most frequent ones; every other becomes the nearest of them
 */
export function shrinkPng(png: Buffer, colors: number): Buffer {
  const pixels = decode(png);
  const palette = frequentColors(pixels.rgb, colors);
  const indexes = new Map(palette.map((color, index) => [color, index]));
  const rows = Buffer.alloc(pixels.height * (pixels.width + 1));
  for (let pixel = 0; pixel < pixels.width * pixels.height; pixel += 1) {
    const color = pixels.rgb.readUIntBE(pixel * bytesOfPixel, bytesOfPixel);
    const index = indexes.get(color) ?? nearest(palette, color);
    indexes.set(color, index);
    // Each row starts with the number of its filter: 0, none.
    rows[pixel + Math.floor(pixel / pixels.width) + 1] = index;
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(pixels.width, 0);
  header.writeUInt32BE(pixels.height, 4);
  const colorBytes = Buffer.from(palette.flatMap(channelsOf));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', colorBytes),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function decode(png: Buffer): Pixels {
  const data: Buffer[] = [];
  for (let at = signature.length; at < png.length; at += png.readUInt32BE(at) + 12) {
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const [width, height, format] = [png.readUInt32BE(16), png.readUInt32BE(20), png.readUInt16BE(24)];
  if (format !== 0x0802) throw new Error('The picture is no PNG with 8 bits for each of red, green and blue.');
  const filtered = inflateSync(Buffer.concat(data));
  const stride = width * bytesOfPixel;
  const rgb = Buffer.alloc(height * stride);
  for (let row = 0; row < height; row += 1) {
    const filter = filtered[row * (stride + 1)] ?? 0;
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column;
      const left = column < bytesOfPixel ? 0 : (rgb[at - bytesOfPixel] ?? 0);
      const above = row === 0 ? 0 : (rgb[at - stride] ?? 0);
      const aboveLeft = column < bytesOfPixel || row === 0 ? 0 : (rgb[at - stride - bytesOfPixel] ?? 0);
      const value = filtered[row * (stride + 1) + 1 + column] ?? 0;
      rgb[at] = (value + predict(filter, left, above, aboveLeft)) & 0xff;
    }
  }
  return { width, height, rgb };
}

/** The value that a filter of the PNG standard predicts for a byte. */
function predict(filter: number, left: number, above: number, aboveLeft: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return Math.floor((left + above) / 2);
  if (filter === 4) return paeth(left, above, aboveLeft);
  return 0;
}

function paeth(left: number, above: number, aboveLeft: number): number {
  const estimate = left + above - aboveLeft;
  const distances = [left, above, aboveLeft].map((value) => Math.abs(estimate - value));
  const [toLeft = 0, toAbove = 0, toAboveLeft = 0] = distances;
  if (toLeft <= toAbove && toLeft <= toAboveLeft) return left;
  return toAbove <= toAboveLeft ? above : aboveLeft;
}

function frequentColors(rgb: Buffer, limit: number): number[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += bytesOfPixel) {
    const color = rgb.readUIntBE(at, bytesOfPixel);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.slice(0, limit).map(([color]) => color);
}

function nearest(palette: readonly number[], color: number): number {
  const distances = palette.map((known) => {
    const [one, other] = [channelsOf(known), channelsOf(color)];
    return one.reduce((sum, value, channel) => sum + (value - (other[channel] ?? 0)) ** 2, 0);
  });
  return distances.indexOf(Math.min(...distances));
}

function channelsOf(color: number): number[] {
  return [color >> 16, (color >> 8) & 0xff, color & 0xff];
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
