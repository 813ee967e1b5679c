import { Button } from '@mantine/core'
import { Link } from '#web/router/link.tsx'
import { useMay } from '#web/api/use-may.ts'
import { paths } from '#contract/screen-paths.ts'
import { isSuper, useStore } from '#web/state/store.ts'

interface HistoryLinkProps {
  /** Of the record whose events are shown. */
  id: string
  /** For a super administrator: whose journal it is; absent for records of the platform. */
  companyId?: string | null
}

/** Leads from a card to the events of its record; absent for those who may not read the journal. */
export function HistoryLink({ id, companyId }: HistoryLinkProps) {
  const asSuper = useStore(isSuper)
  const may = useMay('audit.read')
  if (!asSuper && !may) return null
  const address = asSuper
    ? `${paths.superAudit}?company=${companyId ?? 'platform'}&q=${id}&kind=all`
    : `${paths.audit}?q=${id}&kind=all`
  return (
    <Button component={Link} to={address} variant="default">
      История
    </Button>
  )
}
