/** How to take back what was changed, one step for each change. */
export class UndoLog {
  #steps: (() => void)[] | undefined;

  /** Keeps how a change is taken back, where somebody may want that. */
  note(takeBack: () => void): void {
    this.#steps?.push(takeBack);
  }

  /** Runs an action; if it throws, all that was noted meanwhile is taken back, the last first. */
  run<Result>(action: () => Result): Result {
    const outer = this.#steps;
    const steps = outer ?? [];
    const before = steps.length;
    this.#steps = steps;
    try {
      return action();
    } catch (error) {
      // Taking back is a change too, and not to be noted.
      this.#steps = undefined;
      for (const takeBack of steps.splice(before).reverse()) takeBack();
      throw error;
    } finally {
      this.#steps = outer;
    }
  }
}
