import { Checkbox } from '@mantine/core'
import { day, kg, money } from '#web/ui/format.ts'
import { MoneyInput } from '#web/ui/inputs/amount-input.tsx'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { rowProblem, type PayPlan, type PayRow } from './pay-plan.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import wide from '#web/ui/layout/wide-table.module.css'
import tables from '../payment-table.module.css'

/** The supplier's acts with a rest: which are paid, and how much for each. */
export function PayActs({ plan, tried }: { plan: PayPlan; tried: boolean }) {
  const all = plan.chosen.length === plan.rows.length
  return (
    <table className={`${wide['frame']} ${tables['table']} ${stacked['stacked']}`} data-ticked>
      <thead>
        <tr>
          <th scope="col" data-all="Все акты">
            <Checkbox
              aria-label="Все акты"
              checked={all}
              indeterminate={!all && plan.chosen.length > 0}
              onChange={() => plan.tickAll(!all)}
            />
          </th>
          <th scope="col">Акт</th>
          <th scope="col">Дата</th>
          <th scope="col" data-end>
            Нетто
          </th>
          <th scope="col" data-end>
            Осталось
          </th>
          <th scope="col">К выплате</th>
        </tr>
      </thead>
      <tbody>
        {plan.rows.map((row) => (
          <ActRow key={row.act.id} row={row} plan={plan} tried={tried} />
        ))}
      </tbody>
    </table>
  )
}

function ActRow({ row, plan, tried }: { row: PayRow; plan: PayPlan; tried: boolean }) {
  const { act, chosen, amount_kop } = row
  const problem = rowProblem(row)
  const name = `акт ${act.number ?? ''}`
  return (
    <tr>
      <td>
        <Checkbox
          aria-label={`Платить за ${name}`}
          checked={chosen}
          onChange={() => plan.change(act.id, { chosen: !chosen })}
        />
      </td>
      <td data-wide title={act.products}>
        {act.number}
        {plan.isNew(act.id) && <Badge tone="blue" label="Новый" icon="clock" />}
        <small>{act.products}</small>
      </td>
      <td>{day(act.date)}</td>
      <td data-end data-label="Нетто">
        {kg(act.net_g)}
      </td>
      <td data-end data-label="Осталось">
        {money(act.payable_kop)}
      </td>
      <td data-input data-whole>
        <MoneyInput
          aria-label={`К выплате за ${name}`}
          className={tables['amount'] ?? ''}
          disabled={!chosen}
          value={amount_kop}
          error={tried || (amount_kop ?? 0) > act.payable_kop ? problem : undefined}
          onChange={(next) => plan.change(act.id, { amount_kop: next })}
        />
      </td>
    </tr>
  )
}
