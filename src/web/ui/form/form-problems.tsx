import type { ReactNode } from 'react'
import type { CallError } from '../../state/call-error.ts'
import styles from './form.module.css'

interface FormProblemsProps {
  problems: Record<string, ReactNode>
  refusal: CallError | undefined
  /** The labels of the fields, so that the summary and the fields use the same words. */
  labels: Record<string, string>
  show: (path: string) => void
}

/** What prevents the form from being saved, each with a link to its field. */
export function FormProblems({ problems, refusal, labels, show }: FormProblemsProps) {
  const entries = Object.entries(problems)
  if (entries.length === 0 && !refusal) return null
  return (
    <div className={styles['problems']} role="alert">
      {refusal?.message ?? 'Проверьте введённые данные:'}
      {entries.length > 0 && (
        <ul>
          {entries.map(([path, problem]) => (
            <li key={path}>
              <button type="button" onClick={() => show(path)}>
                {labels[path] ? `${labels[path]}: ` : ''}
                {problem}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
