import { Button, Checkbox, TextInput } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { useIsLeaving, useSearchParams } from '#web/router/hooks.ts'
import { product, type Product } from '#contract/price/product.ts'
import { quote } from '#contract/words/quote.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMay } from '#web/api/use-may.ts'
import { count } from '#web/ui/format.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { linesOf } from './catalogue-lines.ts'
import { homesOf, type Place } from './catalogue-moves.ts'
import { openImportProducts } from './import/open-import-products.ts'
import { openReadyCatalogue } from './import/open-ready-catalogue.ts'
import { ProductPane } from './product-pane.tsx'
import { ProductTree } from './product-tree.tsx'
import { useCatalogue } from './use-catalogue.ts'
import styles from './product.module.css'
import { ask } from '#web/ui/dialogs/ask.ts'
import { send } from '#web/api/send.ts'
import { saveBlob } from '#web/ui/print/save-blob.ts'

/** The catalogue: its tree, and the form of the chosen node beside it. */
export function Component() {
  const [params] = useSearchParams()
  const all = useCall(product.getAll, { query: {} })
  const mayEdit = useMay('product.edit')
  const nodes = all.data?.items
  const catalogue = useCatalogue(nodes, params.get('node'))
  const tree = useView(nodes)
  if (all.error) throw all.error
  const move = (id: string, place: Place) => {
    if (place.parentId) tree.setOpen([place.parentId], true)
    void catalogue.move(id, place)
  }
  useNodeInAddress(catalogue.making ? undefined : catalogue.activeId)
  useKeys(
    mayEdit
      ? [
          { hotkey: 'create', label: 'Новая позиция', run: () => catalogue.make('item') },
          {
            hotkey: 'group',
            label: 'Новая группа',
            run: () => catalogue.make('group'),
          },
        ]
      : [],
  )
  return (
    <Page
      title="Номенклатура"
      shape="fill"
      actions={<Actions catalogue={catalogue} may={mayEdit} />}
    >
      <Bar tree={tree} />
      {nodes ? (
        <div className={styles['panes']}>
          <ProductTree
            nodes={nodes}
            lines={tree.lines}
            activeId={catalogue.activeId}
            mayEdit={mayEdit}
            choose={catalogue.choose}
            setOpen={tree.setOpen}
            move={move}
            refuse={(reason) => toast.warning(reason)}
            rename={(node, name) => void catalogue.rename(node, name)}
            remove={(node) => void catalogue.remove(node)}
            enter={enterForm}
          />
          <ProductPane
            catalogue={catalogue}
            nodes={nodes}
            mayEdit={mayEdit}
            relocate={(node) =>
              void askHome(nodes, node).then((place) => place && move(node.id, place))
            }
          />
        </div>
      ) : (
        <Waiting />
      )}
    </Page>
  )
}

/** Chooses another group from a list: for touch screens, where a finger scrolls the tree and cannot drag rows. */
async function askHome(nodes: readonly Product[], node: Product): Promise<Place | undefined> {
  const chosen = await ask.select({
    title: `Переместить ${quote(node.name)}`,
    search: 'Найти группу',
    options: homesOf(nodes, node.id).map(({ path, verdict }) => ({
      value: verdict,
      label: path.join(' → ') || 'На верхний уровень',
      ...('refusal' in verdict && { note: verdict.refusal, disabled: true }),
    })),
    main: 'Переместить',
  })
  return chosen && 'place' in chosen ? chosen.place : undefined
}

type Catalogue = ReturnType<typeof useCatalogue>
type Tree = ReturnType<typeof useView>

/** What of the catalogue is shown: closed groups, the search, archived nodes. */
function useView(nodes: Parameters<typeof linesOf>[0] | undefined) {
  const [words, setWords] = useState('')
  const [archived, setArchived] = useState(false)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const sought = useDeferredValue(words)
  const lines = linesOf(nodes ?? [], { closed, archived, words: sought })
  const setOpen = (ids: readonly string[], open: boolean) => {
    const next = new Set(closed)
    for (const id of ids)
      if (open) next.delete(id)
      else next.add(id)
    setClosed(next)
  }
  return { lines, words, setWords, archived, setArchived, setOpen }
}

function Bar({ tree }: { tree: Tree }) {
  const items = tree.lines.filter(({ node }) => node.kind === 'item').length
  useKeys([{ hotkey: 'search', label: 'Найти', run: () => searchField()?.focus() }])
  return (
    <div className={styles['bar']}>
      <TextInput
        type="search"
        aria-label="Найти позицию"
        placeholder="Название или код"
        maxLength={100}
        data-catalogue-search
        value={tree.words}
        onChange={(event) => tree.setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.code !== 'ArrowDown' && event.code !== 'Enter') return
          event.preventDefault()
          treeOf()?.focus()
        }}
      />
      <Checkbox
        label="Показать архив"
        checked={tree.archived}
        onChange={(event) => tree.setArchived(event.currentTarget.checked)}
      />
      <span className={styles['dimmed']} role="status">
        Позиций: {count(items)}
      </span>
    </div>
  )
}

function Actions({ catalogue, may }: { catalogue: Catalogue; may: boolean }) {
  return (
    <>
      <Button variant="default" onClick={() => void exportProducts()}>
        Выгрузить XLSX
      </Button>
      {may && (
        <>
          <Button variant="default" onClick={() => void openImportProducts()}>
            Загрузить XLSX
          </Button>
          <Button variant="default" onClick={() => void openReadyCatalogue()}>
            Готовый каталог
          </Button>
          <Button variant="default" title="Shift + Insert" onClick={() => catalogue.make('group')}>
            Новая группа
          </Button>
          <Button
            title="Insert"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => catalogue.make('item')}
          >
            Новая позиция
          </Button>
        </>
      )}
    </>
  )
}

/** Saves the whole catalogue, archived nodes too, as a file that can be changed and loaded back. */
async function exportProducts(): Promise<void> {
  saveBlob(await send(product.export, {}), 'Номенклатура')
}

const WRITE_AFTER_MS = 300

/** The chosen node is stored in the address for coming back; a held arrow key writes it only once. */
function useNodeInAddress(id: string | undefined) {
  const [params, setParams] = useSearchParams()
  const isWritten = params.get('node') === id
  const isLeaving = useIsLeaving()
  useEffect(() => {
    if (!id || isWritten || isLeaving) return undefined
    const later = setTimeout(() => setParams({ node: id }, { replace: true }), WRITE_AFTER_MS)
    return () => clearTimeout(later)
  }, [id, isWritten, isLeaving, setParams])
}

const treeOf = () => document.querySelector<HTMLElement>('[role="tree"]')
const searchField = () => document.querySelector<HTMLElement>('[data-catalogue-search]')
const enterForm = () =>
  document.querySelector<HTMLElement>('[data-node-form] input:not(:disabled)')?.focus()
