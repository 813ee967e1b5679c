import { useEffect, useState } from 'react'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { splitRow, type ActRow } from './act-values.ts'
import type { MissingPosition } from './missing-positions.ts'

interface Positions {
  rows: ActRow[]
  /** Weighed products that no position buys. */
  missing: MissingPosition[]
  setRows: (rows: ActRow[]) => void
}

/** Adds positions to those of the form, by button and by key; the first new one gets the focus. */
export function useAddedPositions({ rows, missing, setRows }: Positions) {
  const [added, setAdded] = useState<string>()
  useEffect(() => {
    if (added) document.querySelector<HTMLElement>(`[data-line="${added}"] input`)?.focus()
  }, [added])
  const addMissing = (chosen: MissingPosition[]) => {
    const made = chosen.map(({ makeRow }) => makeRow())
    setRows([...rows, ...made])
    setAdded(made[0]?.key)
  }
  const split = (row: ActRow) => {
    const half = splitRow(row)
    setRows(rows.flatMap((one) => (one === row ? [one, half] : [one])))
    setAdded(half.key)
  }
  const unloads = rows.filter(({ source }) => source === 'visit')
  useKeys([
    ...(missing.length > 0
      ? [
          {
            hotkey: 'missing' as const,
            label: 'Добавить недостающие позиции',
            run: () => addMissing(missing),
          },
        ]
      : []),
    ...(unloads.length > 0
      ? [
          {
            hotkey: 'create' as const,
            label: 'Ещё товар той же выгрузки',
            inField: true,
            run: () => split(unloads.find(hasFocus) ?? unloads.at(-1)!),
          },
        ]
      : []),
  ])
  return { addMissing, split }
}

const hasFocus = ({ key }: ActRow) =>
  document.activeElement?.closest<HTMLElement>('[data-line]')?.dataset['line'] === key
