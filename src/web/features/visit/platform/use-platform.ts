import { useReducer } from 'react'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import type { VisitCommand } from '#contract/visit/visit-input.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { quote } from '#contract/words/quote.ts'
import { useSend } from '#web/api/use-send.ts'
import type { FoundOption } from '#web/ui/inputs/lookup-input.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { useCapture } from '../scale/use-capture.ts'
import { useLiveWeight } from '../scale/live-weight.ts'
import { blockedBy } from '../scale/reading-messages.ts'
import { emptyPlatform, reducePlatform, type PlatformLoad } from './platform-state.ts'
import { useLoadId } from './watch-load.ts'

const refreshes = [visitCalls.getIn, visitCalls.getFree, visitCalls.getAll]

/** The state of a platform post and everything that it waits for. */
export function usePlatform(post: number) {
  const [state, dispatch] = useReducer(reducePlatform, emptyPlatform)
  const { supplier, load, weighings, capture: captured } = state
  const save = useSend(visitCalls.update, { refreshes })
  const clientId = useLoadId()
  const writeCapture = useCapture(dispatch)

  const send: SendCommand = async (body) => {
    const answer = await save.send({ body })
    return answer && 'number' in answer ? answer : undefined
  }
  const capture = async (tare: boolean) => {
    const { reading, ...why } = useLiveWeight.getState()
    const blocked = blockedBy(reading, undefined, why)
    if (blocked || !reading) return toast.warning(blocked ?? '')
    const wanting = wantingOf(load, tare)
    if (wanting) return toast.warning(wanting)
    const { container } = load
    const whole = { client_id: clientId(`${reading.episode_id} ${tare}`), post, reading }
    if (tare) {
      const body = { command: 'capture_tare' as const, container_code: container, ...whole }
      await writeCapture(body, () => `тара ${quote(container)} записана`)
      return undefined
    }
    const made = await writeCapture(
      { ...whole, ...productOf(load, supplier) },
      ({ number }) => `записано № ${number}`,
    )
    if (made && 'number' in made) dispatch({ type: 'visit_recorded', visit: made })
    return undefined
  }
  /** The supplier of a delivery is the supplier of everything weighed for it so far. */
  const choose = async (one: FoundOption | null) => {
    dispatch({ type: 'supplier_chosen', supplier: one })
    if (!one) return
    const visits = await nameSupplier(weighings, one.id, send)
    dispatch({ type: 'visits_named', visits })
  }
  return {
    load,
    supplier,
    weighings,
    heldWeight: captured.heldWeight,
    why: captured.refusal ?? save.refusal?.explanation,
    sending: save.sending || captured.sending,
    change: (part: Partial<PlatformLoad>) => dispatch({ type: 'lighter', part }),
    choose,
    capture,
    weighAgain: () => dispatch({ type: 'next_weighing' }),
    reset: () => dispatch({ type: 'delivery_ended' }),
  }
}

type SendCommand = (body: VisitCommand) => Promise<VisitCard | undefined>

/** One after another: each request has the version that the previous one returned. */
async function nameSupplier(visits: readonly VisitCard[], supplierId: string, send: SendCommand) {
  const changed: VisitCard[] = []
  for (const visit of visits) {
    const { id, version } = visit
    const body = { command: 'set_info' as const, id, version, supplier_id: supplierId }
    changed.push((visit.supplier_id === supplierId ? undefined : await send(body)) ?? visit)
  }
  return changed
}

function productOf({ productId, container, packG }: PlatformLoad, supplier: FoundOption | null) {
  return {
    command: 'capture_platform' as const,
    ...(supplier && { supplier_id: supplier.id }),
    ...(productId && { product_id: productId }),
    ...(container && { container_code: container }),
    ...(packG && { pack_g: packG }),
  }
}

function wantingOf({ packG, container, productId }: PlatformLoad, tare: boolean) {
  if (Number.isNaN(packG)) return 'Исправьте вес упаковки'
  if (tare) return container ? undefined : 'Впишите код тары'
  return productId ? undefined : 'Выберите товар'
}

export type Platform = ReturnType<typeof usePlatform>
