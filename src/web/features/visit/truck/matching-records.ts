import type { OutboxRecord } from '#web/offline/outbox-store.ts'

/** While server and line are well, a capture is answered sooner than this: its record is not reported. */
const SENDING_MS = 3000

/** Records of this browser that are reported: those of the company, without those that are just being sent. */
export function recordsToReport<R extends Pick<OutboxRecord, 'company_id' | 'state' | 'at'>>(
  records: readonly R[],
  company: string,
  now: number,
): R[] {
  return records.filter(
    ({ company_id, state, at }) =>
      company_id === company && (state !== 'waiting' || now - Date.parse(at) >= SENDING_MS),
  )
}
