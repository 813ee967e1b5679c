// RFC 5321: a mailbox with its angle brackets fits into 256 octets.
const LONGEST = 254

/** What is wrong with an e-mail address (domain.md 8): one @, a dot in the host, no spaces. */
export function emailProblem(value: string): string | undefined {
  const email = value.trim()
  if (email === '') return 'Укажите электронную почту'
  if (email.length > LONGEST) return `Адрес почты — не длиннее ${LONGEST} знаков`
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u.test(email)
    ? undefined
    : 'Адрес почты пишется так: имя@домен.ru, без пробелов'
}
