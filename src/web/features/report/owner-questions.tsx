import { Link } from 'react-router'
import { answerAddress, ownerQuestions } from '#contract/report/owner-questions.ts'
import { report } from '#contract/report/report.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { useMay } from '#web/api/use-may.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import styles from './dashboard.module.css'

/** Ready answers for the month so far; absent for a person who may have none. Its height is there before the answer. */
export function OwnerQuestions() {
  const { data } = useCall(report.getTypes, { query: {} }, { fresh: REFERENCE_MS, quiet: true })
  const types = data && new Set(data.map(({ type }) => type))
  const own = ownerQuestions.filter(({ type }) => types?.has(type) ?? true)
  const may = useMay('report.create')
  if (!may || own.length === 0) return null
  return (
    <Panel title="Вопросы владельца">
      <ul className={styles['questions']} data-waits={types ? undefined : ''}>
        {own.map((question) => (
          <li key={question.title}>
            <Link to={answerAddress(question)}>{question.title}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
