import { act } from '#contract/act/act.ts'
import { useCall } from '#web/api/use-call.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { ActChain } from './act-chain.tsx'

/** One act beside a list: the same chain in a narrow place. */
export function ActInfo({ id }: { id: string }) {
  const { data, error } = useCall(act.get, { query: { id } })
  if (error) throw error
  return data ? <ActChain card={data} brief /> : <Waiting />
}
