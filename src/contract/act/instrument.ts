import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { nullableEach } from '../core/plain-fields.ts'
import * as s from '../core/shapes.ts'
import { statusCounts } from '../lists/status-sums.ts'

export const instrumentStatuses = ['active', 'archived'] as const
/** How many days before the end of a verification people are told. */
export const VERIFICATION_WARN_DAYS = 30
const verificationStates = ['valid', 'ending', 'ended'] as const
/** What a purchase takes from an instrument, so that the operator types nothing in the usual case. */
export const neededOfInstrument = {
  model: s.text(100),
  serial_number: s.text(40),
  verified_on: s.day,
  valid_until: s.day,
  background_usv_h_milli: s.usvHMilli,
  /** Who carries out both checks where nobody else is named. */
  responsible: s.text(150),
}
export const extraOfInstrument = {
  certificate: s.text(100),
  responsible_certificate: s.text(100),
}

export const Instrument = z.strictObject({
  id: s.id('instrument'),
  /** null: it serves every site. */
  site_id: z.nullable(s.id('site')),
  site_name: z.nullable(s.displayText(100)),
  ...neededOfInstrument,
  ...nullableEach(extraOfInstrument),
  /** By the company's calendar of today. */
  verification: z.enum(verificationStates),
  status: z.enum(instrumentStatuses),
  version: s.version,
})
export type Instrument = z.output<typeof Instrument>

const module = 'act'

export const instrument = {
  getAll: call({
    method: 'GET',
    path: '/api/v1/instrument/getAllInstruments',
    access: 'operator',
    module,
    summary: 'Instruments of radiation control with the state of their verification',
    query: z.strictObject({
      filter: s.filterOf('instrument', ['model', 'valid_until'], {
        status: z.optional(s.someOf(instrumentStatuses)),
      }),
    }),
    result: s.listOf(Instrument, statusCounts(instrumentStatuses)),
    about: ['instrument', 'site'],
  }),
} as const
