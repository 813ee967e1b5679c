import type { AccessRow } from '#contract/user/user-access.ts'
import type { RightHolder } from '#contract/user/user-rights.ts'
import { quote } from '#contract/words/quote.ts'
import { money } from '#web/ui/format.ts'
import { roleTitle } from '#web/ui/layout/people.ts'

type Confirm = AccessRow['confirm']

export const CONFIRM_LABELS: Record<Confirm, string> = {
  none: 'Без пин-кода',
  self: 'Свой пин-код',
  other: 'Пин-код второго лица',
}

/** The same in a cell of the matrix, where it takes one line. */
const SHORT_LABELS: Record<Confirm, string> = { none: 'Да', self: 'Свой пин', other: 'Второе лицо' }

/** A cell of the matrix of rights: what a row says, in a word or two. */
export function accessText(row: AccessRow | undefined): string {
  if (!row) return ''
  if (!row.allow) return 'Запрещено'
  const word = SHORT_LABELS[row.confirm]
  const max = row.limit?.max_kop
  return max === undefined ? word : `${word}, до ${money(max)}`
}

/** Why a person holds a right or not, in a sentence. */
export function reasonText(holder: RightHolder): string {
  if (holder.user.status !== 'active') return 'Учётная запись не действует'
  if (holder.scope === 'none') return 'Право никому не дано'
  const whose = holder.scope === 'company' ? 'правила компании' : 'общие правила'
  const [row] = holder.rows
  if (!row) return `Ни роли, ни имени в списке нет (${whose})`
  const subject =
    row.subject === 'user'
      ? 'Человеку лично'
      : `Роли ${holder.rows.map((each) => quote(roleTitle(each.subject_code))).join(', ')}`
  const said = `${subject} ${row.allow ? 'разрешено' : 'запрещено'}`
  return holder.by_manager ? `${said} управляющим` : `${said} (${whose})`
}

/** The answer for one person in a line of the matrix; the whole reason stands in `reasonText`. */
export function answerText(holder: RightHolder): string {
  const word = holder.allowed ? SHORT_LABELS[holder.confirm] : 'Нет'
  const [row] = holder.rows
  if (!row) return word
  const who =
    row.subject === 'user'
      ? 'лично'
      : holder.rows.map((each) => roleTitle(each.subject_code)).join(', ')
  return `${word}: ${who}`
}
