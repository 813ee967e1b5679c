import { Button } from '@mantine/core'
import { paths, to } from '#contract/screen-paths.ts'
import { selfEmployed, type NpdState } from '#contract/supplier/self-employed.ts'
import { useCall, refresh } from '#web/api/use-call.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { sendApproved, useSend } from '#web/api/use-send.ts'
import { CallError } from '#web/state/call-error.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { dateTime, day } from '#web/ui/format.ts'
import { Link } from '#web/router/link.tsx'
import { Rows } from '../head/supplier-trade.tsx'
import styles from '../supplier.module.css'
import type { NpdWords } from './mark-npd.tsx'

/** Whether a self-employed supplier pays his own tax today: asked of the tax service, or marked by two people where there is no line. */
export function NpdPart({ id }: { id: string }) {
  const { data, error } = useCall(selfEmployed.getNpd, { query: { id } })
  const asks = useMaySend(selfEmployed.checkNpd)
  const marks = useMaySend(selfEmployed.markNpd)
  const check = useSend(selfEmployed.checkNpd, { refreshes: [selfEmployed.getNpd] })
  if (error) throw error
  if (!data) return <Waiting />
  return (
    <div className={styles['consent']}>
      <p className={styles['kept']}>
        <Badge {...badgeOf(data)} />
        {describeState(data)}
      </p>
      <div className={styles['buttons']}>
        {asks && data.has_line && (
          <Button loading={check.sending} onClick={() => void check.send({ body: { id } })}>
            Спросить налоговую
          </Button>
        )}
        {marks && (
          <>
            <Button variant="default" onClick={() => void mark(id, 'payer')}>
              Отметить: плательщик…
            </Button>
            <Button variant="default" onClick={() => void mark(id, 'not_payer')}>
              Отметить: не плательщик…
            </Button>
          </>
        )}
      </div>
      {data.checks.length > 0 && <Checks checks={data.checks} />}
    </div>
  )
}

function badgeOf({ now }: NpdState) {
  if (now === 'payer') return { tone: 'green', label: 'Плательщик НПД', icon: 'check' } as const
  if (now === 'not_payer') return { tone: 'red', label: 'Не плательщик', icon: 'cross' } as const
  return { tone: 'gray', label: 'Не проверен', icon: 'clock' } as const
}

function describeState({ now, today, has_line }: NpdState): string {
  if (now === 'payer') return `Сегодня, ${day(today)}, платить можно.`
  if (now === 'not_payer')
    return 'Выплаты остановлены: компания стала бы налоговым агентом. Измените вид поставщика на «Физлицо».'
  const how = has_line
    ? 'Выплата спросит налоговую сама, ответ приходит за минуту.'
    : 'Проверьте ИНН на npd.nalog.ru и отметьте, что увидели: подтвердит другой сотрудник.'
  return `На сегодня, ${day(today)}, статус не проверен, и выплата не уйдёт. ${how}`
}

/** What was said of a supplier and refused: the dialog opens with it again. */
const wordsOfMarks = new Map<string, NpdWords>()

/** A second person confirms what this one saw. */
async function mark(id: string, outcome: 'payer' | 'not_payer'): Promise<void> {
  // The list of suppliers loads without the form.
  const { MarkNpd } = await import('./mark-npd.tsx')
  const title = outcome === 'payer' ? 'Плательщик НПД сегодня' : 'Не плательщик НПД сегодня'
  const told = await openDialog<NpdWords>({ title, width: 640 }, (close) => (
    <MarkNpd supplierId={id} before={wordsOfMarks.get(id)} close={close} />
  ))
  if (!told) return
  wordsOfMarks.set(id, told)
  const { note, picture } = told
  const body = { id, outcome, note, ...(picture && { proof_file_id: picture.id }) }
  const made = await sendApproved(selfEmployed.markNpd, { body }).catch((error: unknown) => error)
  if (made instanceof Error && !(made instanceof CallError)) throw made
  if (!(made instanceof Error)) {
    wordsOfMarks.delete(id)
    toast.success('Статус отмечен')
  }
  await refresh([selfEmployed.getNpd])
}

const OUTCOMES = {
  payer: 'Плательщик',
  not_payer: 'Не плательщик',
  no_answer: 'Ответа нет',
} as const

function Checks({ checks }: { checks: NpdState['checks'] }) {
  return (
    <Rows
      heads={['Когда', 'Ответ', 'Кто сказал', 'Слова', 'Снимок']}
      empty=""
      rows={checks.map((one) => [
        dateTime(one.at),
        one.outcome ? OUTCOMES[one.outcome] : 'Ждём ответа',
        one.source === 'service'
          ? 'Налоговая'
          : [one.by_name, one.approver_name && `подтверждено: ${one.approver_name}`]
              .filter(Boolean)
              .join(', '),
        one.said ?? '—',
        one.proof_file_id ? (
          <Link key="f" to={to(paths.image, { fid: one.proof_file_id })}>
            Открыть
          </Link>
        ) : (
          '—'
        ),
      ])}
    />
  )
}
