import { Button } from '@mantine/core'
import { useNavigate } from '#web/router/hooks.ts'
import { normalizePlate } from '#contract/requisites/plate/plate.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths } from '#contract/screen-paths.ts'
import styles from '../visit.module.css'

/** A plate mistyped by one character is offered from those on site, never taken automatically. */
export function SimilarPlates({ words }: { words: string }) {
  const navigate = useNavigate()
  const { plate: carnumber, countries } = normalizePlate(words)
  const whole = countries.length > 0
  const { data } = useCall(
    visitCalls.findInByCarnumber,
    { query: { carnumber } },
    { when: whole, quiet: true, keepPrevious: true },
  )
  if (!whole || !data || data.transaction || data.similar.length === 0) return null
  return (
    <p className={styles['similar']}>
      Похожие номера на территории:{' '}
      {data.similar.map(({ id, carnumber: near }) => (
        <Button
          key={id}
          variant="subtle"
          onClick={() => navigate(`${paths.transactions}?q=${near}&peek=${id}`)}
        >
          {near}
        </Button>
      ))}
    </p>
  )
}
