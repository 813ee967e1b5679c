import { Link, useSearchParams } from 'react-router'
import type { Company } from '#contract/company/company-entities.ts'
import { documentTexts, type TextKind } from '#contract/document/document-texts.ts'
import { useCall } from '#web/api/use-call.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import type { TextScope } from './text-scope.ts'
import { TextsForm } from './texts-form.tsx'
import { TextsHistory } from './texts-history.tsx'
import { versionWords } from './version-words.ts'
import styles from './document-text.module.css'

interface DocumentCardProps {
  kind: TextKind
  companyId: string | undefined
  companies: readonly Company[]
  /** The company whose documents a preview shows first. */
  usual: string | undefined
}

/** The texts of one document: the form of the next version, the preview beside what is in force, and the versions so far. */
export function DocumentCard({ kind, companyId, companies, usual }: DocumentCardProps) {
  const [params] = useSearchParams()
  const scope: TextScope = { kind, companyId }
  const one = useCall(documentTexts.getTexts, { query: scope })
  if (one.error) throw one.error
  const back = new URLSearchParams(params)
  back.delete('kind')
  const card = one.data
  if (!card) return <Waiting />
  const inForce = card.history.find(({ state }) => state === 'in_force')
  // A published or deleted draft ends the form: the next one begins from what is in force.
  const key = [kind, companyId, card.history.length, card.draft === null].join()
  return (
    <div className={styles['stack']}>
      <header className={styles['head']}>
        <Link to={`?${back}`}>Все документы</Link>
        <h2>{card.title}</h2>
        <span>{inForce ? versionWords(inForce) : 'Тексты для всех компаний'}</span>
      </header>
      <TextsForm key={key} card={card} scope={scope} companies={companies} usual={usual} />
      <TextsHistory card={card} scope={scope} />
    </div>
  )
}
