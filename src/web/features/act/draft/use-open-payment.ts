import { useNavigate } from 'react-router'
import { paths, to } from '#contract/screen-paths.ts'
import { useMay } from '#web/api/use-may.ts'
import { useModuleSettings } from '#web/state/module-settings.ts'
import { hasModule, useStore } from '#web/state/store.ts'

/** Where the company pays at once (`act.auto_open_payment`), the payment of an issued act opens; gives whether it does. */
export function useOpenPayment(supplierId: string): (actId: string | undefined) => boolean {
  const navigate = useNavigate()
  const isWanted = useModuleSettings('act')?.auto_open_payment ?? false
  const isOn = useStore(hasModule('payment'))
  const mayPay = useMay('payment.save')
  return (actId) => {
    if (!actId || !isWanted || !isOn || !mayPay) return false
    void navigate(`${to(paths.createPaymentDetails, { supplierId })}?act=${actId}`)
    return true
  }
}
