import { Button } from '@mantine/core'
import { product } from '#contract/price/product.ts'
import type { Visit } from '#contract/visit/visit-entities.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { loadNextScreen } from '#web/load-screen.ts'
import { callOnce, REFERENCE_MS } from '#web/api/use-call.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { useGiveUp } from '#web/ui/dialogs/dialogs.tsx'
import { FactsAcross } from '#web/ui/layout/facts.tsx'
import { kg, plural } from '#web/ui/format.ts'
import type { FoundOption } from '#web/ui/inputs/lookup-input.tsx'
import { ActForm } from '../../act/draft/act-form.tsx'
import { previousAct } from '../../act/draft/previous-act.ts'
import { visitRow, type ActRow } from '../../act/draft/act-values.ts'
import { openWeightActEditor } from '../../weight-act/open-weight-act-editor.ts'
import type { VisitRow } from '../../weight-act/weight-act-rows.ts'
import { PicturesOfVisits } from '../../weighing/weighing-pictures.tsx'

/** The dialog itself; screens open it through `open-accept-visit.ts`, which loads it first. */
export async function showAcceptVisits(
  visits: readonly [Visit, ...Visit[]],
  supplier: FoundOption,
): Promise<string | undefined> {
  const [catalogue, previous] = await Promise.all([
    callOnce(
      product.getAll,
      { query: { filter: { kind: ['item'], status: ['active'] } } },
      REFERENCE_MS,
    ),
    previousAct(supplier.id),
  ])
  const contaminationOf = (id: string | null) =>
    catalogue.items.find((one) => one.id === id)?.default_zasor_bp ?? 0
  const rows = visits.flatMap((visit) =>
    visit.drops.map((drop) => {
      const product_id = drop.product_id ?? visit.product_id
      return visitRow(visit, { ...drop, product_id }, contaminationOf(product_id))
    }),
  )
  const [visit] = visits
  const what =
    visits.length > 1
      ? plural(visits.length, 'взвешивание', 'взвешивания', 'взвешиваний')
      : `заезд ${visit.number}`
  let weighedOnly: VisitRow[] | undefined
  const closed = openDialog<string>({ title: `Приём: ${what}`, width: 960 }, (close) => (
    <ActForm
      supplierId={supplier.id}
      start={{
        rows,
        visit,
        actions: (named) => (
          <Actions
            weighOnly={() => {
              weighedOnly = named.flatMap(toldOf)
              close()
            }}
          />
        ),
      }}
      previous={previous}
      head={
        <div>
          {visits.length > 1 ? (
            <DeliveryFacts visits={visits} seller={supplier.label} />
          ) : (
            <Who visit={visit} seller={supplier.label} />
          )}
          <PicturesOfVisits ids={visits.map(({ id }) => id)} />
        </div>
      }
      onSaved={close}
    />
  ))
  // The act opens when it is issued, without waiting for its screen.
  loadNextScreen('act')
  const actId = await closed
  if (actId) return to(paths.act, { actId })
  if (!weighedOnly) return undefined
  const made = await openWeightActEditor(visits, { lines: weighedOnly, supplierId: supplier.id })
  return made && paths.weightacts
}

/** What may be done with a load that is not bought now. */
function Actions({ weighOnly }: { weighOnly: () => void }) {
  const giveUp = useGiveUp()
  const mayWeighOnly = useMaySend(weightacts.update, 'save')
  return (
    <>
      <Button variant="subtle" title="Esc" onClick={giveUp}>
        Отложить
      </Button>
      {mayWeighOnly && (
        <Button variant="subtle" onClick={weighOnly}>
          Только весовой акт
        </Button>
      )}
    </>
  )
}

/** A weight act knows weighed loads alone. */
function toldOf(row: ActRow): VisitRow[] {
  return row.source === 'visit' && row.transaction_id
    ? [{ ...row, transaction_id: row.transaction_id }]
    : []
}

/** One delivery over a platform: no vehicle, and what counts is the sum of its loads. */
function DeliveryFacts({ visits, seller }: { visits: readonly Visit[]; seller: string }) {
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

function Who({ visit, seller }: { visit: Visit; seller: string }) {
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
