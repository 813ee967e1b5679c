import * as z from 'zod/mini'

const orderedDays = z.object({
  date_from: z.catch(z.optional(z.string()), undefined),
  date_to: z.catch(z.optional(z.string()), undefined),
  date: z.catch(z.optional(z.string()), undefined),
  year: z.catch(z.optional(z.string()), undefined),
})

/** «Журнал взвешиваний, 01.05.2025–31.05.2025»: tells the files of one report apart in a list of files. */
export function nameReportFile(title: string, params: unknown): string {
  const period = periodOf(params)
  return period ? `${title}, ${period}` : title
}

/** The days of a report, or those by which an exported list was narrowed. */
function periodOf(params: unknown): string | undefined {
  const { filter } = (params ?? {}) as { filter?: unknown }
  const read = z.safeParse(orderedDays, filter ?? params)
  if (!read.success) return undefined
  const { date_from: from, date_to: to, date, year } = read.data
  if (from && to) return from === to ? dayText(from) : `${dayText(from)}–${dayText(to)}`
  if (from) return `с ${dayText(from)}`
  if (to) return `по ${dayText(to)}`
  if (date) return `на ${dayText(date)}`
  return year && `${year} год`
}

const dayText = (day: string) => day.split('-').toReversed().join('.')
