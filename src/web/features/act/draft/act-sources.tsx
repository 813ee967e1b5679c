import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { Link } from '#web/router/link.tsx'
import { visitCalls } from '#contract/visit/visit.ts'
import type { Visit } from '#contract/visit/visit-entities.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { useMay } from '#web/api/use-may.ts'
import { callOnce, useCall } from '#web/api/use-call.ts'
import { paths } from '#contract/screen-paths.ts'
import { dateTime, day, kg } from '#web/ui/format.ts'
import { focusIfFree } from '#web/ui/keyboard/layer-focus.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import { lineRow, visitRow, type ActRow } from './act-values.ts'
import { freeVisits, MOST_FREE } from './free-visits.ts'
import type { HeldSources } from './held-sources.ts'
import sources from './act-sources.module.css'
import styles from '../../../ui/form/line-editor.module.css'

/** Weights are aligned in one column, however wide the plate and the note are. */
const WIDE = { labelWrapper: sources['sourceLabel'] ?? '' }

interface ActSourcesProps extends HeldSources {
  supplierId: string
  rows: ActRow[]
  /** A product's usual contamination. */
  contaminationOf: (productId: string | null) => number
  /** A new act begins here: the first source takes the focus. */
  focus: boolean
  add: (rows: ActRow[], visit?: Visit) => void
  remove: (which: (row: ActRow) => boolean) => void
}

/** Free visits and confirmed weight acts of the whole yard. */
export function useFreeSources() {
  const free = useCall(visitCalls.getFree, freeVisits)
  const acts = useCall(weightacts.getAll, {
    query: {
      filter: { status: ['confirmed'], direction: ['purchase'], limit: MOST_FREE, with: ['rows'] },
    },
  })
  return { free, acts, loading: free.loading || acts.loading }
}

/** What may be bought here: weighed visits and confirmed weight acts of this supplier or without a supplier. */
export function ActSources(props: ActSourcesProps) {
  const { supplierId, rows, heldVisits, heldActs, add, remove } = props
  const [taking, setTaking] = useState<string>()
  const { free, acts } = useFreeSources()
  const mayWeigh = useMay('weight.capture')
  if (free.error) throw free.error
  const ours = (row: { supplier_id: string | null }) =>
    row.supplier_id === null || row.supplier_id === supplierId
  const heldIds = new Set(heldVisits.map(({ id }) => id))
  const visits = [
    ...heldVisits,
    ...(free.data?.items ?? []).filter((v) => ours(v) && !heldIds.has(v.id)),
  ]
  const actIds = new Set(heldActs.map(({ id }) => id))
  const confirmed = (acts.data?.items ?? []).filter((one) => ours(one) && !actIds.has(one.id))
  const weightActs = [...heldActs, ...confirmed].filter(({ auto }) => !auto)
  const takeVisit = (visit: Visit, taken: boolean) => {
    if (!taken) return remove((row) => row.transaction_id === visit.id)
    const drops = visit.drops.map((drop) => ({
      ...drop,
      product_id: drop.product_id ?? visit.product_id,
    }))
    add(
      drops.map((drop) => visitRow(visit, drop, props.contaminationOf(drop.product_id))),
      visit,
    )
  }
  const takeWeightAct = async (id: string, taken: boolean) => {
    if (!taken) return remove((row) => row.weight_act_id === id)
    // The tick appears at once, before the lines have loaded.
    setTaking(id)
    const card = await callOnce(weightacts.get, { params: { id } }).finally(() =>
      setTaking(undefined),
    )
    add(
      card.lines.map((line) => lineRow(card, line)),
      card.transactions[0],
    )
  }
  const isTaken = rows.some((row) => row.transaction_id !== null || row.weight_act_id !== null)
  const nothing = !free.loading && !isTaken && visits.length === 0 && weightActs.length === 0
  return (
    <Panel title="Взвешивания">
      {nothing && (
        <p className={styles['hint']}>
          Свободных взвешиваний нет. {mayWeigh && <Link to={paths.weight}>Взвесить машину</Link>}
        </p>
      )}
      <div className={sources['sources']} data-waits={free.loading || undefined}>
        {visits.map((visit, place) => (
          <Checkbox
            key={visit.id}
            classNames={WIDE}
            // The first thing that is done on this screen.
            ref={props.focus && place === 0 ? focusIfFree : undefined}
            checked={rows.some((row) => row.transaction_id === visit.id)}
            onChange={(event) => takeVisit(visit, event.currentTarget.checked)}
            label={
              <Source
                title={visit.carnumber ?? visit.number}
                net={visit.net_g}
                note={[
                  visit.carnumber ? visit.number : visit.product_name,
                  dateTime(visit.out_at ?? visit.in_at),
                  visit.supplier_name,
                ]}
              />
            }
          />
        ))}
        {weightActs.map((one, place) => (
          <Checkbox
            key={one.id}
            classNames={WIDE}
            ref={props.focus && visits.length === 0 && place === 0 ? focusIfFree : undefined}
            checked={taking === one.id || rows.some((row) => row.weight_act_id === one.id)}
            onChange={(event) => void takeWeightAct(one.id, event.currentTarget.checked)}
            label={
              <Source
                title="Весовой акт"
                number={one.number}
                net={one.net_g}
                note={[day(one.date), one.carnumber, one.products]}
              />
            }
          />
        ))}
      </div>
    </Panel>
  )
}

interface SourceProps {
  title: string
  number?: string
  net: number | null
  note: (string | null)[]
}

function Source({ title, number, net, note }: SourceProps) {
  return (
    <span className={sources['source']}>
      <strong>
        {title} {number && <span className={sources['number']}>{number}</span>}
      </strong>
      <span>{kg(net)}</span>
      <small>{note.filter(Boolean).join(' · ')}</small>
    </span>
  )
}
