import type { SupplierType } from '#contract/supplier/supplier-kinds.ts'
import { quote } from '#contract/words/quote.ts'
import { ofSigns } from '#contract/words/plural.ts'
import { shorten } from '../../../text/shorten.ts'
import type { OldRow } from './old-row.ts'

export interface OldNames {
  readonly last_name: string | null
  readonly first_name: string | null
  readonly middle_name: string | null
  readonly org_name: string | null
}

// Latin letters that a keyboard left in Russian names, by their shape.
const LATIN = 'AaBCcEeHKMOoPpTXxyu'
const CYRILLIC = 'АаВСсЕеНКМОоРрТХхуи'
const FOREIGN = /[^\P{L}\p{Script=Cyrillic}\p{Script=Latin}]/u
const MAX_PART = 100
const MAX_ORGANISATION = 255

/**
 * The names of a row; `full_name` is split only when it has three words (domain.md 10). A name that is too long for its field
 * is reported and left out, not cut: half a name is another name.
 */
export function oldNames(
  row: OldRow,
  type: SupplierType,
  report: (text: string) => void,
): OldNames {
  const organisation = (text: string) =>
    within(text, MAX_ORGANISATION, 'Название организации', report)
  if (type === 'company') {
    const given = row.org_name || row.full_name || row.last_name
    const name = organisation(given)
    if (given === '') report('Нет названия организации: перенести запись нельзя')
    else if (name === '') report(IN_ANOTHER_WAY)
    return { last_name: null, first_name: null, middle_name: null, org_name: name || null }
  }
  const [last = '', first = '', middle = ''] = partsOf(row, report).map((part) =>
    mendPart(part, report),
  )
  const last_name = within(last, MAX_PART, 'Фамилия', report) || null
  const first_name = within(first, MAX_PART, 'Имя', report) || null
  const middle_name = within(middle, MAX_PART, 'Отчество', report) || null
  if (last_name === null)
    report(last === '' ? 'Нет фамилии: перенести запись нельзя' : IN_ANOTHER_WAY)
  const org_name = (type === 'ip' && organisation(row.org_name)) || null
  return { last_name, first_name, middle_name, org_name }
}

const IN_ANOTHER_WAY =
  'Перенести запись нельзя: создайте поставщика вручную или сократите имя в старой базе'

/** Empty when it is too long for its field. */
export function within(
  text: string,
  max: number,
  title: string,
  report: (text: string) => void,
): string {
  if (text.length <= max) return text
  report(`${title} длиннее ${ofSigns(max)}, не переносится: ${quote(shorten(text, 60))}`)
  return ''
}

function partsOf(row: OldRow, report: (text: string) => void): string[] {
  const { last_name, first_name, middle_name, full_name } = row
  const parts =
    last_name !== '' || first_name !== ''
      ? [last_name, first_name, middle_name]
      : full_name.split(' ')
  if (last_name === '' && first_name === '' && full_name !== '' && parts.length !== 3) {
    report('Имя не разобрано на фамилию, имя и отчество: целиком записано в фамилию')
    return [full_name, '', '']
  }
  if (last_name !== '' && first_name === '') report('Нет имени: укажите его в карточке')
  return parts
}

/** A word of both alphabets is Russian with stray Latin letters; a word that is all Latin is a foreign name. */
function mendPart(part: string, report: (text: string) => void): string {
  const isMixed = /[а-яё]/i.test(part) && /[a-z]/i.test(part)
  // A spoilt byte of UTF-8 may leave a letter: «Юπий».
  if (/[а-яё]/i.test(part) && FOREIGN.test(part))
    report(`В имени ${quote(shorten(part, 60))} буквы разных письменностей: проверьте его`)
  const isLookalikesOnly =
    part.length > 1 && [...part].every((letter) => 'ABCEHKMOPTX'.includes(letter))
  if (!isMixed && !isLookalikesOnly) return part
  const russian = part.replaceAll(/[a-z]/gi, (letter) => {
    const place = LATIN.indexOf(letter)
    return place < 0 ? letter : CYRILLIC[place]!
  })
  report(
    /[a-z]/i.test(russian)
      ? `В имени ${quote(shorten(part, 60))} смешаны русские и латинские буквы: проверьте его`
      : `В имени ${quote(shorten(russian, 60))} были латинские буквы: заменены русскими`,
  )
  return russian
}
