import { useState } from 'react'
import { wasTold } from '../../../state/call-error.ts'
import { plural } from '../../format.ts'
import { useKeys } from '../../keyboard/keys.ts'
import type { BulkAction } from '../list-types.ts'

/** Actions on the selected rows, and why some are not possible. */
export interface Bulk<Row> {
  actions: BulkAction<Row>[]
  /** Why an action cannot be done with these rows. */
  refusal: (action: BulkAction<Row>) => string | undefined
  running: boolean
  run: (action: BulkAction<Row>) => Promise<void>
}

/** The keys work as soon as a row is selected, even before the bar that shows them has loaded. */
export function useBulk<Row>(actions: BulkAction<Row>[], rows: Row[], done: () => void): Bulk<Row> {
  const [running, setRunning] = useState(false)
  const run = async (action: BulkAction<Row>) => {
    setRunning(true)
    // If reading the rows fails, the selection stays and the buttons remain usable.
    const through = await runQuietly(action.run(rows)).finally(() => setRunning(false))
    if (through) done()
  }
  const refusal = (action: BulkAction<Row>) => refusalOf(action, rows)
  useKeys(
    actions.flatMap((action) =>
      action.hotkey && rows.length > 0 && !running && !refusal(action)
        ? [{ hotkey: action.hotkey, label: action.label, run: () => void run(action) }]
        : [],
    ),
  )
  return { actions, refusal, running, run }
}

async function runQuietly(action: void | Promise<void>): Promise<boolean> {
  return Promise.resolve(action).then(
    () => true,
    (error: unknown) => wasTold(error) ?? false,
  )
}

function refusalOf<Row>({ when, why, most }: BulkAction<Row>, rows: Row[]): string | undefined {
  if (most !== undefined && rows.length > most)
    return most === 1
      ? 'Выберите одну строку'
      : `За раз не больше ${plural(most, 'строки', 'строк', 'строк')}`
  if (when && !rows.every((row) => when(row))) return why
  return undefined
}
