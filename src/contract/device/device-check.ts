import * as z from 'zod/mini'
import { plateReading } from './reading.ts'
import { call } from '../core/call.ts'
import { pulse, relayChannels } from './relay.ts'
import { watchedTraffic, watchParams } from './scale-terminal.ts'
import * as s from '../core/shapes.ts'

const refusals = ['device.offline', 'device.not-configured'] as const
const ofDevice = { companyId: s.id('company'), device_id: s.id('device') }
/** The base64 of five megabytes, the most that an agent delivers. */
const MAX_PICTURE = 7_000_000

/** What a plate camera saw and read; the picture is base64, null where its driver has none yet. */
const plateReadingResult = z.strictObject({
  reading: plateReading,
  picture: z.nullable(z.string().check(z.maxLength(MAX_PICTURE))),
})

/** «Проверить» of every device, by SUPERVISOR in any company and by managers in their own. */
export const deviceCheck = {
  superTakePicture: call({
    method: 'POST',
    path: '/api/v1/device/superTakePicture',
    access: 'manager-or-super',
    summary: 'A picture of a camera now, to see that it is set up rightly',
    body: z.strictObject(ofDevice),
    result: 'jpeg',
    refusals,
    toast: false,
  }),
  superWatchDevice: call({
    method: 'POST',
    path: '/api/v1/device/superWatchDevice',
    access: 'manager-or-super',
    summary: 'Raw traffic of a scale after a known piece: the terminal asks again and again',
    body: z.strictObject({ companyId: s.id('company'), ...watchParams.shape }),
    result: watchedTraffic,
    refusals,
    toast: false,
  }),
  superReadPlate: call({
    method: 'POST',
    path: '/api/v1/device/superReadPlate',
    access: 'manager-or-super',
    summary:
      'A picture of a plate camera now and what was read of it; of event cameras the last ones',
    body: z.strictObject(ofDevice),
    result: plateReadingResult,
    refusals,
    toast: false,
  }),
  /** Interlocks hold as at the station: no barrier falls on a vehicle (`common.bad-transition`). */
  superSwitchRelay: call({
    method: 'POST',
    path: '/api/v1/device/superSwitchRelay',
    access: 'manager-or-super',
    summary: 'Switches one output of a relay board, to see that it is wired rightly',
    body: z.strictObject({
      ...ofDevice,
      channel: z.enum(relayChannels),
      on: z.boolean(),
      pulse_ms: z.optional(pulse),
    }),
    result: s.ok,
    refusals,
    toast: false,
  }),
  superPrintTest: call({
    method: 'POST',
    path: '/api/v1/device/superPrintTest',
    access: 'manager-or-super',
    summary: 'A test slip on the printer of a post',
    body: z.strictObject({ companyId: s.id('company'), post: s.int(1, 99) }),
    result: s.ok,
    refusals,
    toast: false,
  }),
} as const
