import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { Checkbox } from '@mantine/core'
import { useRef, useState, useEffect, type RefObject } from 'react'
import { lazyComponent } from '#web/lazy-component.tsx'
import { useSearchParams } from '#web/router/hooks.ts'
import { price } from '#contract/price/price.ts'
import { paths } from '#contract/screen-paths.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMay, useRightsKnown } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { ButtonPlaces } from '#web/ui/keyboard/button-places.tsx'
import { dateTime } from '#web/ui/format.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { EditBar } from './edit-bar.tsx'
import { gridRows, type List } from './grid/grid-rows.ts'
import { blockOf, within, type Selection } from './grid/grid-moves.ts'
import { PriceGrid } from './grid/price-grid.tsx'
import styles from './price.module.css'
import { usePriceEdits } from './edit/use-price-edits.ts'
import { usePriceList } from './use-price-list.ts'
import { useKeys, type Key } from '#web/ui/keyboard/keys.ts'

// The grid is rendered first: its buttons load a moment later into reserved space.
const PriceTools = lazyComponent(
  async () => (await import('./price-tools.tsx')).PriceTools,
  ({ canEdit, canOrder }) => <ButtonPlaces words={toolWords(canEdit, canOrder)} />,
)

const PriceMenu = lazyComponent(async () => (await import('./price-menu.tsx')).PriceMenu)

const LazyPaper = lazyPart(async () => (await import('#web/ui/print/paper.tsx')).Paper)

/** The price list, and with `?paper=` one column of it for the wall. */
export function Component() {
  const columnId = useSearchParams()[0].get('paper')
  return columnId ? <PricePaper columnId={columnId} /> : <LoadedList />
}

/** One column for the wall of the yard, as it is at this moment. */
function PricePaper({ columnId }: { columnId: string }) {
  const { data, error } = useCall(price.getBody, { query: { column_id: columnId } })
  const pdf = useSend(price.getPdf)
  if (error) throw error
  return (
    <LazyPaper
      paper={data && { title: `Прайс: ${data.title}`, html: data.html }}
      record={paths.price}
      pdf={(copies) => pdf.send({ query: { column_id: columnId, copies } })}
    />
  )
}

/** Readable by every user, edited as in a spreadsheet by those who may. */
function LoadedList() {
  const { data, error, foreign, accept, refetch } = usePriceList()
  const known = useRightsKnown()
  if (error) throw error
  if (!data || !known)
    return (
      <Page title="Прайс">
        <Waiting />
      </Page>
    )
  return <PriceScreen list={data} foreign={foreign} accept={accept} refetch={refetch} />
}

interface PriceScreenProps extends Pick<
  ReturnType<typeof usePriceList>,
  'foreign' | 'accept' | 'refetch'
> {
  list: List
}

const START = { row: 0, col: 0 }

function PriceScreen({ list, foreign, accept, refetch }: PriceScreenProps) {
  const canEdit = useMay('price.edit')
  const canOrder = useMay('price.columns')
  const grid = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const asked = useSearchParams()[0].get('product')
  const [filter, setFilter] = useState({ words: nameOf(list, asked), priced: false, today: false })
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [menu, setMenu] = useState<{ x: number; y: number }>()
  const [selection, setSelection] = useState<Selection>({ anchor: START, active: START })
  const reorder = useSend(price.updateColumns)
  const edits = usePriceEdits(list, accept, refetch)
  const rows = gridRows(list, { ...filter, folded })
  const { columns } = list
  const size = { rows: rows.length, cols: columns.length, page: 1 }
  const place = {
    anchor: within(selection.anchor, size),
    active: within(selection.active, size),
  }
  const moveColumn = async (from: number, to: number) => {
    const order = columns.map(({ id }) => id)
    const [id] = order.splice(from, 1)
    order.splice(to, 0, id!)
    const answer = await reorder.send({ body: { order } })
    if (answer) accept(() => answer)
  }
  const onSheet = {
    list,
    rows,
    ...place.active,
    block: blockOf(place),
    accept,
    canEdit,
    canOrder,
  }
  usePriceKeys({ grid, search, save: () => void edits.save() })
  return (
    <Page
      title="Прайс"
      shape="fill"
      beside={<span className={styles['hint']}>на {dateTime(list.as_of)}, ₽ за тонну</span>}
      actions={<PriceTools {...onSheet} />}
    >
      <FilterLine search={search} grid={grid} filter={filter} change={setFilter} />
      {columns.length > 0 && rows.length > 0 ? (
        <PriceGrid
          grid={grid}
          rows={rows}
          columns={columns}
          pending={edits.pending}
          foreign={foreign}
          selection={place}
          select={setSelection}
          canEdit={canEdit}
          moveColumn={canOrder ? (from, to) => void moveColumn(from, to) : undefined}
          write={edits.write}
          undo={edits.undo}
          redo={edits.redo}
          fold={(id) => setFolded((before) => toggleId(before, id))}
          askMenu={(x, y) => setMenu({ x, y })}
        />
      ) : (
        <Empty list={list} />
      )}
      {menu && (
        <PriceMenu
          {...menu}
          {...onSheet}
          columns={columns}
          pending={edits.pending}
          selection={place}
          select={setSelection}
          write={edits.write}
          close={() => {
            setMenu(undefined)
            grid.current?.focus({ preventScroll: true })
          }}
        />
      )}
      <EditBar edits={edits} canEdit={canEdit} />
    </Page>
  )
}

/** A question about a price leads here: its product is what the list begins with. */
const nameOf = ({ rows }: List, productId: string | null): string =>
  rows.find(({ product }) => product.id === productId)?.product.name ?? ''

interface PriceKeys {
  grid: RefObject<HTMLDivElement | null>
  search: RefObject<HTMLInputElement | null>
  save: () => void
}

/** Keys of the screen; the grid handles its own keys, which are listed here so that F1 shows them. */
function usePriceKeys({ grid, search, save }: PriceKeys) {
  const [inGrid, setInGrid] = useState(false)
  useEffect(() => {
    const look = () => setInGrid(grid.current !== null && document.activeElement === grid.current)
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [grid])
  const find = () => {
    search.current?.focus()
    search.current?.select()
  }
  useKeys([
    { hotkey: 'find', label: 'Найти позицию', run: find },
    { hotkey: 'save', label: 'Сохранить цены', run: save },
    ...(inGrid ? GRID_KEYS : []),
  ])
}

const describeKey = (keys: string, label: string): Key => ({ keys, label, run: () => undefined })

const GRID_KEYS = [
  describeKey('F2', 'Изменить цену (или просто наберите её)'),
  describeKey('Delete', 'Убрать цену'),
  describeKey('Ctrl+KeyD', 'Заполнить вниз'),
  describeKey('Ctrl+KeyC', 'Скопировать ячейки'),
  describeKey('Ctrl+KeyV', 'Вставить из таблицы'),
  describeKey('Ctrl+KeyZ', 'Вернуть как было'),
  describeKey('Ctrl+KeyY', 'Сделать снова'),
  describeKey('Shift+F10', 'Меню действий с ценами'),
  describeKey('Ctrl+Shift+ArrowLeft', 'Колонку левее'),
  describeKey('Ctrl+Shift+ArrowRight', 'Колонку правее'),
]

/** The buttons that `PriceTools` will show. */
const toolWords = (canEdit: boolean, canOrder: boolean) => [
  'История',
  ...(canEdit ? ['Изменить колонку'] : []),
  ...(canOrder ? ['Колонки'] : []),
  'Excel',
  'Печать',
]

function toggleId(set: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

interface Filter {
  words: string
  priced: boolean
  today: boolean
}

interface FilterLineProps {
  search: RefObject<HTMLInputElement | null>
  grid: RefObject<HTMLDivElement | null>
  filter: Filter
  change: (filter: Filter) => void
}

/** What of the list is shown; ↓ and Enter go from the words into the grid. */
function FilterLine({ search, grid, filter, change }: FilterLineProps) {
  const keyOf = useHotkeyNames()
  return (
    <div className={styles['bar']}>
      <input
        ref={search}
        type="search"
        className={styles['search']}
        aria-label="Найти позицию"
        title={keyOf('find')}
        placeholder="Название или код"
        maxLength={100}
        value={filter.words}
        onChange={(event) => change({ ...filter, words: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.code !== 'Enter' && event.code !== 'ArrowDown') return
          event.preventDefault()
          grid.current?.focus()
        }}
      />
      <Checkbox
        label="Только с ценой"
        checked={filter.priced}
        onChange={(event) => change({ ...filter, priced: event.currentTarget.checked })}
      />
      <Checkbox
        label="Изменены сегодня"
        checked={filter.today}
        onChange={(event) => change({ ...filter, today: event.currentTarget.checked })}
      />
    </div>
  )
}

function Empty({ list }: { list: List }) {
  const text =
    list.rows.length === 0
      ? 'Прайс составляется по номенклатуре. Сначала добавьте в неё позиции.'
      : list.columns.length === 0
        ? 'В прайсе нет колонок. Добавьте первую кнопкой «Колонки».'
        : 'Таких позиций нет. Измените отбор.'
  return (
    <div className={styles['empty']}>
      <p>{text}</p>
    </div>
  )
}
