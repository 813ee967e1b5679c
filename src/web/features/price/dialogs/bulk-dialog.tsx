import { SegmentedControl, Select } from '@mantine/core'
import { useState } from 'react'
import { defaultModulesCfg } from '#contract/core/module-settings.ts'
import { formatMoney } from '#contract/core/input-text.ts'
import { price } from '#contract/price/price.ts'
import { useDryRun } from '#web/api/use-dry-run.ts'
import { useSend } from '#web/api/use-send.ts'
import { useModuleSettings } from '#web/state/module-settings.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { WindowButtons } from '../window-buttons.tsx'
import { plural } from '#web/ui/format.ts'
import { MoneyInput, PercentInput } from '#web/ui/inputs/amount-input.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import type { List } from '../grid/grid-rows.ts'
import { orNone } from '../price-messages.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import styles from './price-dialogs.module.css'

interface BulkStart {
  columnId: string
  /** Products that were chosen in the grid. */
  productIds: string[]
  /** Takes the list that the server answers with. */
  accept: (change: (now: List) => List) => void
}

/** One change over many prices of a column, seen before it is made. */
export function showBulk(list: List, start: BulkStart): Promise<void> {
  return openDialog({ title: 'Изменить колонку', width: 640 }, (close) => (
    <BulkDialog list={list} start={start} close={close} />
  ))
}

const MODES = [
  { value: 'percent', label: 'На процент' },
  { value: 'amount', label: 'На сумму' },
]
const SIGNS = [
  { value: '1', label: 'Повысить' },
  { value: '-1', label: 'Понизить' },
]
const STEPS = [
  { value: '1', label: 'До копейки' },
  { value: '100', label: 'До рубля' },
  { value: '1000', label: 'До 10 рублей' },
  { value: '5000', label: 'До 50 рублей' },
  { value: '10000', label: 'До 100 рублей' },
]

/** The company's own step is offered beside the usual ones. */
function stepsWith(own: number) {
  const value = String(own)
  if (STEPS.some((step) => step.value === value)) return STEPS
  return [{ value, label: `До ${formatMoney(own)} ₽` }, ...STEPS]
}

function BulkDialog({ list, start, close }: { list: List; start: BulkStart; close: () => void }) {
  const [columnId, setColumnId] = useState(start.columnId)
  const [mode, setMode] = useState('percent')
  const [sign, setSign] = useState('1')
  const ownStep = useModuleSettings('price')?.round_to_kop ?? defaultModulesCfg.price.round_to_kop
  const [amount, setAmount] = useState<number | null>(null)
  const [step, setStep] = useState(String(ownStep))
  const [chosen, setChosen] = useState(start.productIds.length > 1)
  const update = useSend(price.updateColumns)
  const given = amount !== null && Number.isSafeInteger(amount) && amount > 0
  const size = Number(sign) * (given ? amount : 0)
  const bulk = {
    column_id: columnId,
    round_to_kop: Number(step),
    ...(chosen && { product_ids: start.productIds }),
    ...(mode === 'percent'
      ? { mode: 'percent' as const, bp: size }
      : { mode: 'amount' as const, delta_kop: size }),
  }
  const preview = useDryRun(price.preview, { bulk }, !given)
  const changes = given ? preview.answer?.changes : undefined
  const run = async () => {
    const answer = await update.send({ body: { bulk } })
    if (!answer) return
    start.accept(() => answer)
    toast.success(`Изменено: ${plural(changes ?? 0, 'цена', 'цены', 'цен')}`)
    close()
  }
  const Amount = mode === 'percent' ? PercentInput : MoneyInput
  return (
    <div className={styles['body']}>
      <Select
        label="Колонка"
        data={list.columns.map(({ id, title }) => ({ value: id, label: title }))}
        value={columnId}
        allowDeselect={false}
        onChange={(value) => value && setColumnId(value)}
      />
      <div className={styles['line']}>
        <SegmentedControl aria-label="Куда" data={SIGNS} value={sign} onChange={setSign} />
        <SegmentedControl
          aria-label="На сколько"
          data={MODES}
          value={mode}
          onChange={(value) => {
            setMode(value)
            setAmount(null)
          }}
        />
        <Amount
          key={mode}
          aria-label={mode === 'percent' ? 'Процент' : 'Сумма'}
          value={amount}
          onChange={setAmount}
          data-autofocus
        />
      </div>
      <div className={styles['line']}>
        <Select
          label="Округлить"
          data={stepsWith(ownStep)}
          value={step}
          allowDeselect={false}
          onChange={(value) => value && setStep(value)}
        />
        {start.productIds.length > 0 && (
          <Select
            label="Позиции"
            data={[
              { value: 'all', label: 'Все с ценой' },
              { value: 'chosen', label: `Выбранные строки: ${start.productIds.length}` },
            ]}
            value={chosen ? 'chosen' : 'all'}
            allowDeselect={false}
            onChange={(value) => setChosen(value === 'chosen')}
          />
        )}
      </div>
      <Preview preview={preview} given={given} />
      {update.refusal && <p role="alert">{update.refusal.explanation}</p>}
      <WindowButtons
        main={changes ? `Изменить ${plural(changes, 'цену', 'цены', 'цен')}` : 'Изменить'}
        run={() => void run()}
        cancel={close}
        busy={update.sending}
        disabled={!changes || preview.stale}
      />
    </div>
  )
}

type PreviewState = ReturnType<typeof useDryRun<typeof price.preview>>

function Preview({
  preview: { answer, problem },
  given,
}: {
  preview: PreviewState
  given: boolean
}) {
  if (!given) return <p className={styles['hint']}>Укажите, на сколько изменить цены.</p>
  if (problem) return <p role="alert">{problem.message}</p>
  if (!answer) return <p className={styles['hint']}>Считаем…</p>
  if (answer.changes === 0) return <p>Ни одна цена не изменится.</p>
  return (
    <table className={`${styles['table']} ${stacked['stacked']}`}>
      <thead>
        <tr>
          <th scope="col">Позиция</th>
          <th scope="col" data-end>
            Сейчас
          </th>
          <th scope="col" data-end>
            Станет
          </th>
        </tr>
      </thead>
      <tbody>
        {answer.first.map((row) => (
          <tr key={row.product_id}>
            <td data-whole>{row.name}</td>
            <td data-end data-label="Сейчас">
              {orNone(row.old_kop)}
            </td>
            <td data-end data-label="Станет">
              {orNone(row.new_kop)}
            </td>
          </tr>
        ))}
      </tbody>
      <caption>
        {answer.changes > answer.first.length
          ? `Первые ${answer.first.length} из ${answer.changes}`
          : `Всего: ${answer.changes}`}
      </caption>
    </table>
  )
}
