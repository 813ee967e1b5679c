import { isRadiationAlarm } from '#contract/act/act-fields.ts'
import type { instrumentChange } from '#contract/act/instrument-change.ts'
import type { CallInput } from '#contract/core/call.ts'
import { plateOrWords } from '#contract/requisites/plate/plate.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../idempotency.ts'
import {
  findControlSite,
  findInstrument,
  insertAlarm,
  type InstrumentRow,
} from './instrument-queries.ts'

/** The description of an instrument that a record keeps for good: «МКС-01СА1М № 1234» and its verification. */
export function instrumentFacts(row: InstrumentRow) {
  return {
    instrument: `${row.model} № ${row.serial_number}`,
    verified_on: row.verified_on,
    valid_until: row.valid_until,
    instrument_certificate: row.certificate,
  }
}

/** instrument/recordAlarm: a load that was refused before any act was made of it. */
export function recordAlarm(
  db: Db,
  { body }: CallInput<typeof instrumentChange.recordAlarm>,
): Promise<Answer<typeof instrumentChange.recordAlarm>> {
  return inTransaction(db, async (tx) => {
    const stamp = idempotencyKeyOf(body)
    if (await findEarlierCopy(tx, 'control_alarm', stamp)) return { ok: true }
    const site = (await findControlSite(tx, body.site_id)) ?? refuse('common.not-found')
    const made = body.instrument_id
      ? ((await findInstrument(tx, body.instrument_id)) ?? refuse('common.not-found'))
      : undefined
    const found_by = body.found_by ?? made?.responsible
    if (!found_by) refuse('common.validation', { fields: { found_by: 'Укажите, кто проверял' } })
    const values = {
      kind: body.kind,
      site_id: site.id,
      found_by,
      carnumber: body.carnumber ? plateOrWords(body.carnumber) : null,
      note: body.note,
      ...(body.kind === 'radiation' && measuredBy(made!, body)),
    }
    await enter(tx, { ...values, ...stamp })
    return { ok: true }
  })
}

function measuredBy(
  made: InstrumentRow,
  body: { usv_h_milli?: number | undefined; background_usv_h_milli?: number | undefined },
) {
  const usv_h_milli = body.usv_h_milli!
  const background_usv_h_milli = body.background_usv_h_milli ?? made.background_usv_h_milli
  if (!isRadiationAlarm({ usv_h_milli, background_usv_h_milli }, made.background_usv_h_milli))
    refuse('common.validation', {
      fields: { usv_h_milli: 'Показание в пределах нормы: выше фона не больше чем на 0,2 мкЗв/ч' },
    })
  const instrument = JSON.stringify(instrumentFacts(made))
  return { instrument_id: made.id, instrument, usv_h_milli, background_usv_h_milli }
}

interface MeasuredAct {
  readonly id: string
  readonly siteId: string
  readonly carnumber: string | null
  readonly instrument: InstrumentRow
  readonly background_usv_h_milli: number
  readonly usv_h_milli: number
  readonly by: string
}

/** Keeps what a draft says it measured: another reading, typed over it later, does not take it out of the journal. */
export async function recordAlarmOfAct(tx: Tx, act: MeasuredAct): Promise<void> {
  await enter(tx, {
    kind: 'radiation',
    site_id: act.siteId,
    act_id: act.id,
    instrument_id: act.instrument.id,
    instrument: JSON.stringify(instrumentFacts(act.instrument)),
    background_usv_h_milli: act.background_usv_h_milli,
    usv_h_milli: act.usv_h_milli,
    found_by: act.by,
    carnumber: act.carnumber,
  })
}

async function enter(tx: Tx, values: Omit<Parameters<typeof insertAlarm>[1], 'id'>): Promise<void> {
  const id = await insertAlarm(tx, { ...values, id: uuidv7() })
  if (id === undefined) return
  const { client_id: _id, client_hash: _hash, instrument: _facts, ...after } = values
  addAuditEvent(tx, { action: 'control_alarm.create', entity: 'control_alarm', id, after })
}
