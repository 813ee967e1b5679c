import { serverNow } from '#web/ui/server-clock.ts'
import { useState } from 'react'
import { price } from '#contract/price/price.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { WindowButtons } from '../window-buttons.tsx'
import { instantOf, plural, wallTime } from '#web/ui/format.ts'
import { DateTimeInput } from '#web/ui/inputs/date-time-input.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import type { CellKey } from '../edit/pending-prices.ts'
import styles from './price-dialogs.module.css'

type Cells = readonly (CellKey & { edit: { value: number | null } })[]

/** Asks for the moment from which the changed prices are in force; true when they are planned. */
export function showPlan(cells: Cells): Promise<true | undefined> {
  return openDialog<true>({ title: 'Цены с даты' }, (close) => (
    <PlanDialog cells={cells} close={close} />
  ))
}

const DAY_MS = 86_400_000

function PlanDialog({ cells, close }: { cells: Cells; close: (planned?: true) => void }) {
  // The next midnight of the company's clock: prices mostly change with the day.
  const [wall, setWall] = useState(() => `${wallTime(serverNow() + DAY_MS).slice(0, 10)}T00:00`)
  const plan = useSend(price.plan, { refreshes: [price.get, price.getHistory] })
  const from_at = instantOf(wall)
  const run = async () => {
    if (!from_at) return
    const body = {
      from_at,
      cells: cells.map(({ product, column, edit }) => ({
        product_id: product,
        column_id: column,
        price_kop: edit.value,
      })),
    }
    const answer = await plan.send({ body })
    if (!answer) return
    toast.success(`Запланировано: ${plural(answer.planned, 'цена', 'цены', 'цен')}`)
    close(true)
  }
  return (
    <div className={styles['body']}>
      <p>
        С этого момента сменится {plural(cells.length, 'цена', 'цены', 'цен')}. До него акты
        выписываются по нынешним.
      </p>
      <DateTimeInput
        label="Действует с"
        value={wall}
        error={from_at ? plan.refusal?.explanation : 'Укажите день и время'}
        data-autofocus
        onChange={(moment) => setWall(moment ?? '')}
      />
      <WindowButtons
        main="Запланировать"
        run={() => void run()}
        cancel={() => close()}
        busy={plan.sending}
        disabled={!from_at}
      />
    </div>
  )
}
