import { Link } from '#web/router/link.tsx'
import type { AuditEvent } from '#contract/audit/audit.ts'

/** What happened, with the numbers of records as links to them. */
export function EventSentence({ parts }: { parts: AuditEvent['sentence'] }) {
  return parts.map(({ text, href }, place) =>
    href === null ? (
      <span key={place}>{text}</span>
    ) : (
      <Link key={place} to={href}>
        {text}
      </Link>
    ),
  )
}
