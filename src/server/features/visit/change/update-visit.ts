import type { CallInput } from '#contract/core/call.ts'
import type { StoredTare } from '#contract/visit/visit-entities.ts'
import type { VisitCommand } from '#contract/visit/visit-input.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { Answer } from '#http/serve.ts'
import { refuse } from '#http/refusal.ts'
import { mustMayCommand } from '../../../auth/rights/rights.ts'
import type { Db } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { idempotencyKeyOf } from '../../../idempotency.ts'
import { settingsOfSession } from '../../company/settings.ts'
import { capturedBefore, capturing } from '../capture/capture.ts'
import {
  assertTruckScale,
  captureIn,
  captureNext,
  capturePlatform,
  type Command,
} from '../capture/capture-visit.ts'
import { cancelWeighing, reviewVisit, setInfo, voidVisit } from './correct-visit.ts'
import { findStoredTare, storeTare } from '../stored-tare-queries.ts'
import { recordManual, typeWeight, useStoredTare } from './manual-visit.ts'
import { visitCards } from '../read/visit-cards.ts'
import { plateColumns } from '../read/visit-info.ts'

type Call = typeof visitCalls.update

/** transactions/update: one command over a visit; the answer is the whole visit or the stored tare. */
export async function updateVisit(db: Db, { body }: CallInput<Call>): Promise<Answer<Call>> {
  mustMayCommand(db, visitCalls.update, body.command)
  if (body.command === 'capture_tare') return captureTare(db, body)
  const id = await run(db, body)
  const [card] = await visitCards(db, [id])
  return card!
}

function run(db: Db, body: Exclude<VisitCommand, { command: 'capture_tare' }>): Promise<string> {
  switch (body.command) {
    case 'capture_in':
      return captureIn(db, body)
    case 'capture_mid':
    case 'capture_out':
      return captureNext(db, body)
    case 'capture_platform':
      return capturePlatform(db, body)
    case 'use_stored_tare':
      return useStoredTare(db, body)
    case 'manual_weight':
      return typeWeight(db, body)
    case 'manual':
      return recordManual(db, body)
    case 'cancel_weighing':
      return cancelWeighing(db, body)
    case 'set_info':
      return setInfo(db, body)
    case 'void':
      return voidVisit(db, body)
    case 'review':
      return reviewVisit(db, body)
    default:
      return refuse('common.validation')
  }
}

/** `capture_tare`: an empty vehicle or container is weighed by itself and its tare stored for the configured number of days. */
async function captureTare(db: Db, body: Command<'capture_tare'>): Promise<StoredTare> {
  const plate = body.carnumber ? plateColumns(body.carnumber).carnumber : null
  const key = body.container_code ? { container_code: body.container_code } : { plate: plate! }
  if (!(await capturedBefore(db, body, 'stored_tare')))
    await capturing(db, body, async ({ tx, scale, weight_g, record: recordWeighing }) => {
      if (plate) assertTruckScale(scale)
      const { weighingId, flags } = await recordWeighing({ visitId: null, kind: 'tare', plate })
      // There is no visit yet that the mark could wait on.
      if (flags.includes('plate_mismatch')) refuse('weighing.other-plate')
      const { stored_tare_days: days } = settingsOfSession(db).modules_cfg.weight!
      await storeTare(tx, {
        id: uuidv7(),
        ...key,
        ...idempotencyKeyOf(body),
        tare_g: weight_g,
        weighing_id: weighingId,
        days,
      })
    })
  const { plate: carnumber, ...tare } = (await findStoredTare(db, key))!
  return { ...tare, carnumber }
}
