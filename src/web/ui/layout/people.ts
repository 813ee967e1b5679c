export { roleTitle, roleTitles, shortName } from '#contract/user/people-labels.ts'

/** Two letters for the mark beside the name. */
export function initials(fullName: string): string {
  const [last = '', first = ''] = fullName.trim().split(/\s+/)
  return `${last[0] ?? ''}${first[0] ?? ''}`.toLocaleUpperCase('ru')
}
