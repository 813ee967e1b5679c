/**
 * What is wrong with a new PIN (domain.md 8): six digits, not one repeated, not a run up or
 * down.
 */
export function pcodeProblem(pcode: string): string | undefined {
  if (!/^\d{6}$/.test(pcode)) return 'Пин-код — шесть цифр'
  const steps = new Set<number>()
  for (let i = 1; i < pcode.length; i++) steps.add(pcode.charCodeAt(i) - pcode.charCodeAt(i - 1))
  const [step] = steps
  return steps.size === 1 && Math.abs(step!) <= 1
    ? 'Такой пин-код легко угадать: не повторяйте одну цифру и не ставьте цифры подряд'
    : undefined
}
