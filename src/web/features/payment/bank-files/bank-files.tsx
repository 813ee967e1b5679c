import { Page } from '#web/ui/layout/page.tsx'
import { PaymentTabs } from '../payment-tabs.tsx'
import { Discrepancies } from '../review/discrepancies.tsx'
import { RegistryList } from './registry-list.tsx'
import { Statements } from './statements.tsx'

/** What goes to the bank as a file, and what comes back from it. */
export function BankFiles({ tab }: { tab: string }) {
  if (tab === 'statements')
    return (
      <Page title="Выписки банка" tabs={<PaymentTabs tab="statements" />}>
        <Statements />
      </Page>
    )
  if (tab === 'discrepancies')
    return (
      <Page title="Расхождения с банком" tabs={<PaymentTabs tab="discrepancies" />}>
        <Discrepancies />
      </Page>
    )
  return (
    <Page title="Реестры выплат" tabs={<PaymentTabs tab="registries" />}>
      <RegistryList />
    </Page>
  )
}
