import type { ReactNode } from 'react'
import type { CallError } from '../api/call-error.ts'
import styles from './form.module.css'

interface FormProblemsProps {
  problems: Record<string, ReactNode>
  refusal: CallError | undefined
  show: (path: string) => void
}

/** What keeps the form from being saved, each with the way to its field. */
export function FormProblems({ problems, refusal, show }: FormProblemsProps) {
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
                {problem}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
