import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from '#web/router/link.tsx'
import { describeProvider } from '#contract/bank/bank-providers.ts'
import {
  runningStatuses,
  shownStatus,
  type PaymentCard as Card,
} from '#contract/payment/payment-entities.ts'
import { flagTitles } from '#contract/core/flags.ts'
import { payment } from '#contract/payment/payment.ts'
import { payeeWords } from '#contract/supplier/payee-check.ts'
import { useCall } from '#web/api/use-call.ts'
import { HistoryLink } from '#web/features/audit/history-link.tsx'
import { paths, to } from '#contract/screen-paths.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { dateTime, day, money } from '#web/ui/format.ts'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { PaymentLink, RepeatBadges, RepeatedIn, Repeats } from './review/payment-repeats.tsx'
import { Returns, Timeline, NpdReceiptFact } from './payment-timeline.tsx'
import wide from '#web/ui/layout/wide-table.module.css'
import tables from './payment-table.module.css'
import styles from './payment.module.css'
import { useStatusAsked } from './agreement/use-status-asked.ts'
import { askBank, decideUnknown, recordRefusal, recordReturn } from './review/decisions.tsx'
import { cancelPayments, sendPayments } from './send-payments.tsx'

const PaymentDecision = lazyPart(
  async () => (await import('./review/payment-decision.tsx')).PaymentDecision,
)

/** One payment whole: state with advice, acts, where it goes, its timeline, what may be done. */
export function PaymentCard({ id }: { id: string }) {
  const one = useCall(payment.get, { query: { id } }, { keepPrevious: true })
  const status = one.data?.status
  const running = status !== undefined && runningStatuses.includes(status)
  useStatusAsked(id, running)
  if (one.error) return <p className={styles['notice']}>{one.error.message}</p>
  if (!one.data) return <Waiting />
  const card = one.data
  return (
    <div className={styles['card']}>
      <span className={styles['sum']}>{money(card.amount_kop)}</span>
      <div className={styles['head']}>
        <StatusBadge kind="payment" status={shownStatus(card)} />
        {card.returned_kop > 0 && <Badge tone="grape" label="Возврат" icon="arrow" />}
        <RepeatBadges card={card} />
        {card.is_test && <Badge tone="blue" label="Проверочная" icon="circle" />}
        {card.training && (
          <a
            href="/training-bank"
            target="_blank"
            rel="noreferrer"
            title="Платежи, ошибки и файлы банка"
          >
            <Badge tone="yellow" label="УЧЕБНЫЙ БАНК" icon="link" />
          </a>
        )}
      </div>
      <StateNotice card={card} />
      {card.status === 'saved' && <PaymentDecision card={card} />}
      <CardActions card={card} />
      <CardFacts card={card} />
      <h3>Акты</h3>
      <table className={`${wide['frame']} ${tables['table']}`}>
        <tbody>
          {card.acts.map((part) => (
            <tr key={part.act_id}>
              <td>
                <Link to={to(paths.act, { actId: part.act_id })}>№ {part.act_number}</Link>
              </td>
              <td>{day(part.act_date)}</td>
              <td data-end>{money(part.amount_kop)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {card.returns.length > 0 && <Returns card={card} />}
      {card.qr_svg && <PayByHand svg={card.qr_svg} />}
      <h3>Ход выплаты</h3>
      <Timeline card={card} />
      <div className={styles['buttons']}>
        {card.method_kind === 'account' && (
          <Button component={Link} to={`${paths.payments}?order=${card.id}`} variant="default">
            Платёжное поручение
          </Button>
        )}
        <HistoryLink id={card.id} />
      </div>
    </div>
  )
}

const STATES: Record<Card['status'], { tone?: string; text: string }> = {
  saved: { text: 'Ждёт отправки в банк.' },
  // A lease of two minutes and the sweep of each minute bound the wait after a server's death.
  registering: {
    text: 'Передаём банку: обычно секунды, а после сбоя сервера до трёх минут. Не создавайте выплату повторно.',
  },
  registered: { text: 'Банк принял поручение.' },
  processing: { text: 'Банк исполняет выплату: обычно минуты, иногда до трёх дней.' },
  paid: { text: '' },
  rejected: { tone: 'red', text: 'Банк отклонил выплату. Акты снова доступны к выплате.' },
  cancelled: { text: 'Выплата отменена. Акты снова доступны к выплате.' },
  unknown: {
    tone: 'orange',
    text: 'Ясного ответа банка нет. Не платите повторно: система спрашивает банк.',
  },
}

/** A payment that goes by file moves when people bring the file, and is paid by the bank's statement. */
const FILE_STATES: Partial<typeof STATES> = {
  registering: { text: 'Ждёт файла: скачайте его во вкладке «Реестры» и загрузите в банк.' },
  registered: {
    text: 'Выгружена в файл для банка. Оплаченной её сделает выписка. Не платите повторно.',
  },
}

function StateNotice({ card }: { card: Card }) {
  const { byFile } = describeProvider(card.adapter)
  const state = (byFile && FILE_STATES[card.status]) || STATES[card.status]
  const text = card.reason_text ?? state.text
  // The advice may say just what stands here.
  const advice = text.startsWith(card.advice ?? '') ? null : card.advice
  const whole = [text, advice].filter(Boolean).join(text.endsWith('.') ? ' ' : '. ')
  if (!whole) return null
  return (
    <p className={styles['notice']} data-tone={card.held ? 'orange' : state.tone} role="status">
      {whole}
    </p>
  )
}

function CardActions({ card }: { card: Card }) {
  const [busy, setBusy] = useState(false)
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true)
    await act()
    setBusy(false)
  }
  const retryAt = `${to(paths.createPaymentDetails, { supplierId: card.supplier_id })}?retry=${card.id}`
  const may = new Set(card.may)
  const cancels = may.has('cancel') || may.has('withdraw')
  // What can do no harm stands first: the bank is asked once more.
  const isAsked =
    card.status === 'unknown' || (card.held !== null && runningStatuses.includes(card.status))
  if (may.size === 0 && !isAsked) return null
  return (
    <div className={styles['buttons']}>
      {may.has('register') && (
        <Button loading={busy} onClick={() => void run(() => sendPayments([card]))}>
          Отправить
        </Button>
      )}
      {card.reason_code === 'token_invalid' && (
        <Button component={Link} to={methodFormAt(card)}>
          Ввести карту заново
        </Button>
      )}
      {may.has('retry') && (
        <Button component={Link} to={retryAt} variant="default">
          Повторить
        </Button>
      )}
      {isAsked && (
        <Button disabled={busy} onClick={() => void run(() => askBank(card))}>
          Спросить банк ещё раз
        </Button>
      )}
      {may.has('resolve') && (
        <Button
          variant="default"
          disabled={busy}
          onClick={() => void run(() => decideUnknown(card))}
        >
          {card.held ? 'Решить с письмом банка…' : 'Банк не исполнил…'}
        </Button>
      )}
      {may.has('reject') && (
        <Button
          variant="default"
          disabled={busy}
          onClick={() => void run(() => recordRefusal(card))}
        >
          Банк отклонил…
        </Button>
      )}
      {may.has('return') && (
        <Button
          variant="default"
          disabled={busy}
          onClick={() => void run(() => recordReturn(card))}
        >
          Деньги вернулись…
        </Button>
      )}
      {cancels && (
        <Button
          variant="default"
          disabled={busy}
          onClick={() => void run(() => cancelPayments([card], cancellingOf(card)))}
        >
          {may.has('cancel') ? 'Отменить' : 'Отозвать'}
        </Button>
      )}
    </div>
  )
}

/** A bank that knows a card no more is given it again in the form of the same method. */
const methodFormAt = (card: Card) =>
  `${paths.suppliers}?card=${card.supplier_id}&method=${card.payment_method_id}`

/** A withdrawal from a file that was taken is another promise than that of one which never left. */
function cancellingOf({ may, status }: Card) {
  if (may.includes('cancel')) return 'saved'
  return status === 'registered' ? 'inFile' : 'sending'
}

function CardFacts({ card }: { card: Card }) {
  const supplierAt = to(paths.createPaymentDetails, { supplierId: card.supplier_id })
  return (
    <Facts
      facts={[
        { label: 'Поставщик', value: <Link to={supplierAt}>{card.supplier_name}</Link> },
        { label: 'Куда', value: card.method_label },
        { label: 'Получатель', value: card.holder_name },
        ...(card.payee_check ? [{ label: 'Проверка', value: payeeWords(card.payee_check) }] : []),
        ...(card.flags.length > 0 ? [{ label: 'Отметки', value: <Marks card={card} /> }] : []),
        { label: 'Банк', value: bankOf(card) },
        { label: 'Назначение', value: card.purpose },
        { label: 'Номер', value: card.document_number ?? debitWords(card.debit_line) },
        { label: 'Операция', value: card.provider_ref ?? '—' },
        { label: 'Сохранил', value: `${card.created_by_name}, ${dateTime(card.saved_at)}` },
        { label: 'Подтвердил', value: card.approved_by_name ?? '—' },
        ...(card.npd_receipt ? [{ label: 'Чек НПД', value: <NpdReceiptFact card={card} /> }] : []),
        ...(card.finished_at ? [{ label: 'Завершена', value: dateTime(card.finished_at) }] : []),
        ...(card.debit_of
          ? [
              {
                label: card.debit_line ? 'По списанию' : 'По письму банка',
                value: <PaymentLink id={card.debit_of} text="поручение, которое банк исполнил" />,
              },
            ]
          : []),
        ...(card.retry_of || card.retries.length > 0
          ? [{ label: 'Повтор', value: <Repeats card={card} /> }]
          : []),
        ...(card.retried_by ? [{ label: 'Повторена', value: <RepeatedIn card={card} /> }] : []),
      ]}
    />
  )
}

/** What stands for a debit has no order of its own: the bank's line is all there is of it. */
function debitWords(line: Card['debit_line']): string {
  if (!line) return '—'
  return `по списанию${line.doc_number === null ? '' : ` №\u00a0${line.doc_number}`} от ${day(line.booked_on)}`
}

/** The bank, and the agreement where its name does not begin with the bank's. */
const bankOf = ({ bank_name: bank, bank_config_title: title }: Card) =>
  title.startsWith(bank) ? title : `${bank}, ${title}`

/** What was to be looked at, and who did. */
function Marks({ card }: { card: Card }) {
  return (
    <>
      {card.flags.map(({ code, reviewed_by: by, note }) => (
        <div key={code}>
          {flagTitles[code]}
          {by && <span className={styles['dimmed']}> · просмотрел: {by}</span>}
          {note && `. ${note}`}
        </div>
      ))}
    </>
  )
}

function PayByHand({ svg }: { svg: string }) {
  return (
    <>
      <h3>Оплатить самому, по QR</h3>
      <p className={styles['notice']} data-tone="orange">
        Вместо файла: если файл уже загрузили в банк, по коду не платите, деньги уйдут второй раз.
      </p>
      <img
        className={styles['qr']}
        alt="QR-код для оплаты из своего банка"
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      />
    </>
  )
}
