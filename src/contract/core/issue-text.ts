import type * as z from 'zod/mini'
import { ofSigns } from '../words/plural.ts'

/** A schema's complaint as a Russian sentence for the field: forms and refusals say the same words. */
export function issueText(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'Заполните поле'
        : 'Неверный вид значения'
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'unrecognized_keys':
      return `Неизвестное поле: ${issue.keys.slice(0, 5).map(shortKey).join(', ')}`
    case 'invalid_value':
      return 'Такого значения нет в списке'
    case 'invalid_union':
      return 'Неверный вид значения'
    default:
      return issue.message && /[а-яё]/i.test(issue.message) ? issue.message : 'Неверное значение'
  }
}

// An unknown key comes from outside: cut, it cannot grow the answer, and it brings no control characters.
function shortKey(key: string): string {
  return key.replaceAll(/[^\p{L}\p{N} _.-]/gu, '?').slice(0, 40)
}

function tooSmall(issue: z.core.$ZodIssueTooSmall): string {
  if (issue.origin === 'string')
    return Number(issue.minimum) <= 1 ? 'Заполните поле' : `Не короче ${ofSigns(issue.minimum)}`
  if (issue.origin === 'array') return `Нужно не меньше ${issue.minimum}`
  return `Не меньше ${issue.minimum}`
}

function tooBig(issue: z.core.$ZodIssueTooBig): string {
  if (issue.origin === 'string') return `Не длиннее ${ofSigns(issue.maximum)}`
  if (issue.origin === 'array') return `Не больше ${issue.maximum} за один раз`
  return `Не больше ${issue.maximum}`
}
