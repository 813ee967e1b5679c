import * as z from 'zod/mini'
import { count, int, list } from '../core/shapes.ts'

/** Rows of each status of a list, and the sum that its screen shows of them: kopecks or grams, 0 where it shows none. */
export const statusSums = <const S extends readonly string[]>(statuses: S) =>
  list(
    z.strictObject({ status: z.enum(statuses), count, sum: int(0, Number.MAX_SAFE_INTEGER) }),
    statuses.length,
  )

/** Totals of a list that adds nothing up. */
export const statusCounts = <const S extends readonly string[]>(statuses: S) =>
  z.strictObject({ statuses: statusSums(statuses) })
