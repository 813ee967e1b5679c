import { callBank, type BankReply } from './exchange-call.ts'
import { inSession, type SessionAccess } from './session.ts'
import type { Parties } from './write-documents.ts'

export interface DirectAccess extends SessionAccess, Parties {}

/** `SendPack`: one pack, inside the bank's session. */
export function sendPack(
  access: SessionAccess,
  until: AbortSignal,
  body: string,
): Promise<BankReply> {
  return inSession(access, until, (sid) =>
    callBank(access, 'SendPack', { headers: { sid }, body, until }),
  )
}
