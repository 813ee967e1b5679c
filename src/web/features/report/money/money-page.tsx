import { Button } from '@mantine/core'
import { Link } from '#web/router/link.tsx'
import { moneyFlow, moneyGroups, paymentsBehind } from '#contract/payment/money-flow.ts'
import { payment } from '#contract/payment/payment.ts'
import { paths } from '#contract/screen-paths.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { MINUTE_MS, MoneyScreen, useMoneyChoice } from './money-screen.tsx'

/** The money of one's own company; each sum leads to its payments. */
export function Component() {
  const { choice, change } = useMoneyChoice(moneyGroups)
  const pays = useMaySend(payment.save)
  const by = moneyGroups.find((group) => group === choice.by) ?? 'day'
  const flow = useCall(
    moneyFlow.getMoneyFlow,
    { query: { filter: { by, date_from: choice.from, date_to: choice.until } } },
    { every: MINUTE_MS, keepPrevious: true },
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
        pays && (
          <Button component={Link} to={`${paths.createPayment}?day`} variant="default">
            Оплатить день
          </Button>
        )
      }
    />
  )
}

/** The list of payments under a filter, by the parameters of its screen. */
function paymentsAddress(filter: ReturnType<typeof paymentsBehind>): string {
  const params = new URLSearchParams(filter.status.map((status) => ['status', status]))
  const put = (key: string, value: string | undefined) => value && params.set(key, value)
  put('from', filter.date_from)
  put('to', filter.date_to)
  if (filter.day_of !== 'saved') put('day_of', filter.day_of)
  put('bank', filter.bank_config_id?.[0])
  put('kind', filter.kind?.[0])
  if (filter.waits_for_file !== undefined) put('file', filter.waits_for_file ? 'yes' : 'no')
  put('test', 'no')
  return `${paths.payments}?${params}`
}
