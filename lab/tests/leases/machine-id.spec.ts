import { expect, test } from '@playwright/test';
import { machineIdFrom } from '../../../fixtures/cleanup/this-machine.js';
import type { MachineTraits } from '../../../fixtures/cleanup/this-machine.js';

const linux: MachineTraits = {
  hostname: 'runner',
  bootId: 'b0a7',
  processNamespace: 'pid:[4026531836]',
  systemId: '1ab2',
  hardwareAddresses: ['02:42:ac:11:00:02'],
};

/** The id of a machine that differs from the one above in what is given. */
function idWith(other: Partial<MachineTraits>): string {
  return machineIdFrom({ ...linux, ...other });
}

test('an id is 12 characters, the same each time', () => {
  expect(idWith({})).toMatch(/^[0-9a-f]{12}$/);
  expect(idWith({})).toBe(idWith({}));
});

test('network interfaces that come and go do not change the id if the boot is known', () => {
  expect(idWith({ hardwareAddresses: ['02:42:ac:11:00:02', '9a:0f:00:00:00:01'] })).toBe(idWith({}));
});

test('nor do they if only the system is known', () => {
  const installed = { bootId: undefined, processNamespace: undefined };

  expect(idWith({ ...installed, hardwareAddresses: [] })).toBe(idWith(installed));
});

test('they are the last resort, in whatever order they are listed', () => {
  const bare = { bootId: undefined, processNamespace: undefined, systemId: undefined };
  const [one, other] = ['02:42:ac:11:00:02', '9a:0f:00:00:00:01'];

  expect(idWith({ ...bare, hardwareAddresses: [one, other] })).toBe(
    idWith({ ...bare, hardwareAddresses: [other, one, one] }),
  );
  expect(idWith({ ...bare, hardwareAddresses: [one] })).not.toBe(idWith({ ...bare, hardwareAddresses: [other] }));
});

const telling: Readonly<Record<string, Partial<MachineTraits>>> = {
  'after another boot': { bootId: 'c0de' },
  'in another namespace of processes': { processNamespace: 'pid:[4026532001]' },
};
for (const [where, other] of Object.entries(telling)) {
  test(`the id is another one ${where}`, () => {
    expect(idWith(other)).not.toBe(idWith({}));
  });
}

test('if only systems are known, each has an id of its own', () => {
  const system = { bootId: undefined, processNamespace: undefined };

  expect(idWith({ ...system, systemId: 'another' })).not.toBe(idWith(system));
});
