import type { BankConfig } from '#contract/bank/bank-entities.ts'
import { company } from '#contract/company/company.ts'
import { useCall } from '#web/api/use-call.ts'
import { useChosenCompany } from '#web/features/company/company-choice.ts'
import { CompanyPicker } from '#web/features/company/company-picker.tsx'
import { Facts } from '#web/ui/layout/facts.tsx'
import { dateTime, money } from '#web/ui/format.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import styles from './bank-configuration.module.css'
import { kindTitles } from './kind-titles.ts'

/** Agreements of one company with banks; keys are never shown, only whether they are set. */
export function Component() {
  const { companies, chosen } = useChosenCompany()
  const one = useCall(company.get, { query: { id: chosen?.id ?? '' } }, { when: !!chosen })
  if (one.error) throw one.error
  return (
    <Page
      title="Настройки банков"
      actions={<CompanyPicker companies={companies} chosen={chosen} />}
    >
      {!one.data ? (
        <Waiting />
      ) : one.data.bank_configs.length === 0 ? (
        <Panel title="Настроек нет">
          <p>У этой компании нет договора ни с одним банком: платить через неё нельзя.</p>
        </Panel>
      ) : (
        <div className={styles['cards']}>
          {one.data.bank_configs.map((config) => (
            <ConfigPanel key={config.id} config={config} />
          ))}
        </div>
      )}
    </Page>
  )
}

function ConfigPanel({ config }: { config: BankConfig }) {
  const { limits } = config
  return (
    <Panel
      title={config.title}
      actions={
        <>
          {config.training && <Badge tone="yellow" label="УЧЕБНЫЙ БАНК" icon="circle" />}
          <StatusBadge kind="bank_config" status={config.status} />
        </>
      }
    >
      {config.circuit === 'stopped' && (
        <p className={styles['stopped']} role="alert">
          Выплаты остановлены {dateTime(config.stopped_at)}. {config.stopped_reason}
        </p>
      )}
      <Facts
        facts={[
          { label: 'Банк', value: config.bank_name },
          { label: 'Счёт', value: config.account ?? '—' },
          { label: 'Ключи', value: config.has_credentials ? 'Заданы' : 'Не заданы' },
          { label: 'Куда платит', value: kindTitles(config.methods) },
          { label: 'По умолчанию для', value: kindTitles(config.default_for) || '—' },
          {
            label: 'Одна выплата',
            value: `${money(limits.min_kop)} – ${money(limits.per_payment_kop)}`,
          },
          { label: 'В день', value: money(limits.per_day_kop) },
          { label: 'В месяц', value: money(limits.per_month_kop) },
          { label: 'Получателю в месяц', value: money(limits.payee_month_kop) },
          { label: 'Последняя проверка', value: checkOf(config) },
        ]}
      />
    </Panel>
  )
}

function checkOf(config: BankConfig): string {
  if (!config.last_check_at) return 'Не проверялась'
  const result = config.last_check_ok ? 'успешна' : (config.last_check_error ?? 'не прошла')
  return `${dateTime(config.last_check_at)}, ${result}`
}
