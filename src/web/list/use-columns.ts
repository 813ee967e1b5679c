import { useEffect } from 'react'
import { userPreferences } from '#contract/user/user-preferences.ts'
import { send } from '#web/api/send.ts'
import { REFERENCE_MS, refresh, useCall } from '#web/api/use-call.ts'
import {
  isListSettings,
  savePreferences,
  usePreferences,
  type ListSettings,
  type ListView,
} from '#web/state/preferences.ts'
import { moveColumn, orderColumns } from '#web/ui/list/columns/column-order.ts'
import { useStore } from '#web/state/store.ts'
import type { Column } from '#web/ui/list/list-types.ts'

/** Raised when columns change their meaning: older settings then fall back to the defaults. */
const SETTINGS_SCHEMA = 1
/** A dragged width is sent once, when dragging has stopped. */
const SEND_AFTER_MS = 800

/** From here on a list has room for its further columns. */
const WIDE = 1600

/** What the screen shows, and the ways to change it. */
export type ListColumns<Row> = ReturnType<typeof useColumns<Row>>

/** Columns as this user set them, stored with the account; unknown settings are ignored, new columns appear. */
export function useColumns<Row>(id: string, given: Column<Row>[]) {
  useKeptSettings(id)
  const isWide = useStore((state) => state.app.screen.width >= WIDE)
  const lists = usePreferences((preferences) => preferences.lists)
  const storedColumns = lists[id]?.schema === SETTINGS_SCHEMA ? lists[id] : undefined
  const hidden =
    storedColumns?.hidden ??
    given.filter((column) => column.hidden || (column.wide && !isWide)).map((column) => column.id)
  const widths = storedColumns?.widths ?? {}
  const all = orderColumns(given, storedColumns?.order ?? [])
  const save = (change: Partial<ListSettings>) => {
    const settings = { ...storedColumns, schema: SETTINGS_SCHEMA, hidden, widths, ...change }
    savePreferences({ lists: { ...lists, [id]: settings } })
    storeLater(id)
  }
  const columns = all
    .filter((column) => !hidden.includes(column.id))
    .map((column) => {
      const width = widths[column.id]
      return width ? { ...column, width, grow: false } : column
    })
  return {
    all,
    columns,
    hide: (columnId: string, gone: boolean) =>
      save({ hidden: gone ? [...hidden, columnId] : hidden.filter((one) => one !== columnId) }),
    move: (columnId: string, by: number) => save({ order: moveColumn(all, columnId, by) }),
    views: {
      views: storedColumns?.views ?? [],
      save: (views: ListView[]) => save({ views }),
      columns: { hidden, order: all.map((column) => column.id) },
      show: (columns: Pick<ListView, 'hidden' | 'order'>) => save(columns),
    },
    resize: (columnId: string, width: number) => save({ widths: { ...widths, [columnId]: width } }),
  }
}

const keyOf = (id: string) => `list.${id}`
const waiting = new Map<string, ReturnType<typeof setTimeout>>()

/** The account's settings of this list replace those of this browser, unless a change is still being sent. */
function useKeptSettings(id: string) {
  const { data } = useCall(userPreferences.getPreferences, {}, { fresh: REFERENCE_MS, quiet: true })
  useEffect(() => {
    const value = data?.find(({ key, scope }) => key === keyOf(id) && scope === 'user')?.value
    if (!isListSettings(value) || waiting.has(id)) return
    const { lists } = usePreferences.getState()
    if (JSON.stringify(lists[id]) !== JSON.stringify(value))
      savePreferences({ lists: { ...lists, [id]: value } })
  }, [data, id])
}

function storeLater(id: string) {
  clearTimeout(waiting.get(id))
  const timer = setTimeout(() => void storeColumns(id, timer), SEND_AFTER_MS)
  waiting.set(id, timer)
}

/** Without an answer the settings stay in this browser only; other computers do not get them. */
async function storeColumns(id: string, timer: ReturnType<typeof setTimeout>): Promise<void> {
  const value = usePreferences.getState().lists[id]
  const body = { key: keyOf(id), scope: 'user' as const, value: value ?? null }
  await send(userPreferences.updatePreference, { body }, { quiet: true }).catch(() => undefined)
  // A change made meanwhile is sent separately, and the account's older settings must not overwrite it.
  if (waiting.get(id) !== timer) return
  waiting.delete(id)
  await refresh([userPreferences.getPreferences])
}
