const HERS = /(?:вна|чна|нична|кызы|гызы)$/i
const HIS = /(?:вич|ич|оглы|углы)$/i
const SURNAME_OF_HERS = /(?:ова|ева|ёва|ина|ына|ская|цкая|ая)$/i

/** By the patronymic, else by the surname; a name that tells neither takes the masculine form, which Russian uses of anyone. */
export function isFemale(fullName: string): boolean {
  const [surname = '', , ...patronymic] = fullName.trim().split(/\s+/)
  const father = patronymic.join(' ')
  if (HERS.test(father)) return true
  if (HIS.test(father)) return false
  return SURNAME_OF_HERS.test(surname)
}
