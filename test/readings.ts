import type { Reading } from '#contract/device/reading.ts'

/** What a scale at rest with twelve tonnes on it shows, with the parts that a test is about. */
export const readingOf = (fields: Partial<Reading> = {}): Reading => ({
  device_id: '01990000-0000-7000-8000-0000000000d1',
  post: 1,
  weight_g: 12_000_000,
  stable: true,
  zero: false,
  overload: false,
  status: 'ok',
  ts: '2026-11-21T10:00:00Z',
  age_ms: 50,
  seq: 1,
  episode_id: '01M7Y45MKV8Z3X9QK2W4T6N7PR',
  blockers: [],
  raw: '',
  sig: 'A'.repeat(43),
  ...fields,
})
