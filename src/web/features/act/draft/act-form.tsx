import { useRef, useState, type ReactNode } from 'react'
import { act } from '#contract/act/act.ts'
import type { ActCard, ActPosition } from '#contract/act/act-entities.ts'
import { updateActBody } from '#contract/act/act-input.ts'
import { product } from '#contract/price/product.ts'
import type { Visit } from '#contract/visit/visit-entities.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { changeStored, REFERENCE_MS, refresh, useCall } from '#web/api/use-call.ts'
import { useDryRun } from '#web/api/use-dry-run.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { isPhone, useStore } from '#web/state/store.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { Form } from '#web/ui/form/form.tsx'
import { money } from '#web/ui/format.ts'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { restTwice } from '../../weight-act/unload-remainder.ts'
import { omitUnfinishedDeductions } from '../../weight-act/line-deductions.ts'
import { problemsNow } from '../../weight-act/problems-now.ts'
import { ActLegal } from '../act-legal.tsx'
import { useOpenPayment } from '../pay-act.ts'
import { ActPositions } from './act-positions.tsx'
import { ActSources, useFreeSources } from './act-sources.tsx'
import { ActOutcome, ActTotals } from './act-totals.tsx'
import {
  actBody,
  actValues,
  emptyAct,
  readyRows,
  type ActRow,
  type ActValues,
} from './act-values.ts'
import { DraftActions } from './draft-actions.tsx'
import { heldSources } from './held-sources.ts'
import { missingPositions } from './missing-positions.ts'
import { unready } from './unready-rows.ts'
import styles from '../../../ui/form/line-editor.module.css'

interface ActFormProps {
  supplierId: string
  /** A saved draft; absent for a new act. */
  card?: ActCard
  /** A new act may start with the unloads of one visit. */
  start?: { rows: ActRow[]; visit: Visit; actions: (rows: ActRow[]) => ReactNode }
  /** Defaults of a new act, taken from the last acts. */
  previous?: ActValues
  /** Shown above the form: the supplier. */
  head: ReactNode
  /** Opens the saved act. */
  onSaved: (id: string) => void
}

type KnownFacts = Pick<ActCard, 'id' | 'version'>

/** One form for a new act and for a draft: choose weighings, name products, see the server's sums, issue. */
export function ActForm({ supplierId, card, start, previous, head, onSaved }: ActFormProps) {
  const { form, savedId, stored, sending, refusal, preview, sent } = useActForm(
    supplierId,
    card ? actValues(card) : begunAct(previous, start),
    card,
  )
  const [focus] = useState(() => (start ? firstMissing(form.values) : undefined))
  const catalogue = useCall(
    product.getAll,
    { query: { filter: { kind: ['item'], status: ['active'] } } },
    { fresh: REFERENCE_MS },
  )
  const products = catalogue.data?.items ?? []
  const openPayment = useOpenPayment(supplierId)
  const mayIssue = useMaySend(act.update, 'issue')
  // On a phone the sources are above the positions and would push them down while they load.
  const phone = useStore(isPhone)
  const waiting = useFreeSources().loading && phone
  const setRows = (rows: ActRow[]) => form.set({ rows })
  const take = (rows: ActRow[], visit?: Visit) => {
    // Read at call time: lines of a weight act may arrive after another source was ticked.
    const { rows: present, vehicle } = form.kit.getValues()
    const brought = visit && !vehicle.carnumber
    form.set({
      rows: [...present, ...rows],
      ...(brought && {
        vehicle: {
          ...vehicle,
          carnumber: visit.carnumber ?? '',
          trailer: visit.trailer_number ?? '',
          driver: vehicle.driver || (visit.driver_name ?? ''),
        },
      }),
    })
  }
  if (waiting) return <Waiting />
  const onward = () => savedId.current && onSaved(savedId.current)
  const whenIssued = () => {
    toast.success('Акт выписан')
    if (start || !openPayment(savedId.current)) onward()
  }
  const keeping = {
    label: 'Сохранить',
    send: sent.save,
    done: () => {
      toast.success('Черновик сохранён')
      onward()
    },
  }
  return (
    <Form
      form={form}
      stopsAtButton
      sending={sending}
      refusal={refusal}
      {...(mayIssue
        ? { main: 'Выписать', send: sent.issue, done: whenIssued, secondary: keeping }
        : { main: keeping.label, ...keeping })}
      actions={
        card ? (
          <DraftActions card={card} form={form} moving={sending} move={sent.move} />
        ) : (
          start?.actions(form.values.rows)
        )
      }
      outcome={start && <ActOutcome rows={form.values.rows} preview={preview} />}
    >
      <div className={styles['columns']} data-stacked={start ? true : undefined}>
        {start && head}
        <div className={styles['main']}>
          <ActPositions
            rows={form.values.rows}
            products={products}
            missing={missingPositions(form.values.rows, preview.answer)}
            computed={byKey(readyRows(form.values.rows), preview.answer?.positions ?? [])}
            stale={preview.stale}
            problems={problemsNow(preview, form.kit.errors)}
            focus={focus === 'product'}
            setRows={setRows}
          />
          <ActLegal form={form} checked={preview.answer} folded={!!start} focus={focus} />
        </div>
        <aside className={styles['side']}>
          {!start && head}
          <ActSources
            supplierId={supplierId}
            rows={form.values.rows}
            {...heldSources(stored)}
            focus={!start && !card}
            contaminationOf={(id) => products.find((one) => one.id === id)?.default_zasor_bp ?? 0}
            add={take}
            remove={(which) => setRows(form.values.rows.filter((row) => !which(row)))}
          />
          <ActTotals rows={form.values.rows} preview={preview} />
        </aside>
      </div>
    </Form>
  )
}

/** Two deliveries of one supplier do not share a draft. */
const newActName = (supplierId: string, rows: readonly ActRow[]) =>
  [supplierId, ...rows.map((row) => row.line_id ?? row.transaction_id ?? row.product_id)].join(' ')

function useActForm(supplierId: string, initial: ActValues, card: ActCard | undefined) {
  const [clientId] = useState(() => crypto.randomUUID())
  // Once saved, the same form changes the saved act: a refused issuing must not create a second one.
  const [current, setCurrent] = useState<KnownFacts | undefined>(card)
  const newestCard = newest(current, card)
  // A new act that was saved and not issued holds its visits: they are free no more, and no card of it was read.
  const { data: stored = card } = useCall(
    act.get,
    { query: { id: current?.id ?? '' } },
    { when: current !== undefined && !card, quiet: true },
  )
  // Read after the last answer, when the form may already have been rendered again.
  const savedId = useRef(card?.id)
  const refreshes = [act.getAll, act.get, visitCalls.getFree, weightacts.getAll]
  const save = useSend(act.update, { refreshes })
  // Before it is issued a draft is stored for itself. The form must know what is stored before a refusal is seen, or the reading
  // would undo what was typed after it; the lists that both change are read once, after the second.
  const store = useSend(act.update, { refreshes: [act.get] })
  const issue = useSend(act.update, { refreshes, leaves: true })
  const address = (of: KnownFacts | undefined) =>
    of ? { id: of.id, version: of.version } : { supplier_id: supplierId }
  const form = useRecordForm({
    schema: updateActBody,
    initial,
    ...(card && { version: card.version }),
    draft: `act ${newestCard?.id ?? newActName(supplierId, initial.rows)}`,
    toBody: (values) => ({
      command: 'save',
      ...address(newestCard),
      ...(!newestCard && { client_id: clientId }),
      ...actBody(withTexts(values), readyRows(rowsOf(values.rows))),
    }),
    check: (values) => unready(rowsOf(values.rows)),
  })
  const typed = {
    command: 'save',
    ...address(newestCard),
    ...actBody(form.values, readyRows(form.values.rows).map(omitUnfinishedDeductions)),
  }
  const sending = save.sending || store.sending || issue.sending
  const waits = restTwice(form.values.rows) >= 0 || sending
  const preview = useDryRun(act.update, typed, waits)
  const saveDraft = async (moved: { supplier_id?: string } = {}, by = save) => {
    const saved = await by.send({ body: { ...form.body(), ...moved } })
    if (!saved) return undefined
    savedId.current = saved.id
    setCurrent({ id: saved.id, version: saved.version })
    form.fresh.own(saved.version)
    return saved
  }
  // Not waited for: the refusal is on screen, and a form that counts as being sent would undo what is changed from here on.
  const readAgain = () => void refresh(refreshes)
  const sendIssue = async () => {
    for (const one of [save, store, issue]) one.clear()
    // Also a sum that the server is computing anew: it is the one that the user sees.
    const seen = preview.answer?.total_kop
    const saved = await saveDraft({}, store)
    if (!saved) return readAgain()
    const { id, version, total_kop } = saved
    const isSure = seen === total_kop || (await isSureOf(seen, total_kop))
    const body = { command: 'issue' as const, id, version, expected_total_kop: total_kop }
    const issued = isSure ? await issue.send({ body }) : undefined
    // The page of the act, which opens now, would show its draft first.
    if (issued) changeStored(act.get, { query: { id } }, (draft) => ({ ...draft, ...issued }))
    return issued ?? readAgain()
  }
  return {
    form,
    savedId,
    stored,
    sending,
    refusal: issue.refusal ?? store.refusal ?? save.refusal,
    preview,
    sent: { save: () => saveDraft(), move: (moved = {}) => saveDraft(moved), issue: sendIssue },
  }
}

/**
 * An act is not issued for a sum that the user has not seen: prices may change while the form is open, and a slow server shows the
 * sum of earlier values.
 */
function isSureOf(seen: number | undefined, now: number) {
  return ask.confirm({
    title: 'Проверьте сумму',
    text: 'На экране была другая. Черновик сохранён с введёнными значениями и нынешними ценами.',
    main: 'Выписать',
    facts: [
      { label: 'Была', value: money(seen) },
      { label: 'Стала', value: money(now) },
    ],
  })
}

/** The version that this form saved last, or a newer one from elsewhere that was merged with it. */
function newest(saved: KnownFacts | undefined, card: ActCard | undefined): KnownFacts | undefined {
  return card && card.version > (saved?.version ?? 0) ? card : saved
}

/** Beside the scale the focus starts at the first missing value. */
function firstMissing({ rows, ownership_basis }: ActValues): 'product' | 'basis' | 'radiation' {
  if (rows.some(({ product_id }) => !product_id)) return 'product'
  return ownership_basis ? 'radiation' : 'basis'
}

/** A visit fills in its unloads and its vehicle. */
function begunAct(previous: ActValues | undefined, start: ActFormProps['start']): ActValues {
  const empty = previous ?? emptyAct()
  if (!start) return empty
  const { carnumber, trailer_number, driver_name } = start.visit
  const vehicle = {
    ...empty.vehicle,
    carnumber: carnumber ?? '',
    trailer: trailer_number ?? '',
    driver: driver_name ?? '',
  }
  return { ...empty, rows: start.rows, vehicle }
}

/** The form's own clean-up removes empty texts; the function that builds the body expects every key. */
function withTexts(values: Parameters<typeof actBody>[0]): Parameters<typeof actBody>[0] {
  const empty = emptyAct()
  return {
    ...empty,
    ...values,
    vehicle: { ...empty.vehicle, ...values.vehicle },
    radiation: { ...empty.radiation, ...values.radiation },
    explosion: { ...empty.explosion, ...values.explosion },
  }
}

const rowsOf = (rows: ActRow[] | undefined): ActRow[] =>
  (rows ?? []).map((row) => ({ ...row, override_reason: row.override_reason ?? '' }))

const byKey = (rows: ActRow[], positions: ActPosition[]): Map<string, ActPosition> =>
  new Map(rows.flatMap((row, place) => (positions[place] ? [[row.key, positions[place]]] : [])))
