import { Banknote, UserPlus } from 'lucide-react'
import type { ActionCode } from '#contract/core/actions.ts'
import { paths } from '#contract/screen-paths.ts'
import { useHeldRights } from '../api/use-may.ts'
import { Link } from '../router/link.tsx'
import { hasModule, useStore } from '../state/store.ts'
import styles from './floating-buttons.module.css'

const SHORTCUTS = [
  {
    module: 'payment',
    right: 'payment.save',
    to: paths.createPayment,
    label: 'Создать выплату',
    icon: Banknote,
  },
  {
    module: 'supplier',
    right: 'supplier.edit',
    to: `${paths.suppliers}?mode=create`,
    label: 'Создать поставщика',
    icon: UserPlus,
  },
] as const satisfies readonly { right: ActionCode; [key: string]: unknown }[]

/** The operators' two shortcuts (specification 2): those that the person may use, in the header, on a phone in a strip. */
export function FloatingButtons() {
  const company = useStore((state) => state.company)
  const rights = useHeldRights()
  const offered = SHORTCUTS.filter(
    ({ module, right }) => hasModule(module)({ company }) && (rights?.has(right) ?? true),
  )
  if (offered.length === 0) return null
  return (
    <nav className={styles['buttons']} aria-label="Быстрые действия">
      {offered.map(({ to, label, icon: Icon }) => (
        <Link key={label} to={to} className={styles['button']} title={label}>
          <Icon size={18} strokeWidth={1.75} aria-hidden />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  )
}
