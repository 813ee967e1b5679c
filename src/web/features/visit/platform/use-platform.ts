import { useState } from 'react'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import type { VisitCommand } from '#contract/visit/visit-input.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { useSend } from '#web/api/use-send.ts'
import type { FoundOption } from '#web/ui/inputs/lookup-input.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { useCapture } from '../scale/use-capture.ts'
import { useLiveWeight } from '../scale/live-weight.ts'
import { blockedBy } from '../scale/reading-messages.ts'
import type { HeldWeight } from '../scale/held-weight.ts'
import { useLoadId } from './watch-load.ts'

const refreshes = [visitCalls.getIn, visitCalls.getFree, visitCalls.getAll]

/** What is known of the goods on the platform; a pack that is no weight is NaN. */
interface PlatformLoad {
  productId: string | null
  container: string
  packG: number | null
}

const NOTHING: PlatformLoad = { productId: null, container: '', packG: null }

/** One person's delivery over a platform: several weighings, one supplier, their sum. */
export function usePlatform(post: number) {
  const [supplier, setSupplier] = useState<FoundOption | null>(null)
  const [load, setLoad] = useState(NOTHING)
  const [done, setDone] = useState<VisitCard[]>([])
  const [held, setHeld] = useState<HeldWeight>()
  const save = useSend(visitCalls.update, { refreshes })
  const clientId = useLoadId()
  const change = (part: Partial<PlatformLoad>) => setLoad((now) => ({ ...now, ...part }))
  const add = (made: VisitCard) =>
    setDone((all) => [made, ...all.filter(({ id }) => id !== made.id)])
  const capturing = useCapture({
    setHeld,
    queued: () => change({ packG: null }),
    answered: (made) => 'number' in made && add(made),
  })

  const send: SendCommand = async (body) => {
    const answer = await save.send({ body })
    return answer && 'number' in answer ? answer : undefined
  }
  const capture = async (tare: boolean) => {
    const { reading } = useLiveWeight.getState()
    const blocked = blockedBy(reading)
    if (blocked || !reading) return toast.warning(blocked ?? '')
    const wanting = wantingOf(load, tare)
    if (wanting) return toast.warning(wanting)
    const { container } = load
    const whole = { client_id: clientId(`${reading.episode_id} ${tare}`), post, reading }
    if (tare) {
      const body = { command: 'capture_tare' as const, container_code: container, ...whole }
      await capturing.write(body, () => `тара «${container}» записана`)
      return undefined
    }
    const made = await capturing.write(
      { ...whole, ...productOf(load, supplier) },
      ({ number }) => `записано № ${number}`,
    )
    if (!made || !('number' in made)) return undefined
    add(made)
    change({ packG: null })
    return undefined
  }
  /** The supplier of a delivery is the supplier of everything weighed for it so far. */
  const choose = async (one: FoundOption | null) => {
    setSupplier(one)
    if (!one) return
    const changed = await nameSupplier(done, one.id, send)
    setDone(changed)
  }
  /** One more weighing of the same delivery: the supplier stays. */
  const again = () => {
    setLoad(NOTHING)
    setHeld(undefined)
  }
  const reset = () => {
    setSupplier(null)
    setDone([])
    again()
  }
  return {
    load,
    supplier,
    done,
    held,
    why: capturing.why ?? save.refusal?.explanation,
    sending: save.sending || capturing.sending,
    change,
    choose,
    capture,
    again,
    reset,
  }
}

type SendCommand = (body: VisitCommand) => Promise<VisitCard | undefined>

/** One after another: each carries the version that the one before left. */
async function nameSupplier(visits: VisitCard[], supplierId: string, send: SendCommand) {
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
