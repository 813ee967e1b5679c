import { passkeys } from '#contract/user/passkeys.ts'
import { useCall } from '#web/api/use-call.ts'

/** How many keys of sign-in a person has, for the head of the card. */
export function PasskeyCount({ id }: { id: string }) {
  const { data } = useCall(passkeys.superGetPasskeys, { query: { id } }, { quiet: true })
  if (!data) return '…'
  return data.length || 'Нет'
}
