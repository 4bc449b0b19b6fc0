import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import type { Problem } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/**
 * The problems that publint and are-the-types-wrong find in a packed package, a line each.
 *
 * Two of their findings are intended, and docs/decisions/package.md says why. The package has only ES modules, which
 * CommonJS takes by `require` from Node 20.19 on. And `moduleResolution: node10` does not know its entries.
 */
export async function findPackageProblems(tarball: Buffer): Promise<string[]> {
  const bytes = Uint8Array.from(tarball);
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  const analysis = await checkPackage(createPackageFromTarballData(bytes));
  const problems =
    analysis.types === false ? ['The package has no types.'] : analysis.problems.filter(isProblem).map(told);
  return [...messages.map((message) => `publint: ${formatMessage(message, pkg) ?? message.code}`), ...problems];
}

function isProblem(problem: Problem): boolean {
  const resolution = 'resolutionKind' in problem ? problem.resolutionKind : undefined;
  return problem.kind !== 'CJSResolvesToESM' && resolution !== 'node10';
}

function told(problem: Problem): string {
  const entry = 'entrypoint' in problem ? ` of ${problem.entrypoint}, ${problem.resolutionKind}` : '';
  return `are-the-types-wrong: ${problem.kind}${entry}`;
}
