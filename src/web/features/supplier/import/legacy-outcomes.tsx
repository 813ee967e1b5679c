import { Button } from '@mantine/core'
import { count } from '#web/ui/format.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { Problems } from './legacy-database-rows.tsx'
import { openSupplierCard } from '../open-supplier-card.ts'
import type { CopyOutcome } from './use-legacy-copy.ts'
import styles from './old-base.module.css'

const APPEARANCES = {
  created: <Badge tone="green" label="Создан черновик" icon="check" />,
  linked: <Badge tone="blue" label="Дополнен прежний" icon="link" />,
  existing: <Badge tone="gray" label="Был перенесён" icon="circle" />,
  refused: <Badge tone="red" label="Не перенесён" icon="cross" />,
}
const TITLES = {
  created: 'создано',
  linked: 'дополнено прежних',
  existing: 'было раньше',
  refused: 'не перенесено',
}
// Records that need attention come first.
const ORDER = ['refused', 'created', 'linked', 'existing'] as const

interface CopyOutcomesProps {
  outcomes: readonly CopyOutcome[]
  names: ReadonlyMap<string, string>
  restart: () => void
  close: () => void
}

/** Record by record what became of it and what was left out, refusals first. */
export function CopyOutcomes({ outcomes, names, restart, close }: CopyOutcomesProps) {
  const keyOf = useHotkeyNames()
  useKeys([{ hotkey: 'main', label: 'Готово', run: close }])
  const sorted = ORDER.flatMap((kind) => outcomes.filter(({ outcome }) => outcome === kind))
  const sums = ORDER.map(
    (kind) => [kind, sorted.filter((one) => one.outcome === kind).length] as const,
  )
  return (
    <div className={styles['part']}>
      <p className={styles['hint']} role="status">
        Итог:{' '}
        {sums
          .filter(([, sum]) => sum > 0)
          .map(([kind, sum]) => `${TITLES[kind]} ${count(sum)}`)
          .join(', ')}
        .
      </p>
      <div className={styles['scroll']} tabIndex={0} role="region" aria-label="Итог переноса">
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Поставщик</th>
              <th scope="col">Итог</th>
              <th scope="col">Что не перенеслось</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ legacy_id, outcome, supplier_id, problems }) => (
              <tr key={legacy_id}>
                <td>
                  {supplier_id ? (
                    <button
                      type="button"
                      className={styles['link']}
                      onClick={() => void openSupplierCard(supplier_id)}
                    >
                      {names.get(legacy_id) ?? legacy_id}
                    </button>
                  ) : (
                    <strong>{names.get(legacy_id) ?? legacy_id}</strong>
                  )}
                  <small>№ {legacy_id}</small>
                </td>
                <td>{APPEARANCES[outcome]}</td>
                <td>{problems.length > 0 ? <Problems problems={problems} /> : '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles['foot']}>
        <Button variant="default" onClick={restart}>
          Искать ещё
        </Button>
        <Button data-autofocus onClick={close} title={keyOf('main')}>
          Готово
        </Button>
      </div>
    </div>
  )
}
