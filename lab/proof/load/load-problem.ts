/** Something that is not as it has to be under load. */
export class LoadProblem extends Error {
  override readonly name = 'LoadProblem';
}
