import { setupTransport, transportUnderTest } from '../../../fixtures/http/tracker-transports.js';
import type { WireSettings } from '../../../fixtures/http/tracker-transports.js';
import type { OutgoingRequest, Transport } from '../../../fixtures/http/transport.js';

/** The transports of set-up calls and of calls under test. */
export const transports: Readonly<Record<string, (settings: WireSettings, url: string) => Transport>> = {
  'a set-up call': (settings, url) => setupTransport(settings, url),
  'a call under test': (settings, url) => transportUnderTest(settings, url),
};

/** Settings of a transport. A test gives only the settings that it is about. */
export function waySettings(settings: Partial<WireSettings> = {}): WireSettings {
  return { ca: undefined, proxies: {}, rate: undefined, timeout: 10_000, outputDir: 'never written', ...settings };
}

/** A request to send. */
export function requestTo(url: string, parts: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return { method: 'GET', url, headers: { Accept: 'application/json' }, body: undefined, ...parts };
}
