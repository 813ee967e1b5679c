/**
 * Set by `npm run bench -- --only sweeps`. A look at every screen, width and theme in turn is long as well: beside the other
 * tests one of each kind is looked at.
 */
export const IS_LONG = process.env['LONG_SWEEPS'] === '1'

/** How many rounds a sweep over chance goes: few in every run of the tests, many in `npm run bench -- --only sweeps`. */
export const sweepSize = (quick: number, long: number): number => (IS_LONG ? long : quick)
