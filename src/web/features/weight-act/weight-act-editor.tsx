import { Select } from '@mantine/core'
import { useState } from 'react'
import { product, type Product } from '#contract/product.ts'
import type { Transaction } from '#contract/transaction-entities.ts'
import { transactions } from '#contract/transaction.ts'
import type { LineInput, WeightActWithLines } from '#contract/weight-act-entities.ts'
import { updateWeightActBody, weightacts } from '#contract/weight-act.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { useDryRun, type DryRun } from '#web/api/use-dry-run.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/ask.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Form } from '#web/ui/form.tsx'
import { kg } from '#web/ui/format.ts'
import { PercentInput } from '#web/ui/inputs/amount-input.tsx'
import { useRecordForm } from '#web/ui/record-form.ts'
import { toast } from '#web/ui/toast.ts'
import styles from '../act/act-form.module.css'

type Row = {
  transaction_id: string
  drop_no: number
  title: string
  drop_g: number
  product_id: string | null
  zasor_bp: number | null
}

/** The dialog itself; screens open it through `open-weight-act-editor.ts`, which loads it first. */
export function showWeightActEditor(
  visits: Transaction[],
): Promise<WeightActWithLines | undefined> {
  return openDialog<WeightActWithLines>({ title: 'Весовой акт', width: 960 }, (close) => (
    <WeightActEditor visits={visits} close={close} />
  ))
}

interface EditorProps {
  visits: Transaction[]
  close: (made?: WeightActWithLines) => void
}

function WeightActEditor({ visits, close }: EditorProps) {
  const [clientId] = useState(() => crypto.randomUUID())
  const refreshes = [weightacts.getAll, weightacts.get, transactions.getAll, transactions.getFree]
  const save = useSend(weightacts.update, { refreshes })
  const confirm = useSend(weightacts.update, { refreshes })
  const [kept, setKept] = useState<WeightActWithLines>()
  const goods = useCall(
    product.getAll,
    { query: { filter: { kind: ['item'], status: ['active'] } } },
    { fresh: REFERENCE_MS },
  )
  const products = (goods.data?.items ?? []).filter(({ measure }) => measure !== 'piece')
  const supplierId = visits.find(({ supplier_id }) => supplier_id)?.supplier_id
  const bodyOf = (rows: Row[]) => ({
    command: 'save' as const,
    ...(kept ? { id: kept.id, version: kept.version } : { client_id: clientId }),
    ...(supplierId && { supplier_id: supplierId }),
    transaction_ids: visits.map(({ id }) => id),
    lines: rows.flatMap(lineOf),
  })
  const form = useRecordForm({
    schema: updateWeightActBody,
    initial: { rows: rowsOf(visits) },
    toBody: ({ rows }) => bodyOf(rows as Row[]),
    check: ({ rows }) => unready((rows ?? []) as Row[]),
  })
  const { rows } = form.values
  const preview = useDryRun(weightacts.update, bodyOf(rows))
  const change = (place: number, part: Partial<Row>) =>
    form.set({ rows: rows.map((row, at) => (at === place ? { ...row, ...part } : row)) })
  const keep = async () => {
    const saved = await save.send({ body: bodyOf(rows) })
    if (saved) setKept(saved)
    return saved
  }
  const sendConfirm = async () => {
    const saved = await keep()
    if (!saved) return undefined
    const { id, version } = saved
    const confirmed = await confirm.send({ body: { command: 'confirm', id, version } })
    if (confirmed) close(confirmed)
    return confirmed
  }
  return (
    <Form
      form={form}
      main="Провести"
      careful
      sending={save.sending || confirm.sending}
      refusal={confirm.refusal ?? save.refusal}
      send={sendConfirm}
      done={() => toast.success('Весовой акт проведён')}
      lesser={{
        label: 'Сохранить черновик',
        send: async () => {
          const saved = await keep()
          if (saved) close(saved)
          return saved
        },
        done: () => toast.success('Черновик сохранён'),
      }}
    >
      <Lines rows={rows} products={products} preview={preview} change={change} />
      {preview.problem && (
        <p className={styles['problem']} role="status">
          {preview.problem.message}
        </p>
      )}
      <Facts
        facts={[
          { label: 'Физический вес', value: kg(preview.answer?.phys_g) },
          { label: 'Нетто', value: kg(preview.answer?.net_g) },
        ]}
      />
    </Form>
  )
}

interface LinesProps {
  rows: Row[]
  products: Product[]
  preview: DryRun<WeightActWithLines>
  change: (place: number, part: Partial<Row>) => void
}

function Lines({ rows, products, preview, change }: LinesProps) {
  const zasorOf = (id: string | null) =>
    products.find((one) => one.id === id)?.default_zasor_bp ?? 0
  const netOf = (row: Row) =>
    preview.answer?.lines.find(
      (one) => one.transaction_id === row.transaction_id && one.drop_no === row.drop_no,
    )?.net_g
  return (
    <table className={styles['grid']} data-stale={preview.stale || undefined}>
      <thead>
        <tr>
          <th scope="col">Выгрузка</th>
          <th scope="col">Товар</th>
          <th scope="col">Физ. вес</th>
          <th scope="col">Засор, %</th>
          <th scope="col">Нетто</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={`${row.transaction_id} ${row.drop_no}`}>
            <td>{row.title}</td>
            <td className={styles['product']}>
              <Select
                aria-label={`Товар строки ${place + 1}`}
                placeholder="Выберите товар"
                searchable
                nothingFoundMessage="Не найдено"
                data={products.map(({ id, name }) => ({ value: id, label: name }))}
                value={row.product_id}
                onChange={(id) => change(place, { product_id: id, zasor_bp: zasorOf(id) })}
              />
            </td>
            <td className={styles['figure']}>{kg(row.drop_g)}</td>
            <td className={styles['zasor']}>
              <PercentInput
                aria-label={`Засор строки ${place + 1}, %`}
                value={row.zasor_bp}
                onChange={(zasor_bp) => change(place, { zasor_bp })}
              />
            </td>
            <td className={styles['figure']}>{kg(netOf(row))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function rowsOf(visits: Transaction[]): Row[] {
  return visits.flatMap((visit) =>
    visit.drops.map((drop) => ({
      transaction_id: visit.id,
      drop_no: drop.drop_no,
      title: `${visit.number}, ${visit.carnumber ?? 'без номера'}`,
      drop_g: drop.weight_g,
      product_id: drop.product_id ?? visit.product_id,
      zasor_bp: 0,
    })),
  )
}

function lineOf({ transaction_id, drop_no, product_id, zasor_bp }: Row): LineInput[] {
  if (!product_id) return []
  const zasor = { zasor_mode: 'percent' as const, zasor_bp: zasor_bp ?? 0 }
  return [{ transaction_id, drop_no, product_id, ...zasor }]
}

function unready(rows: Row[]): Record<string, string> {
  const place = rows.findIndex(({ product_id }) => !product_id)
  return place < 0 ? {} : { rows: `Строка ${place + 1}: выберите товар` }
}
