import { Button } from '@mantine/core'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useIsLeaving, useNavigate, useSearchParams } from '#web/router/hooks.ts'
import { act } from '#contract/act/act.ts'
import { payment } from '#contract/payment/payment.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import type { FoundSupplier } from '#contract/supplier/supplier-entities.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { quote } from '#contract/words/quote.ts'
import { isPhone, useStore } from '#web/state/store.ts'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { day } from '#web/ui/format.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { focusIfFree } from '#web/ui/keyboard/layer-focus.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { LegacyDatabaseButton } from './import/legacy-database-button.tsx'
import { openNewSupplier } from './open-new-supplier.ts'
import { openSupplierCard } from './open-supplier-card.ts'
import { supplierTypeTitles } from './form/supplier-values.ts'
import styles from './search-supplier.module.css'

// The server answers within a keystroke; a late answer to an earlier request is ignored.
const PAUSE_MS = 40
const SHORTEST = 3
const HINT = 'Имя, ИНН, конец телефона, документ или номер машины'
/** What fits the width of a phone. */
const SHORT_HINT = 'Имя, ИНН, телефон, машина'

const NEW_KEY = { hotkey: 'create', label: 'Новый поставщик', inField: true } as const

/** Finds a supplier by any known detail; the keys act on the chosen line. */
export function Component() {
  const navigate = useNavigate()
  const { text, setText, mask } = useMask()
  const when = mask.length >= SHORTEST
  const { data, error, fetching } = useCall(
    supplier.find,
    { query: { mask } },
    { when, keepPrevious: true, quiet: true },
  )
  const found = when && !error ? (data ?? []) : []
  const hint = useStore(isPhone) ? SHORT_HINT : HINT
  const [place, setPlace] = useState(0)
  const chosen = found[Math.min(place, found.length - 1)]
  const toAct = (row = chosen) => {
    if (row && !closedBy(row)) navigate(to(paths.createActDetails, { supplierId: row.id }))
  }
  const toPayment = (row = chosen) => {
    if (row) navigate(to(paths.createPaymentDetails, { supplierId: row.id }))
  }
  const mayCreate = useMaySend(supplier.create)
  const mayBuy = useMaySend(act.update, 'save')
  const mayPay = useMaySend(payment.save)
  const create = async () => {
    const made = await openNewSupplier({ name: found.length === 0 ? mask : '' })
    if (made) navigate(to(paths.createActDetails, { supplierId: made.id }))
  }
  const step = (by: number) =>
    setPlace(Math.max(0, Math.min(found.length - 1, Math.min(place, found.length - 1) + by)))
  useKeys([
    { keys: 'ArrowDown', label: 'Следующий', inField: true, run: () => step(1) },
    { keys: 'ArrowUp', label: 'Предыдущий', inField: true, run: () => step(-1) },
    ...(mayBuy ? [{ hotkey: 'main' as const, label: 'Создать акт', run: () => toAct() }] : []),
    ...(mayPay ? [{ hotkey: 'pay' as const, label: 'Выплата', run: () => toPayment() }] : []),
    { hotkey: 'card', label: 'Карточка', run: () => chosen && void openSupplierCard(chosen.id) },
    ...(mayCreate ? [{ ...NEW_KEY, run: () => void create() }] : []),
  ])
  // The typed text stays visible whatever the result; only a user without the right to search is redirected.
  if (error?.status === 403) throw error
  const wrong = when ? error : null
  return (
    <Page
      title="Поиск поставщика"
      actions={
        <>
          <LegacyDatabaseButton search={mask} />
          {mayCreate && (
            <Button title="Insert" onClick={() => void create()}>
              Новый поставщик
            </Button>
          )}
        </>
      }
    >
      <div className={styles['field']}>
        <Search size={22} aria-hidden />
        <input
          // The page is this field: nothing else is wanted first.
          ref={focusIfFree}
          type="search"
          role="combobox"
          aria-label="Кого ищем"
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls="found"
          aria-activedescendant={chosen && `found-${chosen.id}`}
          placeholder={hint}
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setPlace(0)
          }}
          onKeyDown={(event) => {
            if (event.code === 'Enter' && !event.ctrlKey && chosen) void openSupplierCard(chosen.id)
          }}
        />
      </div>
      <div
        id="found"
        className={styles['found']}
        role={found.length > 0 ? 'grid' : undefined}
        aria-label={found.length > 0 ? 'Найденные поставщики' : undefined}
        data-old={fetching || undefined}
      >
        {found.map((row) => (
          <Line
            key={row.id}
            row={row}
            chosen={row === chosen}
            choose={() => setPlace(found.indexOf(row))}
            toAct={mayBuy ? () => toAct(row) : undefined}
            toPayment={mayPay ? () => toPayment(row) : undefined}
          />
        ))}
      </div>
      {!when && <p className={styles['hint']}>Введите не меньше трёх знаков.</p>}
      {wrong && !fetching && <p role="alert">{wrong.fields['mask'] ?? wrong.message}</p>}
      {when && !wrong && !fetching && found.length === 0 && (
        <Nobody mask={mask} create={mayCreate ? () => void create() : undefined} />
      )}
      {chosen && <KeyHint {...{ mayBuy, mayPay }} />}
    </Page>
  )
}

/** No one is found: the words become the name of a new supplier, where the reader may make one. */
function Nobody({ mask, create }: { mask: string; create: (() => void) | undefined }) {
  return (
    <div className={styles['none']}>
      <span>Никого не нашлось.</span>
      {create && (
        <Button variant="default" onClick={create}>
          Создать {quote(mask)}
        </Button>
      )}
    </div>
  )
}

function KeyHint({ mayBuy, mayPay }: { mayBuy: boolean; mayPay: boolean }) {
  const keyOf = useHotkeyNames()
  return (
    <p className={styles['hint']}>
      ↑↓ выбор{mayBuy && ` · ${keyOf('main')} акт`}
      {mayPay && ` · ${keyOf('pay')} выплата`} · {keyOf('card')} или Enter карточка
    </p>
  )
}

/** The mask follows the field after a pause; it is stored in the address, so that Back restores it. */
function useMask() {
  const [query, setQuery] = useSearchParams()
  const mask = query.get('q') ?? ''
  const [text, setText] = useState(mask)
  const isLeaving = useIsLeaving()
  useEffect(() => {
    if (text.trim() === mask || isLeaving) return undefined
    const timer = setTimeout(() => {
      setQuery(text.trim() ? { q: text.trim() } : {}, { replace: true })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, mask, isLeaving, setQuery])
  return { text, setText, mask }
}

interface LineProps {
  row: FoundSupplier
  chosen: boolean
  choose: () => void
  /** Absent where the reader may not do it. */
  toAct: (() => void) | undefined
  toPayment: (() => void) | undefined
}

/** Why nothing is bought from the supplier. */
function closedBy({ status, status_reason }: FoundSupplier): string | undefined {
  if (status === 'blocked') return `Стоп-лист: ${status_reason ?? 'причина не указана'}`
  return status === 'archived' ? 'Поставщик в архиве' : undefined
}

const KYC = {
  complete: null,
  incomplete: <Badge tone="yellow" label="Данные неполные" icon="half" />,
  expired: <Badge tone="orange" label="Документ истёк" icon="clock" />,
}

function Line({ row, chosen, choose, toAct, toPayment }: LineProps) {
  const keyOf = useHotkeyNames()
  const closed = closedBy(row)
  const known = [
    supplierTypeTitles[row.type],
    row.inn && `ИНН ${row.inn}`,
    row.doc_masked,
    row.phone_last4 && `тел. …${row.phone_last4}`,
  ]
  return (
    <div
      id={`found-${row.id}`}
      className={styles['line']}
      role="row"
      tabIndex={-1}
      aria-selected={chosen}
      data-blocked={row.status === 'blocked' || undefined}
      onMouseEnter={choose}
    >
      <div className={styles['words']} role="gridcell">
        <strong>{row.name}</strong>
        <span>{known.filter(Boolean).join(' · ')}</span>
        {row.status === 'blocked' && <em>{closed}</em>}
      </div>
      <span className={styles['marks']} role="gridcell">
        {KYC[row.kyc]}
        <StatusBadge kind="supplier" status={row.status} />
      </span>
      <span className={styles['visit']} role="gridcell">
        {row.last_visit_at ? `был ${day(row.last_visit_at)}` : 'не был'}
      </span>
      <span className={styles['deeds']} role="gridcell">
        {toAct && (
          <ActionButton tabIndex={-1} disabledReason={closed} title={keyOf('main')} onClick={toAct}>
            Акт
          </ActionButton>
        )}
        {toPayment && (
          <Button tabIndex={-1} variant="default" title={keyOf('pay')} onClick={toPayment}>
            Выплата
          </Button>
        )}
        <Button
          tabIndex={-1}
          variant="default"
          title={keyOf('card')}
          onClick={() => void openSupplierCard(row.id)}
        >
          Карточка
        </Button>
      </span>
    </div>
  )
}
