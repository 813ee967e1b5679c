import { Button } from '@mantine/core'
import { product } from '#contract/product.ts'
import type { Transaction } from '#contract/transaction-entities.ts'
import { callOnce, REFERENCE_MS } from '#web/api/use-call.ts'
import { paths, to } from '#web/paths.ts'
import { openDialog } from '#web/ui/ask.ts'
import { useGiveUp } from '#web/ui/dialogs.tsx'
import { FactsAcross } from '#web/ui/facts.tsx'
import { kg, plural } from '#web/ui/format.ts'
import type { Found } from '#web/ui/inputs/lookup-input.tsx'
import { ActForm } from '../act/act-form.tsx'
import { formerAct } from '../act/former-act.ts'
import { visitRow, type ActRow } from '../act/act-values.ts'
import { openWeightActEditor } from '../weight-act/open-weight-act-editor.ts'
import type { Told } from '../weight-act/weight-act-rows.ts'
import { PicturesOfVisits } from './weighing-pictures.tsx'

/** The dialog itself; screens open it through `open-accept-visit.ts`, which loads it first. */
export async function showAcceptVisits(
  visits: readonly [Transaction, ...Transaction[]],
  supplier: Found,
): Promise<string | undefined> {
  const [goods, former] = await Promise.all([
    callOnce(
      product.getAll,
      { query: { filter: { kind: ['item'], status: ['active'] } } },
      REFERENCE_MS,
    ),
    formerAct(supplier.id),
  ])
  const zasorOf = (id: string | null) =>
    goods.items.find((one) => one.id === id)?.default_zasor_bp ?? 0
  const rows = visits.flatMap((visit) =>
    visit.drops.map((drop) => {
      const product_id = drop.product_id ?? visit.product_id
      return visitRow(visit, { ...drop, product_id }, zasorOf(product_id))
    }),
  )
  const [visit] = visits
  const what =
    visits.length > 1
      ? plural(visits.length, 'взвешивание', 'взвешивания', 'взвешиваний')
      : `заезд ${visit.number}`
  let weighedOnly: Told[] | undefined
  const actId = await openDialog<string>({ title: `Приём: ${what}`, width: 960 }, (close) => (
    <ActForm
      supplierId={supplier.id}
      start={{
        rows,
        visit,
        deeds: (named) => (
          <Deeds
            weighOnly={() => {
              weighedOnly = named.flatMap(toldOf)
              close()
            }}
          />
        ),
      }}
      former={former}
      head={
        <div>
          {visits.length > 1 ? (
            <Loads visits={visits} seller={supplier.label} />
          ) : (
            <Who visit={visit} seller={supplier.label} />
          )}
          <PicturesOfVisits ids={visits.map(({ id }) => id)} />
        </div>
      }
      kept={close}
    />
  ))
  if (actId) return to(paths.act, { actId })
  if (!weighedOnly) return undefined
  const made = await openWeightActEditor(visits, { lines: weighedOnly, supplierId: supplier.id })
  return made && paths.weightacts
}

/** What may be done with a load that is not bought now. */
function Deeds({ weighOnly }: { weighOnly: () => void }) {
  const giveUp = useGiveUp()
  return (
    <>
      <Button variant="subtle" title="Esc" onClick={giveUp}>
        Отложить
      </Button>
      <Button variant="subtle" onClick={weighOnly}>
        Только весовой акт
      </Button>
    </>
  )
}

/** A weight act knows weighed loads alone. */
function toldOf(row: ActRow): Told[] {
  return row.source === 'visit' && row.transaction_id
    ? [{ ...row, transaction_id: row.transaction_id }]
    : []
}

/** One delivery over a platform: no vehicle, and what counts is the sum of its loads. */
function Loads({ visits, seller }: { visits: readonly Transaction[]; seller: string }) {
  const net = visits.reduce((sum, { net_g }) => sum + (net_g ?? 0), 0)
  return (
    <FactsAcross
      facts={[
        { label: 'Поставщик', value: seller },
        { label: 'Взвешиваний', value: visits.length },
        { label: 'Нетто', value: kg(net) },
      ]}
    />
  )
}

function Who({ visit, seller }: { visit: Transaction; seller: string }) {
  return (
    <FactsAcross
      facts={[
        { label: 'Поставщик', value: seller },
        { label: 'Машина', value: visit.carnumber ?? '—' },
        { label: 'Брутто', value: kg(visit.gross_g) },
        { label: 'Тара', value: kg(visit.tare_g) },
        { label: 'Нетто', value: kg(visit.net_g) },
      ]}
    />
  )
}
