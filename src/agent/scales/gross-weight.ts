import type { ScaleEvent } from './frames/scale-driver.ts'

type Sample = Pick<Extract<ScaleEvent, { kind: 'sample' }>, 'grams' | 'net' | 'tare'>

/**
 * The weight on the platform: null beyond the range, `untold` while the display is net and its tare is unknown; a net flag
 * beside a blank, zero or negative tare says nothing. A tare that is stored while gross is displayed does not count.
 */
export function grossOf({ grams, net, tare }: Sample): number | null | 'untold' {
  if (!net) return grams
  if (tare === undefined || tare <= 0) return 'untold'
  return grams === null ? null : grams + tare
}
