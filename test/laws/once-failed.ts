/**
 * Turns at which a law once failed, by the name of the test that tries it. `npm test` tries them beside its few others,
 * so that what was mended stays mended. A turn that is numbered here draws the same again as long as its law takes its
 * chance from the dice that it gives to `turns`; `IX_LAW_TURNS=103` tries turn 103 alone.
 */
export const onceFailed: { readonly [test: string]: readonly number[] } = {
  'a press lands on its target or nowhere': [4, 20],
}
