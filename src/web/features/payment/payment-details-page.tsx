import { useState } from 'react'
import { useParams, useSearchParams } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { Button } from '@mantine/core'
import { act } from '#contract/act/act.ts'
import { payment } from '#contract/payment/payment.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths } from '#contract/screen-paths.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { PayForm } from './pay/pay-form.tsx'
import { PaymentCard } from './payment-card.tsx'
import styles from './payment.module.css'

/** Acts of one supplier that are shown at once. */
const MAX_ACTS = 200

/** A payment to one supplier: what, where to, saved and sent; then its card until it is paid. */
export function Component() {
  const { supplierId = '' } = useParams()
  const [params] = useSearchParams()
  const retry = params.get('retry')
  // Another supplier, or a retry of the payment shown here, is a new payment: the key resets the form.
  return <SupplierPayment key={`${supplierId} ${retry ?? ''}`} {...{ supplierId, retry }} />
}

function SupplierPayment({ supplierId, retry }: { supplierId: string; retry: string | null }) {
  const [params, setParams] = useSearchParams()
  const [savedId, setSavedId] = useState<string>()
  const payee = useCall(supplier.get, { query: { id: supplierId } })
  const acts = useCall(act.getAll, { query: { filter: payableOf(supplierId) } })
  const previous = useCall(payment.get, { query: { id: retry ?? '' } }, { when: !!retry })
  const error = payee.error ?? acts.error ?? previous.error
  if (error) throw error
  // Payment decisions use only fresh data: cached data of an earlier visit to this screen are not shown.
  const ready =
    payee.data && payee.renewed && acts.data && acts.renewed && (!retry || previous.data)
  const payAgain = () => {
    setSavedId(undefined)
    setParams({})
  }
  return (
    <Page
      title={payee.data ? `Выплата: ${payee.data.name}` : 'Выплата поставщику'}
      beside={payee.data && <StatusBadge kind="supplier" status={payee.data.status} />}
      actions={
        <Button component={Link} to={paths.payments} variant="default">
          Все выплаты
        </Button>
      }
    >
      {savedId ? (
        <SavedPayment id={savedId} payAgain={payAgain} />
      ) : ready ? (
        <PayForm
          supplier={payee.data!}
          acts={acts.data!.items}
          retry={previous.data}
          only={params.get('act')}
          saved={setSavedId}
        />
      ) : (
        <Waiting />
      )}
    </Page>
  )
}

function payableOf(supplierId: string) {
  return {
    supplier_id: [supplierId],
    status: ['issued' as const, 'signed' as const],
    payment_state: ['unpaid' as const, 'planned' as const, 'partial' as const],
    sort: [['date', 'asc'] as ['date', 'asc']],
    limit: MAX_ACTS,
  }
}

function SavedPayment({ id, payAgain }: { id: string; payAgain: () => void }) {
  return (
    <div className={styles['columns']}>
      <Panel title="Выплата">
        <PaymentCard id={id} />
      </Panel>
      <Panel title="Дальше">
        <div className={styles['buttons']}>
          <Button component={Link} to={paths.createPayment} variant="default">
            Другому поставщику
          </Button>
          <Button variant="default" onClick={payAgain}>
            Ещё этому поставщику
          </Button>
          <Button component={Link} to={`${paths.payments}?id=${id}`} variant="default">
            В списке выплат
          </Button>
        </div>
      </Panel>
    </div>
  )
}
