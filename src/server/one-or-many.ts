import { Refusal } from '#http/refusal.ts'

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
 * The body of a call with a plural name (domain.md 0): one object is answered by its row or refused as a whole; of a list
 * each row stands for itself, one after another, so a refusal of one leaves the others done.
 */
export async function oneOrMany<Input extends object, Row extends { id: string }>(
  body: Input | readonly Input[],
  work: (input: Input) => Promise<Row>,
): Promise<Row | RowResult<Row>[]> {
  if (!Array.isArray(body)) return work(body as Input)
  const results: RowResult<Row>[] = []
  for (const [index, input] of (body as readonly Input[]).entries())
    results.push(await oneRow(index, input, work))
  return results
}

async function oneRow<Input extends object, Row extends { id: string }>(
  index: number,
  input: Input,
  work: (input: Input) => Promise<Row>,
): Promise<RowResult<Row>> {
  try {
    const row = await work(input)
    return { index, id: row.id, ok: true, row }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message, detail } = error
    const id = (input as { id?: string }).id ?? null
    return { index, id, ok: false, code, message, ...(detail.fields && { fields: detail.fields }) }
  }
}
