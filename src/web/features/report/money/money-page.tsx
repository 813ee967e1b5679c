import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { moneyFlow, moneyGroups, paymentsBehind } from '#contract/payment/money-flow.ts'
import { paths } from '#contract/screen-paths.ts'
import { useCall } from '#web/api/use-call.ts'
import { MINUTE_MS, MoneyScreen, useMoneyChoice } from './money-screen.tsx'
import { paymentsAddress } from './payments-address.ts'

/** The money of one's own company; each sum leads to its payments. */
export function Component() {
  const { choice, change } = useMoneyChoice(moneyGroups)
  const by = moneyGroups.find((group) => group === choice.by) ?? 'day'
  const flow = useCall(
    moneyFlow.getMoneyFlow,
    { query: { filter: { by, date_from: choice.from, date_to: choice.until } } },
    { every: MINUTE_MS, keep: true },
  )
  return (
    <MoneyScreen
      title="Деньги"
      groups={moneyGroups}
      flow={flow}
      choice={choice}
      change={change}
      sumAt={(place) => paymentsAddress(paymentsBehind(place))}
      actions={
        <Button component={Link} to={`${paths.createPayment}?day`} variant="default">
          Оплатить день
        </Button>
      }
    />
  )
}
