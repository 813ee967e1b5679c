import { Link } from '#web/router/link.tsx'
import { paths } from '#contract/screen-paths.ts'
import styles from '#web/ui/layout/address-tabs.module.css'

const TABS = [
  { tab: 'payments', label: 'Выплаты', to: paths.payments },
  { tab: 'registries', label: 'Реестры', to: `${paths.payments}?tab=registries` },
  { tab: 'statements', label: 'Выписки', to: `${paths.payments}?tab=statements` },
  { tab: 'discrepancies', label: 'Расхождения', to: `${paths.payments}?tab=discrepancies` },
] as const

export type PaymentTab = (typeof TABS)[number]['tab']

/** The parts of the payments: each is an address of its own. */
export function PaymentTabs({ tab }: { tab: PaymentTab }) {
  return (
    <nav className={styles['tabs']} aria-label="Вкладки выплат">
      {TABS.map((one) => (
        <Link key={one.tab} to={one.to} aria-current={one.tab === tab ? 'page' : undefined}>
          {one.label}
        </Link>
      ))}
    </nav>
  )
}
