const PCODE_LENGTH = 6

/** What is wrong with a login (domain.md 8): 3–64 small Latin letters, digits and `._@-`, not a sign first. */
export function loginProblem(value: string): string | undefined {
  const login = value.trim()
  if (login === '') return 'Укажите логин'
  return /^[a-z0-9][a-z0-9._@-]{2,63}$/.test(login)
    ? undefined
    : 'Логин: от 3 до 64 знаков, строчные латинские буквы, цифры и знаки . _ @ -, первым — буква или цифра'
}

/** What is wrong with a new PIN (domain.md 8): six digits, not one repeated, not a run up or down. */
export function pcodeProblem(pcode: string): string | undefined {
  if (!/^\d{6}$/.test(pcode)) return `Пин-код — ${PCODE_LENGTH} цифр`
  const steps = new Set<number>()
  for (let i = 1; i < pcode.length; i++) steps.add(pcode.charCodeAt(i) - pcode.charCodeAt(i - 1))
  const [step] = steps
  return steps.size === 1 && Math.abs(step!) <= 1
    ? 'Такой пин-код легко угадать: не повторяйте одну цифру и не ставьте цифры подряд'
    : undefined
}
