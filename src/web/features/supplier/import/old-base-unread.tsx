import type { CallResult } from '#contract/core/call.ts'
import type { legacyDatabase } from '#contract/supplier/legacy-database.ts'
import { count, plural } from '#web/ui/format.ts'
import styles from './old-base.module.css'

type Unread = NonNullable<CallResult<typeof legacyDatabase.find>['unread']>

/** Rows of the file that were left out, independent of the search: a supplier in one of them is never found. */
export function UnreadRows({ unread: { total, rows } }: { unread: Unread }) {
  return (
    <details className={styles['unread']}>
      <summary>
        В файле старой базы не прочитано {plural(total, 'строка', 'строки', 'строк')}: поставщиков в
        них поиск не находит
      </summary>
      <ul className={styles['problems']}>
        {rows.map(({ line, reason }) => (
          <li key={line}>
            Строка {line}: {reason}
          </li>
        ))}
        {total > rows.length && <li>и ещё {count(total - rows.length)}</li>}
      </ul>
      <p className={styles['hint']}>
        Исправьте эти строки в файле или сохраните его заново как «CSV UTF-8»: он прочитается при
        следующем поиске.
      </p>
    </details>
  )
}
