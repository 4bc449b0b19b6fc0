import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import tls from 'node:tls';
import type { SecureContext } from 'node:tls';
import { decodeText } from '../contracts/find-in-json.js';
import { messageOf } from '../contracts/thrown.js';
import { SettingsError } from './errors.js';
import type { Settings } from './settings/settings.js';

type TlsSettings = Pick<Settings, 'ca' | 'clientCert' | 'clientKey' | 'insecure'>;

/** How connections are secured, as Node takes it. Left out: as Node does it by itself */
export interface Tls {
  readonly secureContext?: SecureContext | undefined;
  readonly rejectUnauthorized?: false;
  /** For a proxy: it gets no certificate of the caller, and its own is always checked. */
  readonly ofProxy?: SecureContext | undefined;
}

/** @throws SettingsError for files that can't be used */
export function tlsOf({ ca, clientCert, clientKey, insecure }: TlsSettings): Tls {
  return {
    secureContext: contextOf(ca, clientCert, clientKey),
    ...(insecure && { rejectUnauthorized: false }),
    ofProxy: contextOf(ca),
  };
}

/** @throws SettingsError for files that can't be used, before any test */
export function checkCertificates({ ca, clientCert, clientKey }: TlsSettings): void {
  if (ca !== undefined) readCertificates('TRACKER_CA', ca);
  if (clientCert !== undefined) readClientCertificate(clientCert, clientKey);
}

/** By their files; making one takes as long as many calls. */
const contexts = new Map<string, SecureContext>();

/** A context for connections that trust the authorities in a PEM file besides those that this process trusts anyway. */
function contextOf(ca?: string, clientCert?: string, clientKey?: string): SecureContext | undefined {
  if (ca === undefined && clientCert === undefined) return undefined;
  const files = JSON.stringify([ca, clientCert, clientKey]);
  const context =
    contexts.get(files) ??
    tls.createSecureContext({
      ...(ca !== undefined && { ca: [...authorities(), ...readCertificates('TRACKER_CA', ca)] }),
      ...(clientCert !== undefined && readClientCertificate(clientCert, clientKey)),
    });
  contexts.set(files, context);
  return context;
}

/** The function that Node has from 22.15 on. */
interface NewerTls {
  readonly getCACertificates?: (kind: 'default') => string[];
}

function authorities(): string[] {
  return (tls as NewerTls).getCACertificates?.('default') ?? [...tls.rootCertificates, ...extraCertificates()];
}

/** The certificates that Node was told to trust at its start: a context with its own list does not have them. */
function extraCertificates(): string[] {
  const { NODE_EXTRA_CA_CERTS: file } = process.env;
  // Node itself warns about a file that it can't read.
  return file !== undefined && existsSync(file) ? certificatesIn(readFileSync(file, 'utf8')) : [];
}

/** What the file of a setting has to hold. */
const wanted = {
  TRACKER_CA: 'the certificate of an authority',
  TRACKER_CLIENT_CERT: 'the certificate with which the run shows who it is',
  TRACKER_CLIENT_KEY: 'the private key of TRACKER_CLIENT_CERT, without a passphrase',
};

type Setting = keyof typeof wanted;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs;

function readCertificates(setting: Setting, file: string): string[] {
  const certificates = certificatesIn(readText(setting, file));
  if (certificates.length === 0) throw problem(setting, `${file} holds no certificate in PEM form`);
  for (const [index, certificate] of certificates.entries()) {
    try {
      new X509Certificate(certificate);
    } catch (error) {
      throw problem(setting, `certificate ${index + 1} of ${file} can't be read: ${messageOf(error)}`);
    }
  }
  return certificates;
}

function certificatesIn(text: string): string[] {
  return [...(text.match(CERTIFICATE) ?? [])];
}

/** @param keyFile default: the key is in the file of the certificate */
function readClientCertificate(file: string, keyFile: string = file): { readonly cert: string; readonly key: string } {
  const certificates = readCertificates('TRACKER_CLIENT_CERT', file);
  const key = readText('TRACKER_CLIENT_KEY', keyFile);
  const refuse = (why: string) => problem('TRACKER_CLIENT_KEY', why);
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(key)) throw refuse(`${keyFile} holds no private key in PEM form`);
  // Node would ask the terminal for it.
  if (/-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(key)) {
    throw refuse(`that in ${keyFile} has one: \`openssl pkey -in ${keyFile} -out FILE\` writes it without`);
  }
  const [own = ''] = certificates;
  let belongs = false;
  try {
    belongs = new X509Certificate(own).checkPrivateKey(createPrivateKey(key));
  } catch (error) {
    throw refuse(`that in ${keyFile} can't be read: ${messageOf(error)}`);
  }
  if (!belongs) throw refuse(`that in ${keyFile} belongs to another certificate than the first of ${file}`);
  const pair = { cert: certificates.join('\n'), key };
  try {
    tls.createSecureContext(pair);
  } catch (error) {
    throw problem('TRACKER_CLIENT_CERT', `${file} can't be used: ${messageOf(error)}`);
  }
  return pair;
}

function readText(setting: Setting, file: string): string {
  try {
    return decodeText(readFileSync(file));
  } catch (error) {
    throw problem(setting, messageOf(error));
  }
}

function problem(setting: Setting, why: string): SettingsError {
  return new SettingsError([`${setting} has to name a PEM file with ${wanted[setting]}: ${why}.`]);
}
