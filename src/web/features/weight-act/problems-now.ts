import type { ReactNode } from 'react'
import type { CallError } from '#web/state/call-error.ts'
import type { DryRun } from '#web/api/use-dry-run.ts'

/** Problems shown at the fields: the server's answer to what is typed now, preceded by the reasons of the refused sending. */
export function problemsNow(
  { problem, stale }: Pick<DryRun<unknown>, 'problem' | 'stale'>,
  errors: Record<string, ReactNode>,
): Record<string, string | undefined> {
  const sent = Object.entries(errors).filter(([, text]) => typeof text === 'string')
  return { ...(!stale && problem?.fields), ...(Object.fromEntries(sent) as Record<string, string>) }
}

/** What is wrong in words: those of the fields, where a general sentence would only send the reader looking. */
export function problemWords({ fields, message }: CallError): string {
  return [...new Set(Object.values(fields))].join('. ') || message
}
