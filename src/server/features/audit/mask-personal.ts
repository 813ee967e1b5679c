/** `+7926***4567` of a phone, `Ку***` of a name: enough to recognise, too little to learn (security.md 7.1). */
export function maskPersonal(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const phone = /^(\+7\d{3})\d{3}(\d{4})$/.exec(value)
  if (phone) return `${phone[1]}***${phone[2]}`
  return value.length > 8 && /^\d+$/.test(value)
    ? `${value.slice(0, 4)}***${value.slice(-3)}`
    : `${value.slice(0, 2)}***`
}
