import { Checkbox } from '@mantine/core'
import type { LegacySupplier } from '#contract/supplier/legacy-database.ts'
import { formatPhone } from '#contract/requisites/phone.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { openSupplierCard } from '../open-supplier-card.ts'
import styles from './old-base.module.css'

interface LegacyRowsProps {
  rows: readonly LegacySupplier[]
  chosen: ReadonlySet<string>
  choose: (chosen: ReadonlySet<string>) => void
  locked: boolean
}

/** Records of the legacy database with what would be left out of each; those copied already link to their card. */
export function LegacyRows({ rows, chosen, choose, locked }: LegacyRowsProps) {
  const open = rows.filter(canBeCopied)
  const all = open.length > 0 && open.every(({ legacy_id }) => chosen.has(legacy_id))
  const some = open.some(({ legacy_id }) => chosen.has(legacy_id))
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    choose(next)
  }
  return (
    <div className={styles['scroll']} tabIndex={-1} role="region" aria-label="Найденное">
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                aria-label="Выбрать всех"
                checked={all}
                indeterminate={some && !all}
                disabled={locked || open.length === 0}
                onChange={() => choose(new Set(all ? [] : open.map(({ legacy_id }) => legacy_id)))}
              />
            </th>
            <th scope="col">Поставщик</th>
            <th scope="col">ИНН и документ</th>
            <th scope="col">Телефон</th>
            <th scope="col">Что не перенесётся</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={`${row.legacy_id} ${place}`} data-chosen={chosen.has(row.legacy_id)}>
              <td>
                <Checkbox
                  aria-label={row.name}
                  checked={chosen.has(row.legacy_id)}
                  disabled={locked || !canBeCopied(row)}
                  onChange={() => toggle(row.legacy_id)}
                />
              </td>
              <td>
                <strong>{row.name}</strong>
                <small>
                  № {row.legacy_id || '—'}
                  {row.plates && ` · ${row.plates}`}
                </small>
              </td>
              <td className={styles['whole']}>
                {row.inn ?? '—'}
                <small>{row.doc_masked}</small>
              </td>
              <td className={styles['whole']}>{row.phone ? formatPhone(row.phone) : '—'}</td>
              <td>{outlook(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function canBeCopied({ legacy_id, supplier_id }: LegacySupplier): boolean {
  return legacy_id !== '' && supplier_id === null
}

function outlook({ supplier_id, problems }: LegacySupplier) {
  if (supplier_id)
    return (
      <button
        type="button"
        className={styles['link']}
        onClick={() => void openSupplierCard(supplier_id)}
      >
        Уже перенесён: карточка
      </button>
    )
  if (problems.length === 0) return <Badge tone="green" label="Переносится всё" icon="check" />
  return <Problems problems={problems} />
}

/** One sentence a line: each is a question for the supplier. */
export function Problems({ problems }: { problems: readonly string[] }) {
  return (
    <ul className={styles['problems']}>
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  )
}
