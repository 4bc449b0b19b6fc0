import { expect, test } from '@playwright/test';
import { proxyFor, proxiesIn } from '../../../fixtures/http/proxies.js';
import { SettingsError } from '../../../fixtures/errors.js';
import { settingsIn } from '../fixtures/settings-in.js';

const both = { HTTP_PROXY: 'http://plain.example.com:3128', HTTPS_PROXY: 'secure.example.com:3129' };
const tracker = 'https://tracker.example.com/jira';

const ways: readonly { title: string; url?: string; env: Record<string, string>; host: string | undefined }[] = [
  { title: 'HTTPS_PROXY for https', env: both, host: 'secure.example.com:3129' },
  { title: 'HTTP_PROXY for http', url: 'http://tracker.example.com', env: both, host: 'plain.example.com:3128' },
  { title: 'none for https if only HTTP_PROXY is set', env: { HTTP_PROXY: both.HTTP_PROXY }, host: undefined },
  { title: 'small letters', env: { https_proxy: 'http://small:1' }, host: 'small:1' },
  { title: 'small letters before capitals', env: { ...both, https_proxy: 'http://small:1' }, host: 'small:1' },
  { title: 'none if the small one is empty', env: { ...both, https_proxy: '' }, host: undefined },
  { title: 'none for this computer', url: 'http://127.0.0.1:8099/x', env: both, host: undefined },
  { title: 'none for localhost', url: 'https://localhost:8099/x', env: both, host: undefined },
  { title: 'none for the loopback of IPv6', url: 'http://[::1]:8099', env: both, host: undefined },
  ...[
    'tracker.example.com',
    '.example.com',
    '*.example.com',
    'Example.com',
    '*',
    'a.com, example.com',
    'a.com example.com',
  ].map((list) => ({ title: `none if NO_PROXY is ${list}`, env: { ...both, NO_PROXY: list }, host: undefined })),
  { title: 'none if no_proxy names the port', env: { ...both, no_proxy: 'example.com:443' }, host: undefined },
  ...['ample.com', 'tracker', 'other.example.com', 'example.com:8443', ',', 'tracker.example.com.de'].map((list) => ({
    title: `one if NO_PROXY is ${list}`,
    env: { ...both, NO_PROXY: list },
    host: 'secure.example.com:3129',
  })),
];

test.describe('the proxy to a tracker is', () => {
  for (const { title, url = tracker, env, host } of ways) {
    test(title, () => {
      expect(proxyFor(url, proxiesIn(env))?.host).toBe(host);
    });
  }
});

test('credentials of a proxy are apart from its URL, and decoded', () => {
  expect(proxyFor(tracker, { https: 'https://qa:p%40ss%@proxy.example.com' })).toEqual({
    server: 'https://proxy.example.com',
    host: 'proxy.example.com',
    setting: 'HTTPS_PROXY',
    login: { username: 'qa', password: 'p%40ss%' },
  });
  expect(proxyFor(tracker, { https: 'qa:p%40ss@proxy.example.com:1' })?.login).toEqual({
    username: 'qa',
    password: 'p@ss',
  });
});

test('what is no URL of an HTTP proxy is refused, its password not told, whatever tracker the run is for', ({}, testInfo) => {
  const login = { TRACKER_USERNAME: 'qa', TRACKER_PASSWORD: 'x' };
  const bad = ['foo', 'http://:bad', 'ftp://proxy.example.com', 'http://proxy.example.com:99999', '://x', 'http://'];

  for (const value of [...bad, 'socks5://qa:secret@proxy.example.com:1080', 'http://qa:secret@proxy:port']) {
    expect(() => proxyFor(tracker, { https: value })).toThrow(
      /^HTTPS_PROXY has to be the URL of an HTTP proxy, such as http:\/\/proxy\.example\.com:3128\.$/,
    );
  }
  for (const value of bad.slice(0, -1)) {
    for (const name of ['HTTP_PROXY', 'https_proxy']) {
      for (const TRACKER_URL of ['http://127.0.0.1:1', tracker]) {
        const { error } = settingsIn(testInfo.outputPath(), { TRACKER_URL, ...login, [name]: value });
        expect(error).toBeInstanceOf(SettingsError);
        expect(error?.message).toContain(`${name.toUpperCase()} has to be the URL of an HTTP proxy`);
      }
    }
  }
});
