import { isRadiationAlarm, radiationShapes } from '#contract/act/act-fields.ts'
import type { ActCommand } from '#contract/act/act-input.ts'
import type { FieldsOf } from '#contract/core/plain-fields.ts'
import { refuse } from '#http/refusal.ts'
import type { Tx } from '../../../db/handle.ts'
import { recordAlarmOfAct } from '../../instrument/alarms.ts'
import {
  findInstrument,
  usualInstrument,
  type InstrumentRow,
} from '../../instrument/instrument-queries.ts'
import { companyNow, flagAlarm, type LockedAct } from '../act-queries.ts'

type Radiation = { done: boolean } & Partial<FieldsOf<typeof radiationShapes>>
type Save = Extract<ActCommand, { command: 'save' }>
type Typed = Pick<Save, 'radiation' | 'explosion'>

/**
 * The checks of scrap as a save stores them (domain.md 2.7). What a person leaves empty of a check that was done is that of the
 * site's usual instrument: its background as the reading too, its responsible person, this day and minute.
 */
export async function completeChecks(
  tx: Tx,
  siteId: string,
  body: Typed,
  before: LockedAct | undefined,
) {
  const stored = before?.radiation as Radiation | null | undefined
  const radiation = body.radiation ? withStoredTime(body.radiation, stored) : stored
  const explosion = body.explosion ?? (before?.explosion as Save['explosion'] | null | undefined)
  const isMeasured = radiation?.done || typeof radiation?.usv_h_milli === 'number'
  if (!isMeasured && !explosion?.done) return { radiation, explosion }
  const made = await instrumentOf(tx, siteId, radiation?.instrument_id)
  const { today, time } = await companyNow(tx)
  return {
    radiation:
      radiation && isMeasured ? withInstrument(radiation, made, { today, time }) : radiation,
    explosion: explosion?.done
      ? {
          ...explosion,
          certificate: explosion.certificate ?? made?.responsible_certificate ?? null,
          at: explosion.at ?? today,
          by: explosion.by ?? made?.responsible ?? null,
        }
      : explosion,
  }
}

/** A form sends no time: a check of the same day keeps its own. */
function withStoredTime(
  typed: NonNullable<Save['radiation']>,
  stored: Radiation | null | undefined,
) {
  const isSame = typed.time === undefined && stored?.done && stored.at === typed.at
  return isSame ? { ...typed, time: stored.time } : typed
}

async function instrumentOf(tx: Tx, siteId: string, id: string | null | undefined) {
  if (!id) return usualInstrument(tx, siteId)
  const made = await findInstrument(tx, id)
  const fields = { 'radiation.instrument_id': 'Такого прибора у компании нет' }
  return made ?? refuse('common.not-found', { fields })
}

function withInstrument(
  radiation: Radiation,
  made: InstrumentRow | undefined,
  now: { today: string; time: string },
): Radiation {
  const background = radiation.background_usv_h_milli ?? made?.background_usv_h_milli ?? null
  const at = radiation.at ?? now.today
  return {
    ...radiation,
    instrument_id: made?.id ?? null,
    background_usv_h_milli: background,
    usv_h_milli: radiation.usv_h_milli ?? background,
    at,
    time: radiation.time ?? (at === now.today ? now.time : null),
    by: radiation.by ?? made?.responsible ?? null,
  }
}

/** A reading above the limit, as it was just stored, is entered into the journal and marks the act, whatever is typed over it later. */
export async function noteAlarm(
  tx: Tx,
  act: { id: string; site_id: string; radiation?: unknown; vehicle?: unknown },
): Promise<void> {
  const radiation = parseSent<Radiation>(act.radiation)
  const level = radiation?.usv_h_milli ?? null
  const background = radiation?.background_usv_h_milli ?? null
  if (level === null || !radiation?.instrument_id) return
  const made = await findInstrument(tx, radiation.instrument_id)
  const measured = { usv_h_milli: level, background_usv_h_milli: background }
  if (!made || !isRadiationAlarm(measured, made.background_usv_h_milli)) return
  const carnumber = parseSent<{ carnumber?: string | null }>(act.vehicle)?.carnumber ?? null
  await recordAlarmOfAct(tx, {
    id: act.id,
    siteId: act.site_id,
    carnumber,
    instrument: made,
    background_usv_h_milli: background ?? 0,
    usv_h_milli: level,
    by: radiation.by ?? made.responsible,
  })
  await flagAlarm(tx, act.id)
}

function parseSent<T>(json: unknown): T | null {
  return typeof json === 'string' ? (JSON.parse(json) as T) : null
}
