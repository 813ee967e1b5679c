import { product } from '#contract/product.ts'
import type { Transaction } from '#contract/transaction-entities.ts'
import { callOnce, REFERENCE_MS } from '#web/api/use-call.ts'
import { openDialog } from '#web/ui/ask.ts'
import { FactsAcross } from '#web/ui/facts.tsx'
import { kg } from '#web/ui/format.ts'
import { ActForm } from '../act/act-form.tsx'
import { formerAct } from '../act/former-act.ts'
import { visitRow } from '../act/act-values.ts'

/** The dialog itself; screens open it through `open-accept-visit.ts`, which loads it first. */
export async function showAcceptVisit(
  visit: Transaction,
  supplierId: string,
): Promise<string | undefined> {
  const [goods, former] = await Promise.all([
    callOnce(
      product.getAll,
      { query: { filter: { kind: ['item'], status: ['active'] } } },
      REFERENCE_MS,
    ),
    formerAct(supplierId),
  ])
  const zasorOf = (id: string | null) =>
    goods.items.find((one) => one.id === id)?.default_zasor_bp ?? 0
  const rows = visit.drops.map((drop) => {
    const product_id = drop.product_id ?? visit.product_id
    return visitRow(visit, { ...drop, product_id }, zasorOf(product_id))
  })
  return openDialog<string>({ title: `Приём: заезд ${visit.number}`, width: 960 }, (close) => (
    <ActForm
      supplierId={supplierId}
      start={{ rows, visit }}
      former={former}
      head={<Who visit={visit} />}
      kept={close}
    />
  ))
}

function Who({ visit }: { visit: Transaction }) {
  return (
    <FactsAcross
      facts={[
        { label: 'Поставщик', value: visit.supplier_name ?? '—' },
        { label: 'Машина', value: visit.carnumber ?? '—' },
        { label: 'Брутто', value: kg(visit.gross_g) },
        { label: 'Тара', value: kg(visit.tare_g) },
        { label: 'Нетто', value: kg(visit.net_g) },
      ]}
    />
  )
}
