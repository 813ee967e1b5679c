import { digitAt, stripMask } from './digits.ts'

/** What is wrong with a firm's ОГРН (domain.md 8): 13 digits, first 1 or 5, key mod 11 mod 10. */
export function ogrnProblem(value: string): string | undefined {
  return registryProblem(value, { title: 'ОГРН', length: 13, first: ['1', '5'], modulus: 11n })
}

/** What is wrong with an ИП's ОГРНИП (domain.md 8): 15 digits, first 3, key mod 13 mod 10. */
export function ogrnipProblem(value: string): string | undefined {
  return registryProblem(value, { title: 'ОГРНИП', length: 15, first: ['3'], modulus: 13n })
}

/** The stored form of both numbers: digits without spaces and dashes. */
export function normalizeOgrn(value: string): string {
  return stripMask(value)
}

interface RegistryNumber {
  title: string
  length: number
  first: readonly string[]
  modulus: bigint
}

function registryProblem(value: string, kind: RegistryNumber): string | undefined {
  const number = normalizeOgrn(value)
  if (number === '') return `Укажите ${kind.title}`
  if (!/^\d+$/.test(number)) return `${kind.title} состоит только из цифр`
  if (number.length !== kind.length) return `В ${kind.title} должно быть ${kind.length} цифр`
  if (!kind.first.includes(number[0]!))
    return `${kind.title} начинается с ${kind.first.join(' или ')}`
  const control = Number((BigInt(number.slice(0, -1)) % kind.modulus) % 10n)
  return control === digitAt(number, kind.length - 1)
    ? undefined
    : `В ${kind.title} ошибка: не сходится контрольная цифра. Сверьте его с документом`
}
