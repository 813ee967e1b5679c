import { useRef, useState } from 'react'
import { product, type Product } from '#contract/price/product.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { askLeave } from '#web/ui/dialogs/leave-question.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import type { Place } from './catalogue-moves.ts'

/** A new node on its way, before its first save. */
export interface Making {
  kind: Product['kind']
  parentId: string | null
  clientId: string
}

/** The chosen node, the node being created, and the actions of the tree; a changed form asks before it closes. */
export function useCatalogue(nodes: readonly Product[] | undefined, start: string | null) {
  const [chosen, setChosen] = useState(start ?? undefined)
  const [making, setMaking] = useState<Making>()
  const changed = useRef(false)
  const pending = useRef<() => void>(undefined)
  const activeId = making ? (making.parentId ?? undefined) : chosen
  const calls = { refreshes: [product.getAll] }
  const [moving, saving, removing] = [
    useSend(product.move, calls),
    useSend(product.update, calls),
    useSend(product.delete, calls),
  ]
  const leaveForm = (go: () => void) => void runGuarded(changed.current, pending, go)
  const choose = (id: string) => {
    if (id === chosen && !making) return
    leaveForm(() => {
      setMaking(undefined)
      setChosen(id)
    })
  }
  const make = (kind: Product['kind']) =>
    leaveForm(() => setMaking({ kind, parentId: homeOf(nodes, chosen), clientId: newId() }))
  const move = async (id: string, { parentId, position }: Place) => {
    await moving.send({ body: { id, new_parent_id: parentId, position } })
  }
  const rename = async ({ id, version }: Product, name: string) => {
    await saving.send({ body: { id, version, name } })
  }
  const restore = async ({ id, version }: Product) => {
    const saved = await saving.send({ body: { id, version, restore: true } })
    if (!saved) return
    toast.success('Снова действует')
    document.querySelector<HTMLElement>('[role="tree"]')?.focus()
  }
  const remove = async (node: Product) => {
    if (!(await mayRemove(nodes ?? [], node))) return
    const done = await removing.send({ query: { id: node.id } })
    if (!done) return
    toast.success(done.archived ? 'Перенесено в архив' : 'Удалено')
    if (!making) setChosen(neighbourOf(nodes ?? [], node))
  }
  return {
    activeId,
    making,
    choose,
    make,
    move,
    rename,
    restore,
    remove,
    giveUp: () => leaveForm(() => setMaking(undefined)),
    tellChanged: (now: boolean) => {
      changed.current = now
    },
    saved: (node: Product) => {
      setMaking(undefined)
      setChosen(node.id)
      pending.current?.()
      pending.current = undefined
    },
  }
}

const newId = () => crypto.randomUUID()

/** Leaving waits for the save that the question started; staying cancels the pending navigation. */
async function runGuarded(
  changed: boolean,
  pending: React.RefObject<(() => void) | undefined>,
  go: () => void,
) {
  pending.current = undefined
  if (!changed) return go()
  const answer = await askLeave()
  if (answer === 'drop') return go()
  if (answer !== 'save') return
  pending.current = go
  document.querySelector<HTMLFormElement>('[data-node-form] form')?.requestSubmit()
}

/** A new node goes into the chosen group, or beside the chosen item. */
function homeOf(nodes: readonly Product[] | undefined, id: string | undefined): string | null {
  const node = nodes?.find((one) => one.id === id)
  if (!node || (node.kind === 'group' && node.status === 'active')) return node?.id ?? null
  const parent = nodes?.find((one) => one.id === node.parent_id)
  return parent?.status === 'active' ? parent.id : null
}

async function mayRemove(nodes: readonly Product[], node: Product): Promise<boolean> {
  if (node.status === 'archived') return false
  if (nodes.some((one) => one.parent_id === node.id && one.status === 'active')) {
    toast.warning('В группе есть действующие позиции. Сначала перенесите их')
    return false
  }
  const yes = await ask.confirm({
    title: node.used ? 'Убрать в архив?' : 'Удалить?',
    text: node.used
      ? 'Позиция есть в документах: она останется в них, а в новых её больше не будет.'
      : 'Если на неё есть цены или записи, она уйдёт в архив.',
    main: node.used ? 'В архив' : 'Удалить',
    facts: [{ label: node.kind === 'group' ? 'Группа' : 'Позиция', value: node.name }],
    danger: !node.used,
  })
  return yes === true
}

/** The node selected after a node is removed: the next sibling, the previous one, or the group. */
function neighbourOf(nodes: readonly Product[], node: Product): string | undefined {
  const siblings = nodes.filter(
    (one) => one.parent_id === node.parent_id && one.status === 'active',
  )
  const at = siblings.findIndex(({ id }) => id === node.id)
  return (siblings[at + 1] ?? siblings[at - 1])?.id ?? node.parent_id ?? undefined
}
