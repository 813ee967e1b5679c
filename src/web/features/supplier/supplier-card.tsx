import { Button, Tabs } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { flagTitles } from '#contract/flags.ts'
import { supplier } from '#contract/supplier.ts'
import type { SupplierCard as Card, SupplierStatus } from '#contract/supplier-entities.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths, to } from '#web/paths.ts'
import { ask, useDialogs } from '#web/ui/ask.ts'
import { money } from '#web/ui/format.ts'
import { useKeys } from '#web/ui/keys.ts'
import { Badge, StatusBadge } from '#web/ui/status-badge.tsx'
import { toast } from '#web/ui/toast.ts'
import { Waiting } from '#web/ui/waiting.tsx'
import { activateSupplier } from './activate-supplier.ts'
import { ConsentPart } from './consent-part.tsx'
import { Missing } from './new-supplier-dialog.tsx'
import { SupplierDataForm } from './supplier-data-form.tsx'
import { SupplierDocuments, SupplierHistory } from './supplier-papers.tsx'
import { SupplierMethods } from './supplier-methods.tsx'
import { SupplierActs, SupplierPayments } from './supplier-trade.tsx'
import { supplierTypeTitles } from './supplier-values.ts'
import styles from './supplier-card.module.css'

const TABS = [
  ['data', 'Данные'],
  ['methods', 'Способы выплаты'],
  ['consent', 'Согласие'],
  ['acts', 'Акты'],
  ['payments', 'Выплаты'],
  ['papers', 'Документы'],
  ['history', 'История'],
] as const

/** Everything about one supplier, tab by tab; Alt and a digit chooses the tab. */
export default function SupplierCard({ id }: { id: string }) {
  const { data, error } = useCall(supplier.get, { query: { id } })
  const [tab, setTab] = useState<string | null>('data')
  useKeys(
    TABS.map(([value, label], place) => ({
      code: `Digit${place + 1}`,
      alt: true,
      label,
      run: () => setTab(value),
    })),
  )
  if (error) throw error
  if (!data) return <Waiting />
  return (
    <div className={styles['card']}>
      <Head card={data} />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List>
          {TABS.map(([value, label], place) => (
            <Tabs.Tab key={value} value={value} title={`Alt + ${place + 1}`}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div className={styles['panel']}>
          <Tabs.Panel value="data">
            <SupplierDataForm key={data.id} card={data} />
          </Tabs.Panel>
          <Tabs.Panel value="methods">
            <SupplierMethods card={data} />
          </Tabs.Panel>
          <Tabs.Panel value="consent">
            <ConsentPart card={data} />
          </Tabs.Panel>
          <Tabs.Panel value="acts">
            <SupplierActs id={id} />
          </Tabs.Panel>
          <Tabs.Panel value="payments">
            <SupplierPayments id={id} />
          </Tabs.Panel>
          <Tabs.Panel value="papers">
            <SupplierDocuments card={data} />
          </Tabs.Panel>
          <Tabs.Panel value="history">
            <SupplierHistory id={id} />
          </Tabs.Panel>
        </div>
      </Tabs>
    </div>
  )
}

function Head({ card }: { card: Card }) {
  const navigate = useNavigate()
  const leave = (path: string) => {
    useDialogs.setState({ stack: [] })
    void navigate(path)
  }
  const params = { supplierId: card.id }
  return (
    <header className={styles['head']}>
      <div className={styles['title']}>
        <h2>{card.name}</h2>
        <span>{supplierTypeTitles[card.type]}</span>
        <StatusBadge kind="supplier" status={card.status} />
        {card.flags
          .filter((flag) => !flag.reviewed_at)
          .map(({ code }) => (
            <Badge key={code} tone="orange" label={flagTitles[code]} />
          ))}
      </div>
      {card.status_reason && <p className={styles['reason']}>Причина: {card.status_reason}</p>}
      <dl className={styles['figures']}>
        <Figure label="Выплачено за год" value={money(card.ytd_paid_kop)} />
        <Figure label="К выплате" value={money(card.balance.payable_kop)} />
        <Figure label="Неоплаченных актов" value={String(card.balance.unpaid_acts)} />
      </dl>
      <Missing card={card} />
      <div className={styles['buttons']}>
        <Button
          variant="default"
          onClick={() => leave(to(paths.createActDetails, params))}
          disabled={card.status === 'blocked' || card.status === 'archived'}
        >
          Новый акт
        </Button>
        <Button
          variant="default"
          onClick={() => leave(to(paths.createPaymentDetails, params))}
          disabled={card.balance.payable_kop === 0}
        >
          Выплата
        </Button>
        <span className={styles['gap']} />
        <StatusButtons card={card} />
      </div>
    </header>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function StatusButtons({ card }: { card: Card }) {
  const step = useSend(supplier.setStatus, { refreshes: [supplier.get, supplier.getAll] })
  const move = async (new_status: SupplierStatus, reason?: string) => {
    const body = { ids: [card.id], new_status, ...(reason && { reason }) }
    const [outcome] = (await step.send({ body })) ?? []
    if (outcome && !outcome.ok) toast.error(outcome.message ?? 'Не удалось сменить статус')
  }
  const block = async () => {
    const reason = await ask.textarea({
      title: `В стоп-лист: ${card.name}?`,
      label: 'Причина',
      min: 5,
      main: 'В стоп-лист',
    })
    if (reason) await move('blocked', reason)
  }
  return (
    <>
      {card.status === 'draft' && card.kyc === 'complete' && (
        <Button onClick={() => void activateSupplier(card)}>Сделать действующим</Button>
      )}
      {card.status === 'blocked' && (
        <Button variant="default" loading={step.sending} onClick={() => void move('active')}>
          Снять со стоп-листа
        </Button>
      )}
      {card.status === 'archived' && (
        <Button variant="default" loading={step.sending} onClick={() => void move('active')}>
          Вернуть из архива
        </Button>
      )}
      {(card.status === 'active' || card.status === 'draft') && (
        <>
          <Button variant="subtle" onClick={() => void move('archived')}>
            В архив
          </Button>
          <Button variant="subtle" data-danger onClick={() => void block()}>
            В стоп-лист
          </Button>
        </>
      )}
    </>
  )
}
