import { useNavigate } from '#web/router/hooks.ts'
import type { Act } from '#contract/act/act-entities.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { useMay } from '#web/api/use-may.ts'
import { useModuleSettings } from '#web/state/module-settings.ts'
import { hasModule, useStore } from '#web/state/store.ts'

/** The payment of an act to its supplier, not saved yet. */
export const paymentAddress = ({ id, supplier_id: supplierId }: Pick<Act, 'id' | 'supplier_id'>) =>
  `${to(paths.createPaymentDetails, { supplierId })}?act=${id}`

/** Where the company pays at once (`act.auto_open_payment`), the payment of an issued act opens; gives whether it does. */
export function useOpenPayment(supplierId: string): (actId: string | undefined) => boolean {
  const navigate = useNavigate()
  const isWanted = useModuleSettings('act')?.auto_open_payment ?? false
  const isOn = useStore(hasModule('payment'))
  const mayPay = useMay('payment.save')
  return (actId) => {
    if (!actId || !isWanted || !isOn || !mayPay) return false
    navigate(paymentAddress({ id: actId, supplier_id: supplierId }))
    return true
  }
}
