import type { BankConfig } from '#contract/bank/bank-entities.ts'
import type { ConfigCard, Proof } from '#contract/bank/bank-set-up.ts'
import { runningStatuses } from '#contract/payment/payment-entities.ts'
import { dateTime, money } from '#web/ui/format.ts'

/** What the state of an agreement allows and forbids, in whole sentences. */
export function describeState({ config, provider, bank_status: bankStatus }: ConfigCard): string {
  if (bankStatus === 'disabled')
    return 'Банк отключён: через него нельзя ни платить, ни проверять связь. Включите его в разделе «Банки».'
  const state = config.circuit === 'stopped' ? 'stopped' : config.status
  return (provider.by_file && FILE_STATES[state]) || STATES[state]
}

const STATES: Record<BankConfig['status'] | 'stopped', string> = {
  draft: 'Черновик: платить с этого счёта нельзя. Сначала проверьте связь с банком.',
  testing:
    'Идёт проверка: проходит только проверочный платёж, выплаты поставщикам с него запрещены.',
  active: 'С этого счёта платят поставщикам.',
  disabled:
    'Отключён: новых выплат нет, и он ни для чего не основной. Начатые выплаты доводятся до конца.',
  stopped:
    'Обмен с банком остановлен: ни одна выплата не уходит, отправленные не уточняются. Исправьте причину и проверьте связь.',
}

/** A bank that takes files is not asked, and no test payment proves it. */
const FILE_STATES: Partial<typeof STATES> = {
  draft: 'Черновик: платить с этого счёта нельзя. Сначала проверьте реквизиты.',
  testing:
    'Осталось разрешить выплаты: банк, которому передают файл, проверочного платежа не требует.',
}

export interface SetUpStep {
  readonly title: string
  readonly text: string
  readonly done: boolean
}

/** The way from an empty agreement to payments, with what is missing at each step. */
export function setUpSteps(card: ConfigCard): SetUpStep[] {
  const { config, provider, values, proof } = card
  const missing = provider.fields.filter(
    ({ name, needed }) => needed && !values.some((one) => one.name === name && one.is_set),
  )
  const isChecked = config.last_check_ok === true && config.status !== 'draft'
  return [
    {
      title: 'Реквизиты и ключи',
      done: missing.length === 0,
      text:
        missing.length === 0
          ? 'Всё нужное задано'
          : `Не заданы: ${missing.map(({ label }) => label).join(', ')}`,
    },
    {
      title: provider.by_file ? 'Проверка реквизитов' : 'Связь с банком',
      done: isChecked,
      text: describeCheck(config),
    },
    ...(proof.needed
      ? [{ title: 'Проверочный платёж', done: proof.proven, text: describeProof(proof) }]
      : []),
    {
      title: 'Выплаты поставщикам',
      done: config.status === 'active' && config.circuit === 'closed',
      text: describePayments(config),
    },
  ]
}

function describePayments({ status, circuit, off_reason: offReason }: BankConfig): string {
  if (circuit === 'stopped') return 'Остановлены до проверки связи'
  if (status === 'active') return 'Счёт работает'
  return offReason === null ? 'Ещё не разрешены' : 'Остановлены сотрудником'
}

function describeCheck(config: BankConfig): string {
  if (!config.last_check_at) return 'Ещё не проверяли'
  const warning = config.last_check_warning && `. ${config.last_check_warning}`
  const result = config.last_check_ok
    ? `прошла${warning ?? ''}`
    : (config.last_check_error ?? 'не прошла')
  return `${dateTime(config.last_check_at)}: ${result}`
}

/** How the test payment ended; who may send one is said by the screen. */
function describeProof({ last }: Proof): string {
  if (!last) return 'Ещё не отправляли'
  const sent = `${money(last.amount_kop)} отправлен ${dateTime(last.at)}, ${last.by_name}`
  if (last.returned) return `${sent}. Деньги вернулись: нужен новый`
  if (last.status === 'paid')
    return last.counts
      ? `${sent}. Деньги дошли`
      : `${sent}. Деньги дошли, но с тех пор изменены ключи или счёт: нужен новый`
  if (last.status === 'unknown') return `${sent}. Ясного ответа банка нет, система спрашивает банк`
  if (runningStatuses.includes(last.status) || last.status === 'saved')
    return `${sent}. Банк ещё не ответил, чем он кончился`
  const why = [last.reason_text, last.advice].filter(Boolean).join('. ')
  return `${sent}. Деньги не дошли${why ? `: ${why}` : ''}`
}

/** Why payments cannot be allowed yet; undefined when they can. */
export function whyNotActive({ proof, config, provider, bank_status: bankStatus }: ConfigCard) {
  if (bankStatus === 'disabled') return 'Банк отключён. Включите его в разделе «Банки»'
  if (!config.last_check_ok)
    return provider.by_file ? 'Сначала проверьте реквизиты' : 'Сначала проверьте связь с банком'
  if (proof.needed && !proof.proven) return 'Сначала проверочный платёж должен дойти до получателя'
  return undefined
}
