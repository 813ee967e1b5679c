import { approvalAsks } from '#contract/user/approval/approval-asks.ts'
import { passkeys } from '#contract/user/passkeys.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSearchParams } from '#web/router/hooks.ts'
import { useHeldRights } from '#web/api/use-may.ts'
import { useStore } from '#web/state/store.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import { Ask, type OwnMeans } from './approval-ask.tsx'
import styles from './approval-asks.module.css'

const CONFIRMING = ['approval.weighing', 'approval.act', 'approval.payment', 'approval.supplier']
const MINUTE_MS = 60_000

/** Questions of colleagues that wait for this person's word; nothing while there are none. */
export function ApprovalAsks() {
  const rights = useHeldRights()
  const { data = [] } = useCall(
    approvalAsks.getApprovalAsks,
    {},
    {
      when: CONFIRMING.some((code) => rights?.has(code)),
      every: MINUTE_MS,
      keepPrevious: true,
      quiet: true,
    },
  )
  const means = useOwnMeans(data.length > 0)
  // A notice on a phone names its question: it stands first.
  const [address] = useSearchParams()
  const named = address.get('ask')
  const asks = data.toSorted((a, b) => Number(b.id === named) - Number(a.id === named))
  if (data.length === 0) return null
  return (
    <Panel title="Просят подтвердить">
      <ul className={styles['asks']}>
        {asks.map((one) => (
          <Ask key={one.id} asked={one} means={means} />
        ))}
      </ul>
    </Panel>
  )
}

/** Until keys are known, and where there is neither, the PIN is offered: the server says what is missing. */
function useOwnMeans(isAsked: boolean): OwnMeans {
  const person = useStore(({ account }) => account?.user)
  const { data } = useCall(
    passkeys.getPasskeys,
    {},
    { when: isAsked, keepPrevious: true, quiet: true },
  )
  const hasKey = Boolean(data?.address && data.passkeys.length > 0)
  const hasPin = Boolean(person?.has_pcode && !person.pcode_temporary)
  return { hasKey, hasPin: hasPin || !hasKey }
}
