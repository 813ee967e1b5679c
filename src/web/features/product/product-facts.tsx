import type { Product } from '#contract/price/product.ts'
import { kg, percent } from '#web/ui/format.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { CLASSES, MEASURES, UNITS } from './product-values.ts'

/** A node for reading: archived, or shown to who may not change the catalogue. */
export function ProductFacts({ node }: { node: Product }) {
  const common = [
    { label: 'Название', value: node.name },
    { label: 'Код', value: node.code ?? '—' },
    { label: 'Шаг цены без второго человека', value: stepOf(node) },
  ]
  if (node.kind === 'group') return <Facts facts={common} />
  return (
    <Facts
      facts={[
        ...common,
        { label: 'Мера', value: `${MEASURES[node.measure]}, ${UNITS[node.display_unit]}` },
        { label: 'Вид', value: CLASSES[node.metal_class] },
        { label: 'Категория ГОСТ', value: node.gost_category ?? '—' },
        { label: 'Код отхода', value: node.waste_code ?? '—' },
        { label: 'Обычный засор', value: percent(node.default_zasor_bp) },
        { label: 'Шаг засора', value: kg(node.zasor_step_g) },
        { label: 'От граждан', value: node.allowed_from_person ? 'принимаем' : 'не принимаем' },
        {
          label: 'Радиационный контроль',
          value: node.requires_radiation_check ? 'нужен' : 'не нужен',
        },
        { label: 'Влажность', value: node.asks_moisture ? 'спрашиваем' : 'не спрашиваем' },
        { label: 'Предупреждение', value: node.hazard_note ?? '—' },
      ]}
    />
  )
}

const stepOf = (node: Product) =>
  node.price_step_bp === null ? 'как выше по дереву' : percent(node.price_step_bp)
