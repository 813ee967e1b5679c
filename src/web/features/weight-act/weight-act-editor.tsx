import { useState } from 'react'
import { product, type Product } from '#contract/price/product.ts'
import type { Visit } from '#contract/visit/visit-entities.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { WeightActWithLines } from '#contract/weight-act/weight-act-entities.ts'
import { updateWeightActBody, weightacts } from '#contract/weight-act/weight-act.ts'
import { callOnce, REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { useDryRun } from '#web/api/use-dry-run.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { kg } from '#web/ui/format.ts'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { OtherReaders } from '../user/other-readers.tsx'
import { omitUnfinishedDeductions } from './line-deductions.ts'
import { problemsNow, problemWords } from './problems-now.ts'
import { WeightActLines, type NamedProduct } from './weight-act-lines.tsx'
import type { EditorStart } from './weight-act-rows.ts'
import { lineOf, rowsOf, twoRests, unready, type Row } from './weight-act-rows.ts'
import styles from '../../ui/form/line-editor.module.css'

/** The dialog itself; screens open it through `open-weight-act-editor.ts`, which loads it first. */
export async function showWeightActEditor(
  visits: readonly Visit[],
  begun: EditorStart = {},
): Promise<WeightActWithLines | undefined> {
  const { draft } = begun
  const catalogue = await callOnce(
    product.getAll,
    { query: { filter: { kind: ['item'], status: ['active'] } } },
    REFERENCE_MS,
  )
  return openDialog<WeightActWithLines>(
    { title: draft ? `Весовой акт ${draft.number}` : 'Весовой акт', width: 960 },
    (close) => (
      <WeightActEditor visits={visits} begun={begun} catalogue={catalogue.items} close={close} />
    ),
  )
}

interface EditorProps {
  visits: readonly Visit[]
  begun: EditorStart
  catalogue: Product[]
  close: (made?: WeightActWithLines) => void
}

function WeightActEditor({ visits, begun, catalogue, close }: EditorProps) {
  const { draft } = begun
  const [clientId] = useState(() => crypto.randomUUID())
  const refreshes = [weightacts.getAll, weightacts.get, visitCalls.getAll, visitCalls.getFree]
  const save = useSend(weightacts.update, { refreshes })
  const confirm = useSend(weightacts.update, { refreshes })
  const [saved, setSaved] = useState(draft)
  const live = useCall(
    weightacts.get,
    { params: { id: draft?.id ?? '' } },
    { when: draft !== undefined, quiet: true },
  )
  const card = live.data ?? draft
  // The version that this form saved last, or a newer one from elsewhere that was merged with it.
  const newestCard = card && card.version > (saved?.version ?? 0) ? card : saved
  const byWeight = catalogue.filter(({ measure }) => measure !== 'piece')
  // A product that was chosen before it was archived stays readable.
  const archived = (card?.lines ?? []).filter(
    ({ product_id }) => !catalogue.some(({ id }) => id === product_id),
  )
  const products = [...byWeight, ...unique(archived)]
  const contaminationOf = (id: string | null) =>
    catalogue.find((one) => one.id === id)?.default_zasor_bp ?? 0
  const supplierId = begun.supplierId ?? visits.find(({ supplier_id }) => supplier_id)?.supplier_id
  const bodyOf = (rows: Row[]) => ({
    command: 'save' as const,
    ...(newestCard ? { id: newestCard.id, version: newestCard.version } : { client_id: clientId }),
    ...(supplierId && { supplier_id: supplierId }),
    transaction_ids: visits.map(({ id }) => id),
    lines: rows.flatMap(lineOf),
  })
  const form = useRecordForm({
    schema: updateWeightActBody,
    initial: { rows: rowsOf(visits, contaminationOf, card?.lines ?? begun.lines) },
    ...(card && { version: card.version }),
    draft: `weight act ${draft?.id ?? visits.map(({ id }) => id).join(' ')}`,
    toBody: ({ rows }) => bodyOf(rows as Row[]),
    check: ({ rows }) => unready((rows ?? []) as Row[]),
  })
  const { rows } = form.values
  const preview = useDryRun(
    weightacts.update,
    bodyOf(rows.map(omitUnfinishedDeductions)),
    twoRests(rows),
  )
  const setRows = (next: Row[]) => form.set({ rows: next })
  const saveDraft = async () => {
    const answer = await save.send({ body: bodyOf(rows) })
    if (!answer) return undefined
    setSaved(answer)
    form.fresh.own(answer.version)
    return answer
  }
  const sendConfirm = async () => {
    confirm.clear()
    // Also a weight that the server is computing anew: it is the one that the user sees.
    const expected_net_g = preview.answer?.net_g
    const made = await saveDraft()
    if (!made) return undefined
    const { id, version } = made
    const confirmed = await confirm.send({
      body: { command: 'confirm', id, version, expected_net_g },
    })
    if (confirmed) close(confirmed)
    return confirmed
  }
  return (
    <Form
      form={form}
      main="Провести"
      stopsAtButton
      sending={save.sending || confirm.sending}
      refusal={confirm.refusal ?? save.refusal}
      send={sendConfirm}
      done={() => toast.success('Весовой акт проведён')}
      secondary={{
        label: 'Сохранить черновик',
        send: async () => {
          const made = await saveDraft()
          if (made) close(made)
          return made
        },
        done: () => toast.success('Черновик сохранён'),
      }}
    >
      {draft && <OtherReaders record={{ entity: 'weight_act', id: draft.id }} edits />}
      <WeightActLines
        rows={rows}
        products={products}
        contaminationOf={contaminationOf}
        preview={preview}
        problems={problemsNow(preview, form.kit.errors)}
        setRows={setRows}
      />
      {preview.problem && (
        <p className={styles['problem']} role="status">
          {problemWords(preview.problem)}
        </p>
      )}
      <Facts
        facts={[
          { label: 'Физический вес', value: kg(preview.answer?.phys_g) },
          { label: 'Нетто', value: kg(preview.answer?.net_g) },
          { label: 'Не распределено', value: kg(restOf(preview.answer)) },
        ]}
      />
    </Form>
  )
}

/** Products of lines, each once. */
function unique(lines: WeightActWithLines['lines']): NamedProduct[] {
  return [...new Map(lines.map((line) => [line.product_id, line.product_name]))].map(
    ([id, name]) => ({ id, name }),
  )
}

/** What the lines leave of all unloads; nothing may be left when the act is confirmed (I6). */
function restOf(answer: WeightActWithLines | undefined): number | undefined {
  return answer?.rests.reduce((sum, { rest_g }) => sum + rest_g, 0)
}
