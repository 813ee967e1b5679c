import type { Reading } from './reading.ts'

export type SignedFields = Pick<
  Reading,
  'device_id' | 'seq' | 'ts' | 'weight_g' | 'stable' | 'episode_id'
>

/**
 * The text under the signature of a reading, a line a field (devices.md 4.4). The agent signs it and the server checks it, so
 * a change of it needs a new version in its first line.
 */
export function signedText(reading: SignedFields): string {
  const { device_id, seq, ts, weight_g, stable, episode_id } = reading
  return ['v1', device_id, seq, ts, weight_g ?? '', stable ? '1' : '0', episode_id ?? '-'].join(
    '\n',
  )
}
