import type { Builders } from '../../builders/index.js';
import type { ClientSetup } from '../../client/api-client.js';
import { whitelistOf } from '../external/discovery/discover.js';
import { credentialsOf } from '../../client/credentials.js';
import { createSetupClient, justSend, setupEndpoints } from '../../client/setup-client.js';
import { undiciTransport } from '../../client/undici-transport.js';
import { TenantProvisioner } from './tenant-provisioner.js';
import { expectationsOf, expectedAssumptions } from '../../client/settings/settings.js';
import type { Settings } from '../../client/settings/settings.js';
import { askIdentity, describeTarget } from '../run-target.js';
import { mergeOverrides, startFake, overrideOf } from './fake-host.js';
import type { Fake, Override } from './fake-host.js';
import type { Contents, Target, Tracker } from '../target.js';
import { refuseMissingIssue, requireIssueKey } from '../target.js';
import { TestCalls } from '../test-calls.js';

/** The bundled fake, inside the worker, with a tracker of its own for every test. */
export async function openIsolatedTarget(settings: Settings): Promise<Target> {
  const fake = await startFake({ contextPath: null });
  const transport = undiciTransport(settings.timeout);
  const about = describeTarget(settings);
  return {
    about,
    issueMark: undefined,
    // A transport of its own has its own cookies: set-up does not use a session that a test opens.
    transport: undiciTransport(settings.timeout),
    endsWithRun: true,
    outageReason: () => undefined,
    identity: async () => {
      const override = await overrideOf(settings.defect);
      const { contextPath, close } = fake.control.open({
        basePaths: settings.basePaths,
        ...(override && { override }),
      });
      const caller = credentialsOf({ username: 'admin', password: 'admin' });
      const { basePaths } = settings;
      try {
        return await askIdentity({ baseUrl: `${fake.url}${contextPath}`, basePaths, transport, caller });
      } finally {
        close();
      }
    },
    openTracker: async (build, defect, { overrides = [], aroundSetUp = justSend } = {}) => {
      const withDefect = await overrideOf(defect);
      const override = mergeOverrides(...overrides, ...(withDefect === undefined ? [] : [withDefect]));
      return openTenant(fake, settings, { transport, around: aroundSetUp }, build, override);
    },
    close: () => fake.close(),
  };
}

function openTenant(
  fake: Fake,
  settings: Settings,
  { transport, around }: Pick<ClientSetup, 'transport' | 'around'>,
  build: Builders,
  override: Override,
): Tracker {
  const { basePaths } = settings;
  const expected = expectationsOf(settings);
  const tenant = fake.control.open({
    assumptions: settings.fakeAssumptions ?? expectedAssumptions(settings),
    basePaths,
    override,
  });
  const login = { username: 'admin', password: 'admin' };
  const administrator = credentialsOf(login, 'admin-token');
  const baseUrl = `${fake.url}${tenant.contextPath}`;
  const calls = new TestCalls();
  const setup = createSetupClient(setupEndpoints, {
    baseUrl,
    basePaths,
    transport,
    around: (call, send) => calls.run(() => around(call, send)),
    endsWithRun: true,
    caller: administrator,
    schemes: expected.assumptions['AD-N01'],
  });
  return {
    baseUrl,
    basePaths,
    ...expected,
    answersAsAssumed: describeTarget(settings).kind === 'fake',
    administrator,
    lockableUser: login.username,
    templateField: 'Template',
    whitelist: whitelistOf({}, basePaths),
    setup,
    provisioner: calls.through(new TenantProvisioner(tenant, build, setup, expected.assumptions)),
    admin: {
      synchronize: ({ id }) => tenant.synchronize(id),
      configure: (properties) => tenant.configure(properties),
      finishWork: () => tenant.finishWork(),
      restart: () => tenant.restart(),
    },
    tenant,
    contents: () => tenant.state() as Contents,
    record: (_call, send) => calls.run(send),
    owns: (what) =>
      calls.run(() => {
        requireIssueKey(what);
        const { issues = [] } = tenant.state() as Contents;
        return issues.some(({ key }) => key === what) ? Promise.resolve() : refuseMissingIssue(what);
      }),
    release: async (failed = false) => {
      await calls.end(0, failed);
      tenant.close();
    },
  };
}
