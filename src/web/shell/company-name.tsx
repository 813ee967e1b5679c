import { useEffect } from 'react'
import { ownCompany } from '#contract/company/own-company.ts'
import { REFERENCE_MS, useCall } from '../api/use-call.ts'
import { companyId, useStore } from '../state/store.ts'
import { setZone } from '../ui/format.ts'
import { StatusBadge } from '../ui/feedback/status-badge.tsx'
import styles from './header.module.css'

/** The company whose data are on the screen; the company's zone is the zone of every shown time. */
export function CompanyName() {
  const signedIn = useStore((state) => state.account !== null)
  const own = useStore(companyId) !== '0'
  const { data } = useCall(ownCompany.getOwn, {}, { when: own, fresh: REFERENCE_MS, quiet: true })
  useEffect(() => {
    if (data) setZone(data.timezone)
  }, [data])
  if (!signedIn) return null
  if (!own) return <span className={styles['company']}>Платформа</span>
  if (!data) return null
  return (
    <span className={styles['company']} title={data.name}>
      <span>{data.short_name ?? data.name}</span>
      {data.status !== 'active' && <StatusBadge kind="company" status={data.status} />}
    </span>
  )
}
