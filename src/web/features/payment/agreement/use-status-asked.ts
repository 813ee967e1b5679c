import { useEffect } from 'react'
import { payment } from '#contract/payment/payment.ts'
import { send } from '#web/api/send.ts'
import { refresh } from '#web/api/use-call.ts'
import { useModuleSettings } from '#web/state/module-settings.ts'

/** The bank is asked soon after each poll, so that the state does not wait for the server's next round. */
export function useStatusAsked(id: string, running: boolean) {
  const everyMs = useModuleSettings('payment')?.poll_ms
  useEffect(() => {
    if (!running || everyMs === undefined) return undefined
    const timer = setInterval(() => {
      void send(payment.getStatuses, { body: { ids: [id] } }, { quiet: true }).then(
        () => refresh([payment.get]),
        // A lost connection is shown by the lamp; the next round asks again.
        () => undefined,
      )
    }, everyMs)
    return () => clearInterval(timer)
  }, [id, running, everyMs])
}
