import { Refusal } from '#http/refusal.ts'
import { DatabaseAway } from '../db/connection/database-away.ts'

export interface RowResult<Row> {
  index: number
  id: string | null
  ok: boolean
  row?: Row
  code?: string
  message?: string
  fields?: Record<string, string>
}

/**
 * The body of a call with a plural name (domain.md 0): one object is answered by its row or refused as a whole; each row of a
 * list is handled by itself, one after another, so a refusal of one leaves the others done.
 */
export async function runBatch<Input extends object, Row extends { id: string }>(
  body: Input | readonly Input[],
  work: (input: Input) => Promise<Row>,
): Promise<Row | RowResult<Row>[]> {
  if (!Array.isArray(body)) return work(body as Input)
  const results: RowResult<Row>[] = []
  for (const [index, input] of (body as readonly Input[]).entries()) {
    // Each further row would wait for the same silence.
    const last = results.at(-1)
    const next = last?.code === 'common.unavailable' ? unavailable : work
    results.push(await runRow(index, input, next))
  }
  // Finished rows are reported as finished: a client without that report would send all of them again.
  return results.some(({ code }) => code !== 'common.unavailable') ? results : unavailable()
}

const unavailable = (): Promise<never> => Promise.reject(new Refusal('common.unavailable'))

async function runRow<Input extends object, Row extends { id: string }>(
  index: number,
  input: Input,
  work: (input: Input) => Promise<Row>,
): Promise<RowResult<Row>> {
  try {
    const row = await work(input)
    return { index, id: row.id, ok: true, row }
  } catch (error) {
    const refusal = error instanceof DatabaseAway ? new Refusal('common.unavailable') : error
    if (!(refusal instanceof Refusal)) throw error
    const { code, message, detail } = refusal
    const id = (input as { id?: string }).id ?? null
    return { index, id, ok: false, code, message, ...(detail.fields && { fields: detail.fields }) }
  }
}
