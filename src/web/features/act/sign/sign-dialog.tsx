import { Button } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useReducer, useState } from 'react'
import { Link } from '#web/router/link.tsx'
import { act } from '#contract/act/act.ts'
import type { ActCard } from '#contract/act/act-entities.ts'
import type { Scan } from '#contract/file/file-entities.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { changeStored, useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { forgetWords } from '#web/ui/dialogs/ask.ts'
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx'
import { useDialogChanged } from '#web/ui/dialogs/dialogs.tsx'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { day, kg, money, plural } from '#web/ui/format.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { FactsAcross } from '#web/ui/layout/facts.tsx'
import {
  firstUnseen,
  noteViewing,
  seenOf,
  type Viewing,
  type FileView,
  type FileViews,
} from '../../file/file-views.ts'
import { isUndrawable, turnToSheet, useSheet } from '../../file/page-sheets.tsx'
import { askReject } from './ask-reject.ts'
import {
  isLastProof,
  nextPlace,
  outcomeOf,
  pagesToCheck,
  signBody,
  type CheckOutcome,
  type Decisions,
  buttonOf,
  checkedScans,
  describeChecked,
  rejectsAll,
} from './check-decisions.ts'
import { PageView } from '../../file/page-view.tsx'
import styles from './sign.module.css'

interface SignDialogProps {
  id: string
  close: () => void
}

/** Each new page large enough to read, with a decision; one command stores all of them. */
export default function SignDialog({ id, close }: SignDialogProps) {
  const { data: card, error } = useCall(act.get, { query: { id } })
  if (error) throw error
  return card ? <Check card={card} close={close} /> : <Waiting />
}

const NOTHING_SEEN: FileViews = new Map()

function Check({ card, close }: { card: ActCard; close: () => void }) {
  const pages = pagesToCheck(card)
  const [decisions, setDecisions] = useState<Decisions>(new Map())
  const [chosen, setChosen] = useState(0)
  const [views, note] = useReducer(noteViewing, NOTHING_SEEN)
  const place = Math.min(chosen, pages.length - 1)
  const page = pages[place]
  const outcome = outcomeOf(card, decisions)
  const store = useSend(act.update, { refreshes: [act.get, act.getAll], leaves: true })
  useDialogChanged(decisions.size > 0)
  const step = (by: 1 | -1) => setChosen(Math.max(0, Math.min(pages.length - 1, place + by)))
  useKeys([
    { keys: 'ArrowLeft', label: 'Предыдущий лист', run: () => step(-1) },
    { keys: 'ArrowRight', label: 'Следующий лист', run: () => step(1) },
    { keys: 'KeyK', label: 'Предыдущий лист', run: () => step(-1) },
    { keys: 'KeyJ', label: 'Следующий лист', run: () => step(1) },
  ])
  const signsAtOnce = page !== undefined && isLastProof(card, decisions, page)
  const decide = (decision: string | null | undefined) => {
    if (!page || store.sending) return
    const next = new Map(decisions)
    if (decision === undefined) next.delete(page.id)
    else next.set(page.id, decision)
    setDecisions(next)
    setChosen(decision === undefined ? place : nextPlace(pages, next, place))
    if (decision === null && signsAtOnce) void finish(outcomeOf(card, next))
  }
  const finish = async (decided: CheckOutcome) => {
    const signed = await store.send({ body: signBody(card, decided) })
    if (!signed) return
    changeStored(act.get, { query: { id: card.id } }, (stored) => ({
      ...stored,
      ...signed,
      scans: checkedScans(stored.scans, decided),
    }))
    const { text, isPlain } = describeChecked(card, decided)
    if (isPlain) toast.success(text)
    else toast.warning(text)
    close()
  }
  return (
    <div className={styles['dialog']}>
      <FactsAcross
        facts={[
          { label: 'Поставщик', value: card.supplier_name },
          { label: 'Дата', value: day(card.date ?? card.created_at) },
          { label: 'Нетто', value: kg(card.net_g) },
          { label: 'Сумма', value: money(card.total_kop) },
        ]}
      />
      {page ? (
        <>
          <PageBar
            page={page}
            place={place}
            count={pages.length}
            decision={decisions.get(page.id)}
            step={step}
            note={note}
          />
          <PageView
            file={page.file_id}
            alt={`Подписанный акт, лист ${page.page}`}
            note={note}
            opensAtEnd
          />
          <PageButtons
            key={`${page.id} ${decisions.has(page.id)}`}
            page={page}
            seen={seenOf(views, page.file_id)}
            decided={decisions.has(page.id)}
            accept={signsAtOnce ? 'Принять и подписать' : 'Принять лист'}
            decide={decide}
          />
        </>
      ) : (
        <p className={styles['quiet']}>Новых листов нет: проверять больше нечего.</p>
      )}
      <DialogButtons
        main={buttonOf(card, outcome)}
        danger={pages.length > 0 && outcome.left === 0 && rejectsAll(outcome)}
        disabled={outcome.left > 0 || (pages.length === 0 && !outcome.signs)}
        mainFirst={outcome.left === 0}
        busy={store.sending}
        run={() => void finish(outcome)}
        cancel={close}
      >
        <span className={styles['quiet']} role="status">
          {outcome.left > 0
            ? `Осталось проверить: ${plural(outcome.left, 'лист', 'листа', 'листов')}`
            : pages.length > 0 && 'Все листы проверены'}
        </span>
      </DialogButtons>
    </div>
  )
}

interface PageBarProps {
  page: Scan
  place: number
  count: number
  decision: string | null | undefined
  step: (by: 1 | -1) => void
  note: (viewing: Viewing) => void
}

function PageBar({ page, place, count, decision, step, note }: PageBarProps) {
  const noteApart = () => note({ file: page.file_id, isApart: true })
  return (
    <div className={styles['bar']}>
      {count > 1 && (
        <Button
          variant="default"
          aria-label="Предыдущий лист"
          title="← или K"
          disabled={place === 0}
          onClick={() => step(-1)}
        >
          <ChevronLeft size={16} aria-hidden />
        </Button>
      )}
      <strong aria-live="polite">Лист {page.page}</strong>
      {count > 1 && (
        <span className={styles['quiet']}>
          {place + 1} из {count} новых
        </span>
      )}
      {count > 1 && (
        <Button
          variant="default"
          aria-label="Следующий лист"
          title="→ или J"
          disabled={place === count - 1}
          onClick={() => step(1)}
        >
          <ChevronRight size={16} aria-hidden />
        </Button>
      )}
      {decision === null && <Badge tone="green" label="Принят" icon="check" />}
      {typeof decision === 'string' && (
        <Badge tone="red" label={`Отклонён: ${decision}`} icon="cross" />
      )}
      {decision === undefined && <Badge tone="gray" label="Не проверен" icon="circle" />}
      <Link
        to={to(paths.image, { fid: page.file_id })}
        target="_blank"
        onClick={noteApart}
        onAuxClick={noteApart}
      >
        Открыть отдельно
      </Link>
      {!page.own_code && (
        <p className={styles['warning']}>
          QR-код акта не найден: сверьте номер, сдатчика и сумму. Подписан должен быть именно этот
          акт.
        </p>
      )}
    </div>
  )
}

interface PageButtonsProps {
  page: Scan
  seen: FileView
  decided: boolean
  /** What accepting the page does. */
  accept: string
  decide: (decision: string | null | undefined) => void
}

function PageButtons({ page, seen, decided, accept, decide }: PageButtonsProps) {
  const { unseen, isFailed, next } = useUnseen(page.file_id, seen)
  const reject = async () => {
    const reason = await askReject(page)
    if (reason === undefined) return
    forgetWords()
    decide(reason)
  }
  useKeys(decided ? [] : [{ keys: 'Delete', label: 'Отклонить лист', run: () => void reject() }])
  if (decided)
    return (
      <div className={styles['bar']}>
        <Button variant="default" onClick={() => decide(undefined)}>
          Проверить заново
        </Button>
      </div>
    )
  return (
    <div className={styles['bar']}>
      <ActionButton
        disabledReason={unseen}
        title="Enter"
        data-autofocus
        onClick={() => (next === undefined ? decide(null) : turnToSheet(next))}
      >
        {next === undefined ? accept : `Дальше: страница ${next} из ${seen.pages}`}
      </ActionButton>
      <Button variant="default" data-danger title="Del" onClick={() => void reject()}>
        Отклонить лист
      </Button>
      {isFailed && <span className={styles['quiet']}>{unseen}</span>}
    </div>
  )
}

/** Why a page cannot be accepted yet, or the page of its PDF that is to be turned to first. */
function useUnseen(file: string, seen: FileView) {
  const sheet = firstUnseen(seen)
  const { data, error } = useSheet(file, sheet ?? 1)
  if (sheet === undefined) return {}
  if (seen.isBroken || isUndrawable(error))
    return seen.isApart
      ? {}
      : { unseen: 'Лист здесь не показать: откройте его отдельно', isFailed: true }
  if (error) return { unseen: 'Лист не показан: нажмите «Повторить»', isFailed: true }
  if (data && sheet > 1) return { next: sheet }
  return { unseen: 'Лист ещё загружается: сначала посмотрите на него' }
}
