import { Button } from '@mantine/core'
import { useSearchParams } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { moneyFlow, moneyGroups, platformMoneyGroups } from '#contract/payment/money-flow.ts'
import { paths } from '#contract/screen-paths.ts'
import { useCall } from '#web/api/use-call.ts'
import { MINUTE_MS, MoneyScreen, useMoneyChoice } from './money-screen.tsx'

/** The money of all companies, or of one of them; super administrators have no list of payments to be led to. */
export function Component() {
  const [params] = useSearchParams()
  const company = params.get('company') ?? undefined
  const groups = company ? moneyGroups : platformMoneyGroups
  const { choice, change } = useMoneyChoice(groups)
  const { by, from, until } = choice
  const flow = useCall(
    moneyFlow.getPlatformMoney,
    {
      query: {
        filter: { by, date_from: from, date_to: until, ...(company && { company_id: company }) },
      },
    },
    { every: MINUTE_MS, keepPrevious: true },
  )
  const days = { from, to: until }
  const addressOf = (query: Record<string, string>) =>
    `${paths.superMoney}?${new URLSearchParams({ ...days, ...query })}`
  return (
    <MoneyScreen
      title={company && flow.data?.company ? `Деньги: ${flow.data.company.name}` : 'Деньги'}
      groups={groups}
      flow={flow}
      choice={choice}
      change={change}
      rowAt={by === 'company' ? (key) => addressOf({ company: key }) : undefined}
      actions={
        company && (
          <Button component={Link} to={addressOf({ by: 'company' })} variant="default">
            Все компании
          </Button>
        )
      }
    />
  )
}
