import { Button } from '@mantine/core'
import { useDeferredValue } from 'react'
import type { Product } from '#contract/price/product.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { ProductForm } from './product-form.tsx'
import type { useCatalogue } from './use-catalogue.ts'
import styles from './product.module.css'
import { nodeFields, productFields } from '#contract/price/product-record.ts'
import { quote } from '#contract/words/quote.ts'
import { recordFacts } from '#web/ui/form/record-values.ts'
import { Facts } from '#web/ui/layout/facts.tsx'

interface ProductPaneProps {
  catalogue: ReturnType<typeof useCatalogue>
  nodes: readonly Product[]
  mayEdit: boolean
  /** Asks for another group and takes the node there. */
  relocate: (node: Product) => void
}

/** The form beside the tree updates a moment later than the selection, so that a held arrow never waits for it. */
export function ProductPane({ catalogue, nodes, mayEdit, relocate }: ProductPaneProps) {
  const { making } = catalogue
  const chosen = useDeferredValue(catalogue.activeId)
  const node = nodes.find(({ id }) => id === chosen)
  useKeys([{ keys: 'Escape', label: 'К дереву', inField: true, run: () => backToTree(catalogue) }])
  if (making) return <NewNode catalogue={catalogue} nodes={nodes} />
  if (!node)
    return (
      <section className={styles['pane']} aria-label="Позиция">
        <p className={styles['dimmed']}>
          {nodes.length === 0
            ? 'Номенклатура пуста. Возьмите готовый каталог, загрузите файл или начните с группы, например «Лом чёрных металлов».'
            : 'Выберите позицию или группу слева.'}
        </p>
      </section>
    )
  const readOnly = !mayEdit || node.status === 'archived'
  return (
    <section className={styles['pane']} aria-label="Позиция" data-node-form>
      <header className={styles['paneHead']}>
        <h2>{node.name}</h2>
        {node.status === 'archived' && <StatusBadge kind="product" status="archived" />}
        <span className={styles['dimmed']}>{pathOf(nodes, node.parent_id)}</span>
      </header>
      {readOnly ? (
        <>
          <ProductFacts node={node} />
          {mayEdit && (
            <div>
              <Button onClick={() => void catalogue.restore(node)}>Вернуть из архива</Button>
            </div>
          )}
        </>
      ) : (
        <ProductForm
          key={node.id}
          kind={node.kind}
          node={node}
          tellChanged={catalogue.tellChanged}
          done={catalogue.saved}
          relocate={() => relocate(node)}
          remove={() => void catalogue.remove(node)}
        />
      )}
    </section>
  )
}

/** A node for reading: archived, or shown to who may not change the catalogue. */
function ProductFacts({ node }: { node: Product }) {
  return <Facts facts={recordFacts(node.kind === 'group' ? nodeFields : productFields, node)} />
}

function NewNode({ catalogue, nodes }: Pick<ProductPaneProps, 'catalogue' | 'nodes'>) {
  const making = catalogue.making!
  const title = making.kind === 'group' ? 'Новая группа' : 'Новая позиция'
  return (
    <section className={styles['pane']} aria-label={title} data-node-form>
      <header className={styles['paneHead']}>
        <h2>{title}</h2>
        <span className={styles['dimmed']}>{pathOf(nodes, making.parentId)}</span>
      </header>
      <ProductForm
        key={making.clientId}
        kind={making.kind}
        start={making}
        tellChanged={catalogue.tellChanged}
        done={catalogue.saved}
        giveUp={catalogue.giveUp}
      />
    </section>
  )
}

/** Esc leaves the form as it is and goes to the tree; a new node without any text is discarded. */
function backToTree(catalogue: ProductPaneProps['catalogue']) {
  if (catalogue.making) catalogue.giveUp()
  document.querySelector<HTMLElement>('[role="tree"]')?.focus()
}

function pathOf(nodes: readonly Product[], id: string | null): string {
  const names: string[] = []
  for (let at = nodes.find((one) => one.id === id); at; at = parentOf(nodes, at))
    names.unshift(at.name)
  return names.length > 0
    ? `в группе ${names.map((name) => quote(name)).join(' → ')}`
    : 'на верхнем уровне'
}

function parentOf(nodes: readonly Product[], node: Product): Product | undefined {
  return nodes.find((one) => one.id === node.parent_id)
}
