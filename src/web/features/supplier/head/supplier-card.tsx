import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { supplier } from '#contract/supplier/supplier.ts'
import type { SupplierType } from '#contract/supplier/supplier-kinds.ts'
import { useCall } from '#web/api/use-call.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { ConsentPart } from '../consent/consent-part.tsx'
import { SupplierDataForm } from '../form/supplier-data-form.tsx'
import { SupplierHead } from './supplier-head.tsx'
import { NpdPart } from '../npd/npd-part.tsx'
import { SupplierMethods } from '../method/supplier-methods.tsx'
import { isPaper } from './supplier-missing.tsx'
import { SupplierDocuments, SupplierHistory } from './supplier-papers.tsx'
import { SupplierActs, SupplierPayments, SupplierVisits } from './supplier-trade.tsx'
import styles from './supplier-card.module.css'

const TABS = [
  ['data', 'Данные'],
  ['methods', 'Способы выплаты'],
  ['consent', 'Согласие'],
  ['acts', 'Акты'],
  ['payments', 'Выплаты'],
  ['visits', 'Взвешивания'],
  ['papers', 'Документы'],
  ['history', 'История'],
] as const

/** The ninth: the keys of the others stay what they are. */
const tabsOf = (type: SupplierType | undefined) =>
  type === 'self_employed' ? ([...TABS, ['npd', 'Статус НПД']] as const) : TABS

interface SupplierCardProps {
  id: string
  /** Opens another supplier's card over this one. */
  openCard: (id: string) => void
  /** The method to change at once. */
  method?: string | undefined
}

/** Everything about one supplier, tab by tab; Alt and a digit chooses the tab. */
export default function SupplierCard({ id, openCard, method }: SupplierCardProps) {
  const { data, error } = useCall(supplier.get, { query: { id } })
  const [tab, setTab] = useState<string | null>(method ? 'methods' : 'data')
  const [asked, setAsked] = useState<{ field: string }>()
  const turn = (to: string | null) => {
    setTab(to)
    setAsked(undefined)
  }
  const lead = (field: string) => {
    setTab(isPaper(field) ? 'consent' : 'data')
    setAsked({ field })
  }
  useKeys(
    tabsOf(data?.type).map(([value, label], place) => ({
      keys: `Alt+Digit${place + 1}`,
      label,
      run: () => turn(value),
    })),
  )
  if (error) throw error
  if (!data) return <Waiting />
  const shown = tabsOf(data.type)
  return (
    <div className={styles['card']}>
      <SupplierHead card={data} lead={lead} openCard={openCard} />
      <Tabs value={tab} onChange={turn} keepMounted={false} keepMountedMode="display-none">
        <Tabs.List>
          {shown.map(([value, label], place) => (
            <Tabs.Tab key={value} value={value} title={`Alt + ${place + 1}`}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div className={styles['panel']}>
          <Tabs.Panel value="data" keepMounted>
            {data.merged_into ? (
              <p className={styles['dim']}>Запись влита в другую и больше не меняется.</p>
            ) : (
              <SupplierDataForm key={data.id} card={data} focus={asked} openCard={openCard} />
            )}
          </Tabs.Panel>
          <Tabs.Panel value="methods">
            <SupplierMethods card={data} {...(method && { method })} />
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
          <Tabs.Panel value="visits">
            <SupplierVisits card={data} />
          </Tabs.Panel>
          <Tabs.Panel value="papers">
            <SupplierDocuments card={data} />
          </Tabs.Panel>
          <Tabs.Panel value="npd">
            <NpdPart id={id} />
          </Tabs.Panel>
          <Tabs.Panel value="history">
            <SupplierHistory card={data} openCard={openCard} />
          </Tabs.Panel>
        </div>
      </Tabs>
    </div>
  )
}
