import type { SupplierType } from '#contract/supplier-entities.ts'
import type { OldRow } from './old-row.ts'

export interface OldNames {
  readonly last_name: string | null
  readonly first_name: string | null
  readonly middle_name: string | null
  readonly org_name: string | null
}

// Latin letters that a keyboard left in Russian names, by their looks.
const LATIN = 'AaBCcEeHKMOoPpTXxyu'
const CYRILLIC = 'АаВСсЕеНКМОоРрТХхуи'
const MAX_PART = 100
const MAX_ORGANISATION = 255

/** The names of a row; `full_name` is taken apart only when it has three words (domain.md 10). */
export function oldNames(row: OldRow, type: SupplierType, told: (text: string) => void): OldNames {
  const org_name = row.org_name.slice(0, MAX_ORGANISATION) || null
  if (type === 'company') {
    const name = org_name ?? (row.full_name || row.last_name).slice(0, MAX_ORGANISATION)
    if (name === '') told('Нет названия организации: перенести запись нельзя')
    return { last_name: null, first_name: null, middle_name: null, org_name: name || null }
  }
  const parts = partsOf(row, told).map((part) => mended(part, told))
  const [last_name = null, first_name = null, middle_name = null] = parts.map(
    (part) => part || null,
  )
  if (last_name === null) told('Нет фамилии: перенести запись нельзя')
  return { last_name, first_name, middle_name, org_name: type === 'ip' ? org_name : null }
}

function partsOf(row: OldRow, told: (text: string) => void): string[] {
  const { last_name, first_name, middle_name, full_name } = row
  const parts =
    last_name !== '' || first_name !== ''
      ? [last_name, first_name, middle_name]
      : full_name.split(' ')
  if (last_name === '' && first_name === '' && full_name !== '' && parts.length !== 3) {
    told('Имя не разобрано на фамилию, имя и отчество: целиком записано в фамилию')
    return [full_name.slice(0, MAX_PART), '', '']
  }
  if (last_name !== '' && first_name === '') told('Нет имени: укажите его в карточке')
  return parts.map((part) => part.slice(0, MAX_PART))
}

/** A word of both alphabets is Russian with stray Latin letters; a word that is all Latin is a foreign name. */
function mended(part: string, told: (text: string) => void): string {
  const isMixed = /[а-яё]/i.test(part) && /[a-z]/i.test(part)
  const isTwinsOnly = part.length > 1 && [...part].every((letter) => 'ABCEHKMOPTX'.includes(letter))
  if (!isMixed && !isTwinsOnly) return part
  const russian = part.replaceAll(/[a-z]/gi, (letter) => {
    const place = LATIN.indexOf(letter)
    return place < 0 ? letter : CYRILLIC[place]!
  })
  told(
    /[a-z]/i.test(russian)
      ? `В имени «${part}» смешаны русские и латинские буквы: проверьте его`
      : `В имени «${russian}» были латинские буквы: заменены русскими`,
  )
  return russian
}
