import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { listen, tlsFile } from './servers.js';
import type { TestServer } from './servers.js';

/**
 * Makes certificates of two callers with `openssl`: `own.pem` with `own.key`, `other.pem` with `other.key`, `locked.key` with
 * a passphrase, and `both.pem`, which has a certificate and its key.
 *
 * @returns the path of a file
 */
export function makeCertificates(folder: string): (name: string) => string {
  mkdirSync(folder, { recursive: true });
  const path = (name: string) => join(folder, name);
  const openssl = (line: string) => execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'pipe' });
  for (const name of ['own', 'other']) {
    const made = `-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ${name}.key -out ${name}.pem`;
    openssl(`req -x509 ${made} -subj /CN=${name} -days 2`);
  }
  openssl('pkey -in own.key -aes256 -passout pass:secret -out locked.key');
  writeFileSync(path('both.pem'), ['own.pem', 'own.key'].map((name) => readFileSync(path(name), 'utf8')).join(''));
  return path;
}

/** Serves only callers who show the certificate of a file. */
export function serveCallers(
  certificate: 'vouched' | 'unvouched',
  caller: string,
  listener: RequestListener,
): Promise<TestServer> {
  const pem = readFileSync(tlsFile(certificate));
  const tls = { cert: pem, key: pem, requestCert: true, ca: readFileSync(caller) };
  return listen(createServer(tls, listener), 'https://localhost');
}
