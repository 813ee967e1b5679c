import type { BankStatement } from '#contract/payment/statement.ts'
import { dateTime, day, money } from '#web/ui/format.ts'

/** A name of each, told apart from all others: by its file, by the minute of loading, at last by its place. */
export function nameStatements(items: readonly BankStatement[]): ReadonlyMap<string, string> {
  const parts: ((one: BankStatement) => string)[] = [
    (one) => one.file_name,
    (one) => `загружена ${dateTime(one.created_at)}`,
    (one) => `№ ${items.length - items.indexOf(one)}`,
  ]
  const names = new Map(items.map((one) => [one.id, labelOf(one)]))
  for (const part of parts)
    for (const alike of Map.groupBy(items, ({ id }) => names.get(id)).values())
      // What all of them share tells none of them apart.
      if (new Set(alike.map(part)).size > 1)
        for (const one of alike) names.set(one.id, `${names.get(one.id)} · ${part(one)}`)
  return names
}

const labelOf = (one: BankStatement) =>
  `${periodOf(one)} · ${one.bank_config_title} · …${one.account.slice(-4)}`

type Period = Pick<BankStatement, 'date_from' | 'date_to'>

export function periodOf({ date_from: from, date_to: to }: Period): string {
  return from === to ? day(from) : `${day(from)} – ${day(to)}`
}

/** What does not follow of the statement before it, in a few words for a list. */
export function shortBreak({ before }: BankStatement): string | undefined {
  if (!before) return undefined
  return before.difference_kop === 0 ? 'пропущены дни' : 'остаток не сходится'
}

/** How much of it waits for a person, in a few words for a list. */
export function unsettledWords({ unsettled_count: count }: BankStatement): string | undefined {
  return count > 0 ? `не разобрано:\u00a0${count}` : undefined
}

/** What does not follow, as a sentence that says with what it was compared and what to do. */
export function breakWords({ before, opening_kop: opening }: BankStatement): string | undefined {
  if (!before) return undefined
  const compared = `выписки за ${periodOf(before)} (${before.file_name})`
  const missing = before.gap && `Нет выписки за ${periodOf(before.gap)}`
  if (missing && before.difference_kop === 0)
    return `${missing}. Остатки сходятся: входящий равен исходящему ${compared}.`
  const differs = `Входящий остаток ${money(opening)} не равен исходящему ${compared}: ${money(before.closing_kop)}, разница ${money(before.difference_kop)}`
  return missing
    ? `${missing}: загрузите её. ${differs}.`
    : `${differs}. Какой-то строки не хватает: запросите у банка выписку за эти дни ещё раз.`
}
