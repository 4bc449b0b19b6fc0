import { Complaint } from './complaint.js';
import type { Hand } from './hand.js';
import { assignTemplate } from './stories/default-templates.js';
import { changeTitle } from './stories/directory-sync.js';
import { comeFromElsewhere } from './stories/strangers.js';
import { workThroughCase } from './stories/test-management.js';
import { workOnIssue } from './stories/tracker.js';

const stories = [assignTemplate, changeTitle, workThroughCase, workOnIssue];

/** How seldom somebody comes with a login of another space: once in so many stories. */
const STRANGERS = 20;

/**
 * Lets a hand play one story after the other, in an order of its own, until it is told to stop: it ends the story it is at.
 *
 * @throws Complaint where something is not as it has to be, or the network's error
 */
export async function work(hand: Hand, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const story = hand.random.int(1, STRANGERS) === 1 ? comeFromElsewhere : hand.random.pick(stories);
    await story(hand);
  }
}

/** Lets hands work for some time. @returns what each that stopped earlier has to complain of */
export async function driveFor(hands: readonly Hand[], milliseconds: number): Promise<readonly string[]> {
  const end = performance.now() + milliseconds;
  const outcomes = await Promise.allSettled(hands.map((hand) => work(hand, () => performance.now() >= end)));
  return outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [complaintOf(hands[index] as Hand, outcome.reason)] : [],
  );
}

/** What a hand that could not go on has to say. */
export function complaintOf({ own, connection }: Hand, reason: unknown): string {
  if (reason instanceof Complaint) return reason.message;
  if (!(reason instanceof Error)) throw reason;
  const { request = 'nothing', begun = false } = connection.last ?? {};
  const { code = reason.name } = reason as NodeJS.ErrnoException;
  return `${own.username}: ${request} ${begun ? 'was answered in part' : 'got no answer'}: ${code}: ${reason.message}`;
}
