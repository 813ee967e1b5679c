import { serverNow } from '#web/ui/server-clock.ts'
import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { Link } from '#web/router/link.tsx'
import type { BankConfig } from '#contract/bank/bank-entities.ts'
import { isComparedNightly } from '#contract/bank/bank-providers.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { statusTitles } from '#contract/core/status-titles.ts'
import {
  bankComparison,
  MOST_COMPARED_DAYS,
  type BankComparison,
} from '#contract/payment/comparison.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { paths } from '#contract/screen-paths.ts'
import { quote } from '#contract/words/quote.ts'
import { refresh, useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { comparisonWords } from '#web/features/bank/comparison-words.ts'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx'
import { day, money, plural, today } from '#web/ui/format.ts'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import files from '../bank-files/bank-files.module.css'
import styles from '../payment.module.css'

// A comparison asks several banks' questions a second: its progress is worth this pace while it goes on.
const POLL_MS = 2_000
const DAY_MS = 86_400_000

/** When each bank was last compared with us, what people asked for besides, and the button that asks. */
export function Comparisons() {
  const own = useCall(ownCompany.getOwn, {})
  const [isRunning, setIsRunning] = useState(false)
  const asked = useCall(
    bankComparison.getComparisons,
    {},
    { every: isRunning && POLL_MS, keepPrevious: true },
  )
  const all = asked.data ?? []
  const runs = all.some(({ done_at: at }) => at === null)
  if (runs !== isRunning) {
    setIsRunning(runs)
    // What it has found stands in the list below.
    if (!runs) void refresh([paymentReview.getDiscrepancies])
  }
  const configs = (own.data?.bank_configs ?? []).filter(
    ({ status }) => status === 'active' || status === 'disabled',
  )
  if (configs.length === 0) return null
  const nightly = configs.filter(
    ({ status, adapter }) => status === 'active' && isComparedNightly(adapter),
  )
  return (
    <div className={styles['stack']}>
      <div className={styles['buttons']}>
        <Button variant="default" size="compact-sm" onClick={() => void askToCompare(configs)}>
          Сверить с банком…
        </Button>
      </div>
      <ul className={files['nights']} aria-label="Сверки с банками" role="list">
        {nightly.map((config) => (
          <li key={config.id}>
            Ночная сверка, {quote(config.title)}: {comparisonWords(config)}
          </li>
        ))}
        {all.map((one) => (
          <li key={one.bank_config_id} role={one.done_at === null ? 'status' : undefined}>
            <ComparedPeriod one={one} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How far it has come, then what came of it; of a bank that cannot be asked the payments that a person looks up. */
function ComparedPeriod({ one }: { one: BankComparison }) {
  return (
    <>
      Сверка за {day(one.date_from)} – {day(one.date_to)}, {quote(one.bank_config_title)}:{' '}
      {askedWords(one)}
      {one.by_hand.map((found) => (
        <div key={found.payment_id}>
          <Link to={`${paths.payments}?id=${found.payment_id}`}>{found.supplier_name}</Link>,{' '}
          {money(found.amount_kop)}, {statusTitles.payment[found.status]}
        </div>
      ))}
    </>
  )
}

function askedWords(one: BankComparison): string {
  if (one.done_at === null) return `сверено ${one.compared} из ${one.total}…`
  if (one.by_hand.length > 0)
    return 'банк о выплатах спросить нельзя. Найдите эти в его кабинете, прежде чем отправлять'
  if (one.total === 0 && one.differing === 0) return 'выплат за эти дни у нас нет, и у банка тоже'
  const parts = [
    `${one.is_cut ? 'не до конца, ' : ''}${plural(one.compared, 'выплата', 'выплаты', 'выплат')}`,
    one.differing > 0 ? `расхождений ${one.differing}` : 'расхождений нет',
    one.known > 0 && `банк знает неотправленных ${one.known}: не отправляйте их`,
    one.unanswered > 0 && `без ответа банка ${one.unanswered}`,
  ]
  return parts.filter(Boolean).join(', ')
}

const weekAgo = () => today(serverNow() - 6 * DAY_MS)

const askToCompare = (configs: readonly BankConfig[]) =>
  openDialog({ title: 'Сверить с банком', width: 640 }, (close) => (
    <CompareForm configs={configs} close={close} />
  ))

function CompareForm({ configs, close }: { configs: readonly BankConfig[]; close: () => void }) {
  const [configId, setConfigId] = useState(configs[0]!.id)
  const [from, setFrom] = useState<string | null>(weekAgo)
  const [to, setTo] = useState<string | null>(today())
  const save = useSend(bankComparison.compareWithBank, {
    refreshes: [bankComparison.getComparisons],
  })
  const days = from && to ? (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 : Number.NaN
  const isPeriod = days >= 1 && days <= MOST_COMPARED_DAYS
  const run = async () => {
    if (!from || !to) return
    if (await save.send({ body: { bank_config_id: configId, date_from: from, date_to: to } }))
      return close()
    const refusal = save.lastRefusal()
    if (refusal) await ask.error({ title: 'Сверка не началась', error: refusal })
  }
  return (
    <div className={styles['stack']}>
      <p className={styles['notice']}>
        Банк спросят о каждой выплате этих дней и о тех, что у нас не отправлены: после базы из
        копии он может их уже знать. Деньги при этом не двигаются.
      </p>
      {configs.length > 1 && (
        <Select
          label="Счёт в банке"
          value={configId}
          data={configs.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(id) => id && setConfigId(id)}
          allowDeselect={false}
        />
      )}
      <DateInput label="С какого дня" value={from} onChange={setFrom} />
      <DateInput
        label="По какой день"
        value={to}
        onChange={setTo}
        description={`Не больше ${MOST_COMPARED_DAYS} дней`}
      />
      <DialogButtons
        main="Сверить"
        run={() => void run()}
        cancel={close}
        disabled={!isPeriod}
        busy={save.sending}
      />
    </div>
  )
}
