/** Something that is not as it has to be under load. */
export class Complaint extends Error {
  override readonly name = 'Complaint';
}
