import type { ScaleEvent } from './frames/scale-driver.ts'

type Sample = Pick<Extract<ScaleEvent, { kind: 'sample' }>, 'grams' | 'net' | 'tare'>

/**
 * What stands on the platform, null beyond the range, `untold` while the display is net and its tare is not known: a
 * net mark beside a blank, a zero or a negative tare tells nothing. A tare that is kept while gross is displayed does not count.
 */
export function grossOf({ grams, net, tare }: Sample): number | null | 'untold' {
  if (!net) return grams
  if (tare === undefined || tare <= 0) return 'untold'
  return grams === null ? null : grams + tare
}
