/** `npm start`: the command, with the modules of this package from their bundle. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ownBundle } from './own-bundle.js';

const { command, env } = ownBundle();
const child = spawn(process.execPath, [command, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ...env },
});
process.on('SIGINT', () => undefined).on('SIGTERM', () => child.kill('SIGTERM'));
child.once('close', (code, signal) => process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
