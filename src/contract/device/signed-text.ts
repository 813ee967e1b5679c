import type { StoredReading } from './reading.ts'

/** Everything of a reading that is stored as proof: only its age changes while it waits. */
export type SignedFields = Omit<StoredReading, 'sig'>
/** What the signature of an agent of the former release covers. */
export type FirstSignedFields = Pick<
  StoredReading,
  'device_id' | 'seq' | 'ts' | 'weight_g' | 'stable' | 'episode_id'
>

/**
 * The text under the signature of a reading, a line a field (devices.md 4.4). The agent signs it and the server checks it, so
 * a change of it needs a new version in its first line.
 */
export function signedText(reading: SignedFields): string {
  const { agent_id, device_id, post, seq, ts, doubt_ms, weight_g, stable, zero, overload } = reading
  const { status, episode_id, blockers, alibi, raw } = reading
  const flags = [stable, zero, overload].map((flag) => (flag ? '1' : '0'))
  return [
    'v2',
    agent_id,
    device_id,
    post,
    seq,
    ts,
    doubt_ms ?? '',
    weight_g ?? '',
    ...flags,
    status,
    episode_id ?? '-',
    blockers.join(),
    alibi ?? '',
    raw,
  ].join('\n')
}

/** The first version, signed by the scale's key: readings that were stored before agents signed by their own. */
export function firstSignedText(reading: FirstSignedFields): string {
  const { device_id, seq, ts, weight_g, stable, episode_id } = reading
  return ['v1', device_id, seq, ts, weight_g ?? '', stable ? '1' : '0', episode_id ?? '-'].join(
    '\n',
  )
}
