import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import { act } from '#contract/act/act.ts'
import { product } from '#contract/price/product.ts'
import { useConnection } from '#web/state/connection.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { LookupInput } from '#web/ui/inputs/lookup-input.tsx'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { unchosenList } from '#web/ui/form/form-keys.ts'
import { useOnce } from '#web/ui/form/use-once.ts'
import { supplier as supplierCalls } from '#contract/supplier/supplier.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { openNewSupplier } from '../../supplier/open-new-supplier.ts'
import { focusOn } from '../scale/focus-on.ts'
import { VisitPapers } from '../visit/visit-papers.tsx'
import { findSuppliers } from '../truck/find-suppliers.ts'
import { openAcceptVisits, prepareAccept, readUsualProduct } from './open-accept-visit.ts'
import type { Station } from '../truck/use-station.ts'

export const NO_SUPPLIER = 'Выберите поставщика: без него принять нельзя'

/** Who sells and what; both may wait until the visit is accepted. */
export function AcceptPart({ station }: { station: Station }) {
  const navigate = useNavigate()
  const { draft, visit } = station
  const catalogue = useCall(
    product.getAll,
    { query: { filter: { kind: ['item'], status: ['active'] } } },
    { fresh: REFERENCE_MS },
  )
  const lost = useConnection(({ state }) => state === 'lost')
  // The reason stays at the field: the toast goes before a hand has moved from the scale to the keyboard.
  const [noSupplier, setNoSupplier] = useState(false)
  const accept = async () => {
    // An act never waits in a browser (screens.md 13.1).
    if (lost) return toast.warning('Нет связи с сервером')
    const unchosen = unchosenList()
    if (unchosen !== undefined) return toast.warning(`${unchosen}: выберите из списка`)
    const whole = (await station.settled()) ?? visit
    if (whole?.status !== 'closed') return toast.warning('Сначала запишите выезд')
    if (!draft.supplier) {
      setNoSupplier(true)
      focusOn('station-supplier')
      return toast.warning('Выберите поставщика')
    }
    const address = await openAcceptVisits([whole], draft.supplier)
    if (address) navigate(address)
    return undefined
  }
  const supplierId = draft.supplier?.id
  const usual = useUsualProduct(draft.productId === null && !lost ? supplierId : undefined)
  const products = (catalogue.data?.items ?? [])
    .filter(({ measure }) => measure !== 'piece')
    .map(({ id, name }) => ({ value: id, label: name }))
  const isWeighed = visit?.status === 'closed'
  useEffect(() => {
    // What cannot be read yet is read, and told, when the window opens.
    if (isWeighed) prepareAccept(supplierId).catch(() => undefined)
  }, [supplierId, isWeighed])
  const mayCreate = useMaySend(supplierCalls.create)
  const create = async (words: string) => {
    const made = await openNewSupplier({ name: words })
    if (made) station.choose({ supplier: { id: made.id, label: made.name } })
  }
  const accepting = useOnce(accept)
  const mayAccept = useMaySend(act.update, 'save')
  const keyOf = useHotkeyNames()
  useKeys([
    { hotkey: 'plate', label: 'Номер машины', run: () => focusOn('station-plate') },
    { hotkey: 'supplier', label: 'Поставщик', run: () => focusOn('station-supplier') },
    { hotkey: 'product', label: 'Товар', run: () => focusOn('station-product') },
    ...(mayAccept ? [{ hotkey: 'accept' as const, label: 'Принять', run: accepting.run }] : []),
  ])
  return (
    <Panel
      title="Груз"
      actions={
        mayAccept && (
          <Button
            title={keyOf('accept')}
            variant={visit?.status === 'closed' ? 'filled' : 'default'}
            loading={accepting.running}
            onClick={accepting.run}
          >
            {lost ? 'Нет связи с сервером' : `Принять · ${keyOf('accept')}`}
          </Button>
        )
      }
    >
      <LookupInput
        label={`Поставщик (${keyOf('supplier')})`}
        id="station-supplier"
        placeholder="Имя, ИНН, телефон"
        find={findSuppliers}
        {...(mayCreate && { create: (words: string) => void create(words) })}
        error={noSupplier && !draft.supplier && NO_SUPPLIER}
        value={draft.supplier}
        onChange={(supplier) => {
          setNoSupplier(false)
          station.choose({ supplier })
          if (supplier && !draft.productId) focusOn('station-product')
        }}
      />
      <SearchSelect
        label={`Товар (${keyOf('product')})`}
        id="station-product"
        placeholder="Выберите товар"
        clearable
        nothingFoundMessage="Не найдено"
        data={products}
        offered={products.find(({ value }) => value === usual)}
        value={draft.productId}
        onChange={(productId) => station.choose({ productId })}
      />
      <VisitPapers key={visit?.id ?? 'new'} station={station} />
    </Panel>
  )
}

/** What the supplier sold last; known a moment after the choice, and only of that supplier. */
function useUsualProduct(supplierId: string | undefined): string | undefined {
  const [usual, setUsual] = useState<{ of: string; productId: string | undefined }>()
  useEffect(() => {
    if (supplierId === undefined) return
    void readUsualProduct(supplierId).then((productId) => setUsual({ of: supplierId, productId }))
  }, [supplierId])
  return usual && usual.of === supplierId ? usual.productId : undefined
}
