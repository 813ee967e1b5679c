import type { CallError } from '../state/call-error.ts'

/** What became of one record that was sent. */
export type Step = 'sent' | 'refused' | 'lost' | 'missing'
/** What is left after a round: `later` asks for another one soon, `lost` for a longer wait. */
export type Rest = 'nothing' | 'lost' | 'later'

/** No answer, a server in trouble, or an ended session: none of these says anything about the record. */
export const comesBack = ({ status }: CallError): boolean =>
  status === 0 || status >= 500 || status === 429 || status === 401
