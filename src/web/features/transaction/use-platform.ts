import { useState } from 'react'
import type { TransactionCard } from '#contract/transaction-entities.ts'
import type { TransactionCommand } from '#contract/transaction-input.ts'
import { transactions } from '#contract/transaction.ts'
import { useSend } from '#web/api/use-send.ts'
import type { Found } from '#web/ui/inputs/lookup-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCapture } from './use-capture.ts'
import { useLiveWeight } from './live-weight.ts'
import { blockedBy } from './reading-words.ts'
import type { Held } from './use-station.ts'
import { useLoadId } from './watch-load.ts'

const refreshes = [transactions.getIn, transactions.getFree, transactions.getAll]

/** What is known of the goods on the platform; a pack that is no weight is NaN. */
interface PlatformLoad {
  productId: string | null
  container: string
  packG: number | null
}

const NOTHING: PlatformLoad = { productId: null, container: '', packG: null }

/** One person's delivery over a platform: several weighings, one supplier, their sum. */
export function usePlatform(post: number) {
  const [supplier, setSupplier] = useState<Found | null>(null)
  const [load, setLoad] = useState(NOTHING)
  const [done, setDone] = useState<TransactionCard[]>([])
  const [held, setHeld] = useState<Held>()
  const save = useSend(transactions.update, { refreshes })
  const clientId = useLoadId()
  const change = (part: Partial<PlatformLoad>) => setLoad((now) => ({ ...now, ...part }))
  const add = (made: TransactionCard) =>
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
      { ...whole, ...goodsOf(load, supplier) },
      ({ number }) => `записано № ${number}`,
    )
    if (!made || !('number' in made)) return undefined
    add(made)
    change({ packG: null })
    return undefined
  }
  /** The supplier of a delivery is the supplier of everything weighed for it so far. */
  const choose = async (one: Found | null) => {
    setSupplier(one)
    if (!one) return
    const changed = await named(done, one.id, send)
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

type SendCommand = (body: TransactionCommand) => Promise<TransactionCard | undefined>

/** One after another: each carries the version that the one before left. */
async function named(visits: TransactionCard[], supplierId: string, send: SendCommand) {
  const changed: TransactionCard[] = []
  for (const visit of visits) {
    const { id, version } = visit
    const body = { command: 'set_info' as const, id, version, supplier_id: supplierId }
    changed.push((visit.supplier_id === supplierId ? undefined : await send(body)) ?? visit)
  }
  return changed
}

function goodsOf({ productId, container, packG }: PlatformLoad, supplier: Found | null) {
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
