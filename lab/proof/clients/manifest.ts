import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A published client of the tracker, and the script that calls what it has. */
export interface PublishedClient {
  /** The name of its package, and of its script. */
  readonly name: string;
  readonly language: 'JavaScript' | 'Perl' | 'Python' | 'Ruby';
  readonly source: 'npm' | 'debian';
  readonly version: string;
  /** The context path of the tracker it calls. */
  readonly contextPath: string;
  /** The command that runs the script. */
  readonly command: readonly [program: string, script: string];
}

/** The folder that says which npm clients are installed. */
export const NPM_FOLDER = join(import.meta.dirname, 'npm-clients');

const CONTEXT_PATH = '/tracker';

/** The clients that find a tracker at the root of its server only. */
const KNOW_NO_CONTEXT_PATH: ReadonlySet<string> = new Set(['jira']);

function scriptOf(file: string): string {
  return join(import.meta.dirname, 'scripts', file);
}

function npmClients(): PublishedClient[] {
  const text = readFileSync(join(NPM_FOLDER, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(text) as { readonly dependencies: Readonly<Record<string, string>> };
  return Object.entries(dependencies).map(([name, version]) => ({
    ...{ name, version, language: 'JavaScript', source: 'npm' },
    contextPath: KNOW_NO_CONTEXT_PATH.has(name) ? '' : CONTEXT_PATH,
    command: [process.execPath, scriptOf(`${name.replace('.', '-')}.js`)],
  }));
}

/** The interpreters of Debian's own packages. Other interpreters can be installed too. */
const PYTHON = '/usr/bin/python3';
const RUBY = '/usr/bin/ruby';
const PERL = '/usr/bin/perl';

/** Every client that the fake is tried with. Versions of Debian packages are from Debian 12. */
export const publishedClients: readonly PublishedClient[] = [
  ...npmClients(),
  {
    ...{ name: 'python3-jira', version: '3.4.1-1', language: 'Python', source: 'debian', contextPath: CONTEXT_PATH },
    command: [PYTHON, scriptOf('python3-jira.py')],
  },
  {
    ...{ name: 'ruby-jira', version: '2.1.5-4', language: 'Ruby', source: 'debian', contextPath: CONTEXT_PATH },
    command: [RUBY, scriptOf('ruby-jira.rb')],
  },
  {
    ...{ name: 'libjira-rest-perl', version: '0.023-1', language: 'Perl', source: 'debian', contextPath: CONTEXT_PATH },
    command: [PERL, scriptOf('libjira-rest-perl.pl')],
  },
  {
    ...{
      name: 'libjira-client-automated-perl',
      version: '1.90-2',
      language: 'Perl',
      source: 'debian',
      contextPath: CONTEXT_PATH,
    },
    command: [PERL, scriptOf('libjira-client-automated-perl.pl')],
  },
];
