import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { nullishEach } from '../core/plain-fields.ts'
import * as s from '../core/shapes.ts'
import {
  extraOfInstrument as extra,
  Instrument,
  instrumentStatuses,
  neededOfInstrument as needed,
} from './instrument.ts'

export const alarmKinds = ['radiation', 'explosion'] as const
export const alarmKindTitles = {
  radiation: 'Радиация',
  explosion: 'Взрывоопасный предмет',
} as const satisfies Record<(typeof alarmKinds)[number], string>

const verifiedInOrder = s.fieldsRule(
  (v: { verified_on?: string | undefined; valid_until?: string | undefined }) =>
    v.verified_on !== undefined && v.valid_until !== undefined && v.valid_until < v.verified_on
      ? { valid_until: 'Поверка кончается раньше, чем проведена' }
      : {},
)

const module = 'act'

/** What changes the directory and the journal: the form of an act loads none of it. */
export const instrumentChange = {
  create: call({
    method: 'POST',
    path: '/api/v1/instrument/createNewInstrument',
    access: 'operator',
    module,
    action: 'instrument.edit',
    summary: 'Adds an instrument',
    body: z
      .strictObject({
        client_id: z.optional(s.clientId),
        site_id: z.nullish(s.id('site')),
        ...needed,
        ...nullishEach(extra),
      })
      .check(verifiedInOrder),
    result: Instrument,
    refusals: ['instrument.duplicate'],
  }),
  update: call({
    method: 'PUT',
    path: '/api/v1/instrument/updateInstrument',
    access: 'operator',
    module,
    action: 'instrument.edit',
    summary: 'Changes an instrument, tells its new verification, archives it or takes it back',
    body: z
      .strictObject({
        id: s.id('instrument'),
        version: s.version,
        site_id: z.nullish(s.id('site')),
        ...optionalEach(needed),
        ...nullishEach(extra),
        status: z.optional(z.enum(instrumentStatuses)),
      })
      .check(verifiedInOrder),
    result: Instrument,
    refusals: ['instrument.duplicate', 'instrument.verification-order'],
  }),
  recordAlarm: call({
    method: 'POST',
    path: '/api/v1/instrument/recordAlarm',
    access: 'operator',
    module,
    action: 'act.edit',
    summary: 'Enters a load that was refused at the control into the journal; nothing takes it out',
    body: z
      .strictObject({
        client_id: z.optional(s.clientId),
        kind: z.enum(alarmKinds),
        site_id: z.optional(s.id('site')),
        instrument_id: z.optional(s.id('instrument')),
        background_usv_h_milli: z.optional(s.usvHMilli),
        usv_h_milli: z.optional(s.usvHMilli),
        found_by: z.optional(s.text(150)),
        carnumber: z.nullish(s.text(20)),
        note: s.text(500, 5),
      })
      .check(
        s.fieldsRule((v) =>
          v.kind === 'radiation' ? s.missingOf(v, ['instrument_id', 'usv_h_milli']) : {},
        ),
      ),
    result: s.ok,
  }),
} as const

function optionalEach<S extends Record<string, z.core.$ZodType>>(shapes: S) {
  return Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [name, z.optional(shape)]),
  ) as { [K in keyof S]: z.ZodMiniOptional<S[K]> }
}
