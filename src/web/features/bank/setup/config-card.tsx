import { Link } from '#web/router/link.tsx'
import type { BankConfig } from '#contract/bank/bank-entities.ts'
import { isComparedNightly } from '#contract/bank/bank-providers.ts'
import { bankSetUp, type ConfigCard as Card } from '#contract/bank/bank-set-up.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMay } from '#web/api/use-may.ts'
import { paths } from '#contract/screen-paths.ts'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { dateTime, money } from '#web/ui/format.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import { kindTitles } from '../kind-titles.ts'
import { ConfigActions } from './config-actions.tsx'
import { comparisonWords } from '../comparison-words.ts'
import { describeState, setUpSteps } from './config-status.ts'
import styles from './setup.module.css'

// Few banks have a session that a person opens.
const BankSession = lazyPart(async () => (await import('./bank-session.tsx')).BankSession)

interface ConfigCardProps {
  config: BankConfig
  configs: readonly BankConfig[]
}

/** An agreement: what its state forbids, how far it is set up, what it holds, and what may be done. */
export function ConfigCard({ config, configs }: ConfigCardProps) {
  const place = { companyId: config.company_id, bankConfigId: config.id }
  const one = useCall(bankSetUp.getConfig, { query: place }, { keepPrevious: true })
  const mayManage = useMay('company.manage')
  return (
    <Panel
      title={config.title}
      actions={
        <>
          {config.training && (
            <a
              href="/training-bank"
              target="_blank"
              rel="noreferrer"
              title="Платежи, ошибки и файлы банка"
            >
              <Badge tone="yellow" label="УЧЕБНЫЙ БАНК" icon="link" />
            </a>
          )}
          <StatusBadge kind="bank_config" status={config.status} />
        </>
      }
    >
      {one.error && <p role="alert">{one.error.message}</p>}
      {one.data ? (
        <div className={styles['body']}>
          <State card={one.data} />
          <Steps card={one.data} />
          {one.data.sign_in && <BankSession card={one.data} session={one.data.sign_in} />}
          {mayManage && <ConfigActions card={one.data} configs={configs} />}
          <Facts facts={factsOf(one.data)} />
        </div>
      ) : (
        !one.error && <Waiting />
      )}
    </Panel>
  )
}

function State({ card }: { card: Card }) {
  const { config } = card
  const isHeld = config.circuit === 'stopped' || card.bank_status === 'disabled'
  return (
    <>
      <p className={styles['note']} data-tone={isHeld ? 'red' : undefined} role="status">
        {describeState(card)}
      </p>
      {config.circuit === 'stopped' && (
        <p className={styles['note']} data-tone="red" role="alert">
          {dateTime(config.stopped_at)}: {config.stopped_reason}
        </p>
      )}
      {config.off_reason && (
        <p className={styles['note']}>
          Выплаты остановлены {dateTime(config.off_at)}. Сотрудники видят причину:{' '}
          {config.off_reason}
        </p>
      )}
    </>
  )
}

function Steps({ card }: { card: Card }) {
  const { proof, config } = card
  const isAwaited = proof.needed && !proof.proven && config.status === 'testing'
  return (
    <>
      <ol className={styles['steps']} aria-label="Что сделано">
        {setUpSteps(card).map(({ title, text, done }) => (
          <li key={title} data-done={done || undefined}>
            <span role="img" aria-label={done ? 'Сделано' : 'Не сделано'}>
              {done ? '✓' : '○'}
            </span>
            <span>
              {title}
              <small>{text}</small>
            </span>
          </li>
        ))}
      </ol>
      {isAwaited && <WhoTests card={card} />}
    </>
  )
}

/** A super administrator moves no money, so the payment is sent by somebody of the company. */
function WhoTests({ card }: { card: Card }) {
  const { testers } = card.proof
  return (
    <p className={styles['note']}>
      {testers.length > 0 ? (
        <>
          Проверочный платёж отправляет менеджер компании: «Выплаты» → «Проверочный платёж». Может:{' '}
          {testers.join(', ')}.
        </>
      ) : (
        <>
          В компании никто не вправе отправить проверочный платёж. Дайте это право менеджеру в{' '}
          <Link to={`${paths.superActions}?company=${card.config.company_id}`}>
            правах компании
          </Link>
          .
        </>
      )}
    </p>
  )
}

function factsOf({ config, provider, values, webhook_url }: Card) {
  const { limits } = config
  return [
    { label: 'Банк', value: config.bank_name },
    ...(provider.payer_account ? [{ label: 'Счёт', value: config.account ?? '—' }] : []),
    ...provider.fields.map(({ name, label, choices, needed }) => {
      const one = values.find((stored) => stored.name === name)
      const choice = choices.find(({ value }) => value === one?.value)
      return {
        label,
        value: choice?.label ?? one?.value ?? (one?.is_set ? 'задан' : needed ? 'не задан' : '—'),
      }
    }),
    ...(webhook_url === null
      ? []
      : [
          {
            label: 'Адрес уведомлений',
            value: (
              <>
                <code className={styles['address']}>{webhook_url}</code>
                <small>
                  Укажите его в кабинете банка: выплаты завершаются на экране сразу, а не при
                  следующем вопросе банку. Без него всё работает так же, только позже.
                </small>
              </>
            ),
          },
        ]),
    ...(isComparedNightly(config.adapter)
      ? [{ label: 'Ночная сверка', value: comparisonWords(config) }]
      : []),
    { label: 'Куда платит', value: kindTitles(config.methods) },
    { label: 'Основной для', value: kindTitles(config.default_for) || '—' },
    {
      label: 'Одна выплата',
      value: `${money(limits.min_kop)} – ${money(limits.per_payment_kop)}`,
    },
    { label: 'В день', value: money(limits.per_day_kop) },
    { label: 'В месяц', value: money(limits.per_month_kop) },
    {
      label: 'Получателю',
      value: `${limits.payee_day_count} в день, ${money(limits.payee_month_kop)} в месяц`,
    },
  ]
}
