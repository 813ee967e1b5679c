import { Button } from '@mantine/core'
import type { CompanyCard } from '#contract/company/company-entities.ts'
import { company } from '#contract/company/company.ts'
import { companyFields } from '#contract/company/company-record.ts'
import { arrivalMessages, movedMessage } from '#contract/company/move-messages.ts'
import { moduleSpecs } from '#contract/company/module-specs.ts'
import { user } from '#contract/user/user.ts'
import { useCall } from '#web/api/use-call.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { roleTitles } from '#web/ui/layout/people.ts'
import { recordFacts } from '#web/ui/form/record-values.ts'
import { dateTime } from '#web/ui/format.ts'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { driverTitles } from '#contract/company/driver-titles.ts'
import { openYard } from '../device/open-yard.ts'
import styles from './company-info.module.css'
import { CompanyStatusSteps } from './company-status.tsx'
import { HistoryLink } from '#web/features/audit/history-link.tsx'
import { openCompany, openSettings } from './open-company.ts'
import { openSetUp } from './set-up/open-set-up.ts'
import { zoneName } from './time-zones.ts'

/** A company: requisites, sites, devices, modules, agreements with banks; what can be changed opens over it. */
export function CompanyInfo({ id }: { id: string }) {
  const one = useCall(company.get, { query: { id } }, { keepPrevious: true })
  if (one.error) return <p>{one.error.message}</p>
  if (!one.data) return <Waiting />
  const card = one.data
  return (
    <div className={styles['card']}>
      <h2>{card.name}</h2>
      <div>
        <StatusBadge kind="company" status={card.status} />
      </div>
      {card.moved_to && <p className={styles['words']}>{movedMessage(card.moved_to)}</p>}
      {card.arrival && <p className={styles['words']}>{arrivalMessages[card.arrival]}</p>}
      <Facts facts={requisiteFacts(card)} />
      <div className={styles['buttons']}>
        <Button
          variant={card.status === 'new' ? 'filled' : 'default'}
          onClick={() => void openSetUp(card.id)}
        >
          Подготовка к работе
        </Button>
        <Button variant="default" onClick={() => void openCompany(card.id)}>
          Изменить реквизиты
        </Button>
        <Button variant="default" onClick={() => void openSettings(card.id)}>
          Настройки
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
      <People companyId={card.id} />
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

// These stand in the head or beside another requisite, or are left to the form.
const {
  name: _name,
  short_name: _shortName,
  kpp: _kpp,
  okpo: _okpo,
  director_position: _position,
  licence_date: _licenceDate,
  licence_authority: _licenceAuthority,
  ...shownFields
} = companyFields

function requisiteFacts(card: CompanyCard) {
  const director_name = { ...shownFields.director_name, fact: card.director_position }
  return recordFacts(
    { ...shownFields, director_name },
    {
      ...card,
      inn: [card.inn, card.kpp].filter(Boolean).join(' / '),
      timezone: zoneName(card.timezone),
    },
  )
}

/** Enough to see who is there; all of them stand in the list of operators. */
const SHOWN_PEOPLE = 10

/** Who works there; nothing is said where nobody was invited yet. */
function People({ companyId }: { companyId: string }) {
  const filter = { limit: SHOWN_PEOPLE, sort: [['full_name', 'asc']] as [['full_name', 'asc']] }
  const people = useCall(user.getByCompany, { query: { companyId, filter } }, { quiet: true })
  if (!people.data?.total) return null
  return (
    <>
      <h3>Сотрудники</h3>
      <ul>
        {people.data.items.map((one) => (
          <li key={one.id}>
            <span>
              {one.info.full_name}
              <small>{roleTitles(one.info) || 'Без ролей'}</small>
            </span>
            <StatusBadge kind="user" status={one.status} />
          </li>
        ))}
      </ul>
      {people.data.total > SHOWN_PEOPLE && (
        <p className={styles['words']}>Всего: {people.data.total}</p>
      )}
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
