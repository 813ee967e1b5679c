import { Banknote, UserPlus } from 'lucide-react'
import { Link } from '../router/link.tsx'
import { paths } from '#contract/screen-paths.ts'
import { hasModule, isOperator, useStore } from '../state/store.ts'
import styles from './floating-buttons.module.css'

/** The operators' two shortcuts (specification 2), in a gutter that pages leave to them: nothing is ever covered. */
export function FloatingButtons() {
  const operator = useStore(isOperator)
  const pays = useStore(hasModule('payment'))
  const suppliers = useStore(hasModule('supplier'))
  if (!operator) return null
  return (
    <nav className={styles['buttons']} aria-label="Быстрые действия">
      {pays && (
        <Link
          to={paths.createPayment}
          className={styles['button']}
          aria-label="Создать выплату"
          title="Создать выплату"
        >
          <Banknote size={20} strokeWidth={1.75} aria-hidden />
        </Link>
      )}
      {suppliers && (
        <Link
          to={`${paths.suppliers}?mode=create`}
          className={styles['button']}
          aria-label="Создать поставщика"
          title="Создать поставщика"
        >
          <UserPlus size={20} strokeWidth={1.75} aria-hidden />
        </Link>
      )}
    </nav>
  )
}
