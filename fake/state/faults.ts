/** Collects faults under the place in the document they stand at. */
export class Faults {
  readonly list: string[] = [];

  add(place: string, fault: string): void {
    this.list.push(`${place}: ${fault}`);
  }

  /** Notes a fault unless the condition holds. */
  unless(condition: boolean, place: string, fault: string): void {
    if (!condition) this.add(place, fault);
  }
}
