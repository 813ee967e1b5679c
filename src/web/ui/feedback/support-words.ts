import { dateTime } from '../format.ts'

/** What a person reads out to the administrator: the request, and when it was by the company's clock; codes are only copied. */
export const supportWords = (requestId: string | undefined, at: string): string =>
  `Для администратора: ${[requestId && `обращение ${requestId}`, dateTime(at)].filter(Boolean).join(', ')}`
