import type { TestCase } from '@playwright/test/reporter';
import { annotationTypes } from '../contracts/report/annotations.js';

const types: readonly string[] = [annotationTypes.retried, annotationTypes.rateLimited];

/** What the tracker made a test wait for, in all its attempts, a sentence each. */
export function readNotes({ results }: TestCase): string[] {
  const annotations = results.flatMap((result) => result.annotations).filter(({ type }) => types.includes(type));
  return [...new Set(annotations.map(({ type, description }) => `${type}: ${description ?? ''}`))];
}
