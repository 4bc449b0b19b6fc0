import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/** The program of a page in one file, and its data: a call for each file with its name and its content in base64. */
const program = /<script[^>]*src="data:text\/javascript;base64,([^"]+)"[^>]*><\/script>/;
const data = /<script[^>]*>\s*Promise\.allSettled\(\[(d\("[\s\S]*?")\)\]\)[\s\S]*?<\/script>/;
const file = /\bd\("([^"]+)",\s*"([^"]*)"/g;

/** The content of a packed page: contents, each once, and the places of the files among them. */
interface Packed {
  readonly program: string;
  /** Text as it is, which packs better than its base64; anything else, such as a picture, in base64. */
  readonly contents: readonly (string | { readonly base64: string })[];
  readonly files: Readonly<Record<string, number>>;
}

/** Packs a page, as Allure makes it, into a tenth of its size. A page of another form stays as it is. */
export async function packPage(page: string): Promise<string> {
  const [programTag, encodedProgram] = program.exec(page) ?? [];
  const [dataTag, calls] = data.exec(page) ?? [];
  if (programTag === undefined || encodedProgram === undefined || dataTag === undefined || calls === undefined)
    return page;
  const packed = packFiles(decode(encodedProgram), calls);
  const zipped = await compress(JSON.stringify(packed));
  return page
    .replace(programTag, () => '')
    .replace(dataTag, () => `<script>\nconst packed = "${zipped.toString('base64')}";\n${unpack}</script>`);
}

function packFiles(source: string, calls: string): Packed {
  const places = new Map<string, number>();
  const contents: Packed['contents'][number][] = [];
  const files: Record<string, number> = {};
  for (const [, name = '', content = ''] of calls.matchAll(file)) {
    files[name] = places.get(content) ?? contents.length;
    if (files[name] === contents.length) contents.push(toContent(name, content));
    places.set(content, files[name]);
  }
  return { program: source.replaceAll(schemes, schemesWithFiles), contents, files };
}

/** The addresses that the program takes for links. The rule matrix lies beside the page, mostly as a file. */
const schemes = '"http:","https:","mailto:","tel:"';
const schemesWithFiles = `${schemes},"file:"`;

function toContent(name: string, base64: string): Packed['contents'][number] {
  const text = decode(base64);
  return name.endsWith('.json') || Buffer.from(text).toString('base64') === base64 ? text : { base64 };
}

function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}

/** Gives the program of the page its files as they were, and then begins it. */
const unpack = `
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const encode = (text) => {
  if (text.base64 !== undefined) return text.base64;
  const encoded = new TextEncoder().encode(text);
  let letters = '';
  for (let at = 0; at < encoded.length; at += 32768) letters += String.fromCharCode(...encoded.subarray(at, at + 32768));
  return btoa(letters);
};
const unzipped = new Blob([bytes(packed)]).stream().pipeThrough(new DecompressionStream('gzip'));
// What lies beside the page has an address only where the page is.
const beside = '"url":"' + new URL('..', location.href).href;
const placed = (content) => (content.base64 === undefined ? content.replaceAll('"url":"../', beside) : content);
new Response(unzipped).json().then(({ program, contents, files }) => {
  const encoded = contents.map((content) => encode(placed(content)));
  for (const [name, place] of Object.entries(files)) window.allureReportData[name] = encoded[place];
  window.allureReportDataReady = true;
  const script = document.createElement('script');
  script.textContent = program;
  document.body.append(script);
});
`;
