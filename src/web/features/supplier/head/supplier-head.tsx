import { Button } from '@mantine/core'
import { supplier } from '#contract/supplier/supplier.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { flagTitles } from '#contract/core/flags.ts'
import type { SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { listMeanings } from '#contract/core/sum-meanings.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { money } from '#web/ui/format.ts'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { useNavigate } from '#web/router/hooks.ts'
import { activateSupplier } from '../status/activate-supplier.ts'
import { chooseMerge } from '../merge/choose-merge.ts'
import { Term } from '../form/doc-fields.tsx'
import { moveSuppliers } from '../status/open-statuses.ts'
import { PersonPhoto } from './person-photo.tsx'
import { Missing } from './supplier-missing.tsx'
import { supplierTypeTitles } from '../form/supplier-values.ts'
import styles from './supplier-card.module.css'

interface SupplierHeadProps {
  card: SupplierCard
  lead: (field: string) => void
  openCard: (id: string) => void
}

/** Name and status, what forbids buying, how much is owed, and what may be done. */
export function SupplierHead({ card, lead, openCard }: SupplierHeadProps) {
  return (
    <header className={styles['head']}>
      {card.type !== 'company' && <PersonPhoto card={card} />}
      <div className={styles['words']}>
        <Title card={card} />
        {card.merged_into ? (
          <p className={styles['reason']}>
            Влит в другую запись: {card.merged_into_name}.{' '}
            <Button size="compact-sm" onClick={() => openCard(card.merged_into!)}>
              Открыть её
            </Button>
          </p>
        ) : (
          card.status_reason && <p className={styles['reason']}>Причина: {card.status_reason}</p>
        )}
        <Figures card={card} />
      </div>
      {!card.merged_into && (
        <div className={styles['whole']}>
          <Missing card={card} lead={lead} />
          <Actions card={card} openCard={openCard} />
        </div>
      )}
    </header>
  )
}

function Title({ card }: { card: SupplierCard }) {
  return (
    <div className={styles['title']}>
      <h2>{card.name}</h2>
      <span>{supplierTypeTitles[card.type]}</span>
      <StatusBadge kind="supplier" status={card.status} />
      <Term last={card.doc_expires_on} />
      {card.flags
        .filter((flag) => !flag.reviewed_at && flag.code !== 'doc_expired')
        .map(({ code }) => (
          <Badge key={code} tone="orange" label={flagTitles[code]} />
        ))}
    </div>
  )
}

// From this share on, the sum of the year is shown as near its limit.
const NEAR = 0.8

function Figures({ card }: { card: SupplierCard }) {
  const { ytd_paid_kop: paid, ytd_warn_kop: limit } = card
  const watched = card.type === 'person' && paid >= limit * NEAR
  return (
    <dl className={styles['figures']}>
      <Figure label="Выплачено за год" value={money(paid)}>
        {watched && (
          <small data-over={paid >= limit || undefined}>
            {paid >= limit ? 'больше' : 'скоро'} {money(limit)}
          </small>
        )}
      </Figure>
      <Figure
        label="К выплате"
        meaning={listMeanings.payable}
        value={money(card.balance.payable_kop)}
      />
      <Figure
        label="Неоплаченных актов"
        meaning={listMeanings.unpaidActs}
        value={String(card.balance.unpaid_acts)}
      />
      {card.vehicles.length > 0 && (
        <Figure label="Машины" value={card.vehicles.slice(0, 4).join(' · ')}>
          {card.vehicles.length > 4 && (
            <small title={card.vehicles.join(' · ')}>и ещё {card.vehicles.length - 4}</small>
          )}
        </Figure>
      )}
    </dl>
  )
}

interface FigureProps {
  label: string
  /** What the figure adds up, shown on hover. */
  meaning?: string
  value: string
  children?: React.ReactNode
}

function Figure({ label, value, meaning, children }: FigureProps) {
  return (
    <div title={meaning}>
      <dt>{label}</dt>
      <dd>
        {value} {children}
      </dd>
    </div>
  )
}

function Actions({ card, openCard }: Omit<SupplierHeadProps, 'lead'>) {
  const navigate = useNavigate()
  const params = { supplierId: card.id }
  const closed = card.status === 'blocked' || card.status === 'archived'
  const works = useMaySend(supplier.setStatus)
  if (!works) return null
  return (
    <div className={styles['buttons']}>
      <ActionButton
        variant="default"
        disabledReason={closed ? 'Поставщик не действует: актов на него не составляют' : undefined}
        onClick={() => navigate(to(paths.createActDetails, params))}
      >
        Новый акт
      </ActionButton>
      <ActionButton
        variant="default"
        disabledReason={
          card.balance.payable_kop === 0 ? 'Платить не за что: неоплаченных актов нет' : undefined
        }
        onClick={() => navigate(to(paths.createPaymentDetails, params))}
      >
        Выплата
      </ActionButton>
      <span className={styles['gap']} />
      <StatusButtons card={card} openCard={openCard} />
    </div>
  )
}

function StatusButtons({ card, openCard }: Omit<SupplierHeadProps, 'lead'>) {
  const { status } = card
  const merge = async () => {
    const remaining = await chooseMerge(card)
    if (remaining) openCard(remaining.id)
  }
  return (
    <>
      {status === 'draft' && card.kyc === 'complete' && (
        <Button onClick={() => void activateSupplier(card)}>Сделать действующим</Button>
      )}
      {status === 'blocked' && (
        <Button variant="default" onClick={() => void moveSuppliers([card], 'active')}>
          Снять со стоп-листа
        </Button>
      )}
      {status === 'archived' && (
        <Button variant="default" onClick={() => void moveSuppliers([card], 'active')}>
          Вернуть из архива
        </Button>
      )}
      {status !== 'archived' && (
        <Button variant="subtle" onClick={() => void merge()}>
          Объединить…
        </Button>
      )}
      {(status === 'active' || status === 'draft') && (
        <>
          <Button variant="subtle" onClick={() => void moveSuppliers([card], 'archived')}>
            В архив
          </Button>
          <Button
            variant="subtle"
            data-danger
            onClick={() => void moveSuppliers([card], 'blocked')}
          >
            В стоп-лист
          </Button>
        </>
      )}
    </>
  )
}
