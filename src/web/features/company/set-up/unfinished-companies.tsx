import { Button } from '@mantine/core'
import { Link } from '#web/router/link.tsx'
import { companySetUp } from '#contract/company/set-up.ts'
import { paths } from '#contract/screen-paths.ts'
import { useCall } from '#web/api/use-call.ts'
import { count } from '#web/ui/format.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import { openSetUp } from './open-set-up.ts'
import styles from './set-up.module.css'
import { STEP_TITLES } from './step-titles.ts'

/** Companies whose set-up is not at its end, with what each lacks; nothing where there is none. */
export function UnfinishedCompanies() {
  const { data } = useCall(companySetUp.getUnfinished, {}, { quiet: true })
  if (!data || data.total === 0) return null
  const more = data.total - data.items.length
  return (
    <Panel title="Подготовка компаний">
      <ul className={styles['companies']}>
        {data.items.map(({ company_id: id, company_name, company_status, steps }) => (
          <li key={id}>
            <span>
              <Link to={`${paths.superCompanies}?id=${id}`}>{company_name}</Link>{' '}
              {company_status === 'new' && (
                <Badge tone="blue" label="Ещё не работает" icon="circle" />
              )}
              <small>
                Не хватает: {steps.map(({ code }) => STEP_TITLES[code].toLowerCase()).join(', ')}
              </small>
            </span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Продолжить подготовку: ${company_name}`}
              onClick={() => void openSetUp(id)}
            >
              Продолжить
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 && <p>И ещё компаний: {count(more)}</p>}
    </Panel>
  )
}
