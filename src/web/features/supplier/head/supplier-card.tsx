import { useState } from 'react'
import { supplier } from '#contract/supplier/supplier.ts'
import { useCall } from '#web/api/use-call.ts'
import { KeyTabs } from '#web/ui/layout/key-tabs.tsx'
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

type TabName =
  | 'data'
  | 'methods'
  | 'consent'
  | 'acts'
  | 'payments'
  | 'visits'
  | 'papers'
  | 'history'
  | 'npd'

interface SupplierCardProps {
  id: string
  /** Opens another supplier's card over this one. */
  openCard: (id: string) => void
  /** The method to change at once. */
  method?: string | undefined
}

/** Everything about one supplier, tab by tab. */
export default function SupplierCard({ id, openCard, method }: SupplierCardProps) {
  const { data, error } = useCall(supplier.get, { query: { id } })
  const [tab, setTab] = useState<TabName>(method ? 'methods' : 'data')
  const [asked, setAsked] = useState<{ field: string }>()
  const turn = (to: TabName) => {
    setTab(to)
    setAsked(undefined)
  }
  const lead = (field: string) => {
    setTab(isPaper(field) ? 'consent' : 'data')
    setAsked({ field })
  }
  if (error) throw error
  if (!data) return <Waiting />
  const form = data.merged_into ? (
    <p className={styles['dim']}>Запись влита в другую и больше не меняется.</p>
  ) : (
    <SupplierDataForm key={data.id} card={data} focus={asked} openCard={openCard} />
  )
  return (
    <div className={styles['card']}>
      <SupplierHead card={data} lead={lead} openCard={openCard} />
      <KeyTabs
        className={styles['panel']}
        tab={tab}
        turn={turn}
        tabs={[
          { name: 'data', label: 'Данные', panel: form, isKept: true },
          {
            name: 'methods',
            label: 'Способы выплаты',
            panel: <SupplierMethods card={data} {...(method && { method })} />,
          },
          { name: 'consent', label: 'Согласие', panel: <ConsentPart card={data} /> },
          { name: 'acts', label: 'Акты', panel: <SupplierActs id={id} /> },
          { name: 'payments', label: 'Выплаты', panel: <SupplierPayments id={id} /> },
          { name: 'visits', label: 'Взвешивания', panel: <SupplierVisits card={data} /> },
          { name: 'papers', label: 'Документы', panel: <SupplierDocuments card={data} /> },
          {
            name: 'history',
            label: 'История',
            panel: <SupplierHistory card={data} openCard={openCard} />,
          },
          // The ninth: the keys of the others stay what they are.
          ...(data.type === 'self_employed'
            ? [{ name: 'npd' as const, label: 'Статус НПД', panel: <NpdPart id={id} /> }]
            : []),
        ]}
      />
    </div>
  )
}
