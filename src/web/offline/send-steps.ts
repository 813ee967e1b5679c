import type { CallError } from '../state/call-error.ts'

/** The outcome of one record that was sent. */
export type Step = 'sent' | 'refused' | 'lost' | 'missing'
/** The result of a round: `later` asks for another one soon, `lost` for a longer wait. */
export type Rest = 'nothing' | 'lost' | 'later'

/** No answer, a server in trouble, or an ended session: none of these says anything about the record. */
export const comesBack = ({ status }: CallError): boolean =>
  status === 0 || status >= 500 || status === 429 || status === 401
