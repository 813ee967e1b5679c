import { Button, Loader, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { legacyDatabase, type LegacySupplier } from '#contract/supplier/legacy-database.ts'
import { useCall } from '#web/api/use-call.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { count, plural } from '#web/ui/format.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { CopyOutcomes } from './legacy-outcomes.tsx'
import { LegacyRows } from './legacy-database-rows.tsx'
import { useLegacyCopy } from './use-legacy-copy.ts'
import styles from './old-base.module.css'
import type { CallResult } from '#contract/core/call.ts'

/** Finds suppliers in the legacy database, shows what would be left out, copies the chosen ones and reports each result. */
export function showLegacyDatabase(search: string): Promise<void> {
  return openDialog({ title: 'Старая база', width: 960 }, (close) => (
    <LegacyDatabase start={search} close={close} />
  ))
}

const SHORTEST = 3
const PAUSE_MS = 300
// One page of the old base; what is beyond it is reached by a narrower search.
const PAGE = 200
const NOBODY: LegacySupplier[] = []

function LegacyDatabase({ start, close }: { start: string; close: () => void }) {
  const [text, setText] = useState(start)
  const search = useLater(text.trim())
  const when = search.length >= SHORTEST
  const found = useCall(
    legacyDatabase.find,
    { query: { filter: { search, limit: PAGE } } },
    { when, keepPrevious: true, quiet: true },
  )
  // Earlier results belong to other words; a repeated search leaves its rows.
  const isWaiting = when && (found.loading || found.stale || (found.failed && found.fetching))
  const isShown = when && !found.error && !found.stale
  const rows = isShown ? (found.data?.items ?? NOBODY) : NOBODY
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const picked = rows.filter(({ legacy_id }) => chosen.has(legacy_id))
  const copying = useLegacyCopy()
  const keyOf = useHotkeyNames()
  const run = () => {
    if (picked.length > 0 && copying.share === undefined && !copying.outcomes)
      void copying.copy(picked)
  }
  useKeys(copying.outcomes ? [] : [{ hotkey: 'main', label: 'Перенести', inField: true, run }])
  if (copying.outcomes)
    return (
      <CopyOutcomes
        outcomes={copying.outcomes}
        names={copying.names}
        restart={() => {
          setChosen(new Set())
          copying.forget()
        }}
        close={close}
      />
    )
  return (
    <div className={styles['part']}>
      <TextInput
        label="Кого ищем в старой базе"
        placeholder="Имя, документ, телефон, ИНН или номер машины"
        data-autofocus
        maxLength={100}
        value={text}
        disabled={copying.share !== undefined}
        rightSection={isWaiting ? <Loader size={14} aria-hidden /> : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className={styles['hint']} role={found.error && !isWaiting ? 'alert' : 'status'}>
        {!when
          ? 'Введите не меньше трёх знаков.'
          : isWaiting
            ? 'Ищем в старой базе, не дольше пяти секунд…'
            : found.error
              ? found.error.message
              : found.data && countText(rows.length, found.data.total, found.data.total_capped)}
      </p>
      {isShown && found.data?.unread && <UnreadRows unread={found.data.unread} />}
      {rows.length > 0 && (
        <LegacyRows
          rows={rows}
          chosen={chosen}
          choose={setChosen}
          locked={copying.share !== undefined}
        />
      )}
      {copying.share !== undefined && (
        <progress className={styles['share']} value={copying.share} aria-label="Перенесено" />
      )}
      {copying.trouble && (
        <p className={styles['trouble']} role="alert">
          {copying.trouble}
        </p>
      )}
      <div className={styles['foot']}>
        <Button variant="default" onClick={close}>
          Отмена
        </Button>
        <ActionButton
          disabledReason={
            picked.length === 0 ? 'Отметьте записи, которые нужно перенести' : undefined
          }
          loading={copying.share !== undefined}
          title={keyOf('main')}
          onClick={run}
        >
          {picked.length > 0 ? `Перенести ${count(picked.length)}` : 'Перенести'}
        </ActionButton>
      </div>
    </div>
  )
}

type Unread = NonNullable<CallResult<typeof legacyDatabase.find>['unread']>

/** Rows of the file that were left out, independent of the search: a supplier in one of them is never found. */
function UnreadRows({ unread: { total, rows } }: { unread: Unread }) {
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

function countText(shown: number, total: number, capped = false): string {
  if (total === 0) return 'В старой базе никого не нашлось.'
  const many = capped
    ? `больше ${count(total)} записей`
    : plural(total, 'запись', 'записи', 'записей')
  return shown < total
    ? `Найдено ${many}, показано ${count(shown)}: уточните поиск.`
    : `Найдено ${many}.`
}

/** What was typed a moment ago: the old base is not asked letter by letter. */
function useLater(text: string): string {
  const [later, setLater] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return later
}
