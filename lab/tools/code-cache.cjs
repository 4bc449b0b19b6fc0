/**
 * Loaded by `node --require` on Node 20, which has no compile cache: keeps the code of Playwright's two large files. Compiling
 * them takes a sixth of the time of a worker that runs one test.
 */
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = process.getBuiltinModule('node:fs');
const { Module, createRequire } = process.getBuiltinModule('node:module');
const { basename, dirname, join } = process.getBuiltinModule('node:path');
const { Script, constants } = process.getBuiltinModule('node:vm');
const { crc32 } = process.getBuiltinModule('node:zlib');

const folder = join(__dirname, '../../node_modules/.cache/playwright-code');
// @ts-expect-error -- Node's types do not name the method, which all loaders of this kind replace.
const { prototype } = Module;
const compile = prototype._compile;

/** @this {NodeModule} @param {string} content @param {string} filename @param {unknown[]} more */
prototype._compile = function (content, filename, ...more) {
  if (!/playwright-core.lib.(core|utils)Bundle\.js$/.test(filename))
    return compile.call(this, content, filename, ...more);
  // V8 refuses the code of another version of itself, but compares only the length of the source.
  const file = join(folder, `${basename(filename)}-${crc32(content)}`);
  const cachedData = existsSync(file) ? readFileSync(file) : undefined;
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const script = new Script(Module.wrap(content), { filename, cachedData, importModuleDynamically });
  if (script.cachedDataRejected !== false) process.once('exit', () => write(file, script.createCachedData()));
  const load = script.runInThisContext();
  return load.call(this.exports, this.exports, createRequire(filename), this, filename, dirname(filename));
};

/** Other processes see all of the file or nothing. @param {string} file @param {Buffer} code */
function write(file, code) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}-${process.pid}`, code);
  renameSync(`${file}-${process.pid}`, file);
}
