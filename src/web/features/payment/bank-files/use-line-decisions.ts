import { useState } from 'react'
import {
  paymentStatement,
  type LineCandidate,
  type StatementLine,
} from '#contract/payment/statement.ts'
import { refresh } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { day, money, plural } from '#web/ui/format.ts'
import { CHANGED_CALLS } from './changed-calls.ts'

/** A line that could not be confirmed any more, and why. */
export interface LeftLine {
  readonly line: StatementLine
  readonly why: string
}

export interface LineDecisions {
  readonly busy: boolean
  readonly left: readonly LeftLine[]
  readonly confirm: (lines: readonly StatementLine[]) => Promise<void>
  readonly choose: (line: StatementLine, candidate: LineCandidate) => Promise<void>
  readonly deny: (line: StatementLine) => Promise<void>
}

const FINAL = 'Отменить это нельзя.'
const CONTRADICTS = 'противоречит выплате: разберите на вкладке «Расхождения»'

/** What a person says of lines; each question is asked once, with the sum. */
export function useLineDecisions(): LineDecisions {
  const match = useSend(paymentStatement.matchLine)
  const one = useSend(paymentStatement.chooseLine)
  const none = useSend(paymentStatement.denyLine)
  const [left, setLeft] = useState<readonly LeftLine[]>([])
  const confirm = async (lines: readonly StatementLine[]) => {
    const sum = lines.reduce((total, line) => total + line.amount_kop, 0)
    const isReport = lines.every(({ decision }) => decision === 'report')
    const yes = await ask.confirm(
      isReport
        ? {
            title: `Второе списание ${money(sum)}?`,
            text: 'Откроется расхождение: его закрывают двое. Выплаты это не изменит.',
            main: 'Открыть расхождение',
          }
        : {
            title: `Подтвердить: ${plural(lines.length, 'строка', 'строки', 'строк')}, ${money(sum)}?`,
            text: `Выплаты станут оплаченными. ${FINAL}`,
            main: 'Подтвердить',
          },
    )
    if (!yes) return
    const outcomes = await match.send({ body: { ids: lines.map(({ id }) => id) } })
    await refresh(CHANGED_CALLS)
    if (!outcomes) return
    const done = outcomes.filter(({ match_status: now }) => now === 'matched').length
    if (done > 0) toast.success(`Оплачено: ${plural(done, 'выплата', 'выплаты', 'выплат')}`)
    const opened = outcomes.filter(({ match_status: now }) => now === 'discrepancy').length
    if (isReport && opened > 0) toast.success('Расхождение открыто')
    const rest = outcomes.flatMap(({ id, match_status: now, message }) => {
      const line = lines.find((row) => row.id === id)
      return line && now !== 'matched' ? [{ line, why: message ?? CONTRADICTS }] : []
    })
    setLeft(isReport && opened === lines.length ? [] : rest)
    if (rest.length > 0 && !isReport)
      toast.warning(`Не подтверждено: ${plural(rest.length, 'строка', 'строки', 'строк')}`)
  }
  const choose = async (line: StatementLine, candidate: LineCandidate) => {
    const number =
      candidate.document_number === null ? 'без номера' : `№ ${candidate.document_number}`
    const yes = await ask.confirm({
      title: `Строка ${money(line.amount_kop)} от ${day(line.booked_on)} — это выплата ${number}?`,
      text: `Выплата станет оплаченной. ${FINAL}`,
      facts: [
        { label: 'Поставщик', value: candidate.supplier_name },
        { label: 'Выплата', value: `${number} от ${day(candidate.day)}` },
        { label: 'Почему', value: candidate.reasons.join('; ') },
      ],
      main: 'Это она',
    })
    if (!yes) return
    const done = await one.send({ body: { id: line.id, payment_id: candidate.id } })
    await refresh(CHANGED_CALLS)
    if (done) toast.success('Оплачена: выплата подтверждена строкой')
  }
  const deny = async (line: StatementLine) => {
    const yes = await ask.confirm({
      title: `Списание ${money(line.amount_kop)} от ${day(line.booked_on)} — другая оплата?`,
      text: 'Выплата останется ждать своей строки, а эту можно будет отдать другой.',
      main: 'Это не она',
    })
    if (!yes) return
    const done = await none.send({ body: { id: line.id } })
    await refresh(CHANGED_CALLS)
    if (done) toast.success('Выплата снята со строки')
  }
  const busy = match.sending || one.sending || none.sending
  return { busy, left, confirm, choose, deny }
}
