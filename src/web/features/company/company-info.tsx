import { formatPhone } from '#contract/requisites/phone.ts'
import { Button } from '@mantine/core'
import type { CompanyCard } from '#contract/company/company-entities.ts'
import { company } from '#contract/company/company.ts'
import { moduleSpecs } from '#contract/core/modules.ts'
import { useCall } from '#web/api/use-call.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { driverTitles } from '../device/device-labels.ts'
import { openYard } from '../device/open-yard.ts'
import styles from './company-info.module.css'
import { CompanyStatusSteps } from './company-status.tsx'
import { HistoryLink } from '#web/features/audit/history-link.tsx'
import { openCompany } from './open-company.ts'

/** A company: requisites, sites, devices, modules, agreements with banks; what can be changed opens over it. */
export function CompanyInfo({ id }: { id: string }) {
  const one = useCall(company.get, { query: { id } }, { keep: true })
  if (one.error) return <p>{one.error.message}</p>
  if (!one.data) return <Waiting />
  const card = one.data
  return (
    <div className={styles['card']}>
      <h2>{card.name}</h2>
      <div>
        <StatusBadge kind="company" status={card.status} />
      </div>
      <Facts
        facts={[
          { label: 'ИНН / КПП', value: [card.inn, card.kpp].filter(Boolean).join(' / ') },
          { label: 'ОГРН', value: card.ogrn },
          { label: 'Адрес', value: card.legal_address },
          { label: 'Телефон', value: formatPhone(card.phone) },
          { label: 'Эл. почта', value: card.email ?? '—' },
          { label: card.director_position, value: card.director_name },
          { label: 'Лицензия', value: card.licence_number ?? '—' },
          { label: 'Часовой пояс', value: card.timezone },
        ]}
      />
      <Missing card={card} />
      <div className={styles['buttons']}>
        <Button variant="default" onClick={() => void openCompany(card.id)}>
          Изменить реквизиты
        </Button>
        <Button variant="default" onClick={() => void openYard(card.id)}>
          Площадки и оборудование
        </Button>
        <CompanyStatusSteps card={card} />
        <HistoryLink id={card.id} companyId={card.id} />
      </div>
      <h3>Площадки</h3>
      <ul>
        {card.sites.map((site) => (
          <li key={site.id}>
            <span>
              {site.name}
              <small>{site.address}</small>
            </span>
            {site.agent && <AgentBadge agent={site.agent} />}
          </li>
        ))}
      </ul>
      <Devices card={card} />
      <h3>Модули</h3>
      <p className={styles['words']}>
        {moduleSpecs
          .filter(({ tag }) => card.settings.modules.includes(tag))
          .map(({ title }) => title)
          .join(' · ') || 'Не включены'}
      </p>
      <BankConfigs card={card} />
    </div>
  )
}

function Missing({ card }: { card: CompanyCard }) {
  if (!card.missing?.length) return null
  return (
    <>
      <h3>Чего не хватает для начала работы</h3>
      <ul>
        {card.missing.map((one) => (
          <li key={one.field}>{one.message}</li>
        ))}
      </ul>
    </>
  )
}

type Agent = NonNullable<CompanyCard['sites'][number]['agent']>

function AgentBadge({ agent }: { agent: Agent }) {
  if (agent.status === 'online') return <Badge tone="green" label="Агент на связи" icon="check" />
  if (agent.status === 'revoked') return <Badge tone="gray" label="Агент отозван" icon="stop" />
  return <Badge tone="red" label="Агент не на связи" icon="cross" />
}

function Devices({ card }: { card: CompanyCard }) {
  if (card.devices.length === 0) return null
  return (
    <>
      <h3>Устройства</h3>
      <ul>
        {card.devices.map((device) => (
          <li key={device.id}>
            <span>
              {device.title}
              <small>
                {driverTitles[device.kind][device.driver] ?? device.driver}
                {device.last_seen_at && `, на связи ${dateTime(device.last_seen_at)}`}
              </small>
            </span>
            <StatusBadge kind="device" status={device.status} />
          </li>
        ))}
      </ul>
    </>
  )
}

function BankConfigs({ card }: { card: CompanyCard }) {
  if (card.bank_configs.length === 0) return null
  return (
    <>
      <h3>Банки</h3>
      <ul>
        {card.bank_configs.map((config) => (
          <li key={config.id}>
            <span>
              {config.title}
              <small>{config.bank_name}</small>
            </span>
            {config.training && <Badge tone="yellow" label="УЧЕБНЫЙ БАНК" icon="circle" />}
            <StatusBadge kind="bank_config" status={config.status} />
          </li>
        ))}
      </ul>
    </>
  )
}
