import { SegmentedControl } from '@mantine/core'
import { useSearchParams } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { textKinds, documentTexts, type TextKind } from '#contract/document/document-texts.ts'
import { useChosenCompany } from '#web/features/company/company-choice.ts'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { DocumentList } from './document-list.tsx'
import type { Company } from '#contract/company/company-entities.ts'
import { useCall } from '#web/api/use-call.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import type { TextScope } from './text-scope.ts'
import { TextsForm } from './texts-form.tsx'
import { TextsHistory } from './texts-history.tsx'
import { versionWords } from './version-words.ts'
import styles from './document-text.module.css'

const ALL = 'all'

// The list of files weighs more than the texts and is opened rarely.
const FileList = lazyPart(async () => (await import('#web/features/file/file-list.tsx')).FileList)

/** Texts of documents, and the files of companies. */
export function Component() {
  const [params] = useSearchParams()
  return params.get('view') === 'files' ? <CompanyFiles /> : <DocumentTexts />
}

/** Files of all companies for a super administrator, who opens what his rights allow. */
function CompanyFiles() {
  const { companies } = useChosenCompany()
  return <FileList companies={companies} tabs={<DocumentTabs shown="files" />} />
}

type DocumentView = 'texts' | 'files'

const TABS = [
  { value: 'texts', label: 'Тексты' },
  { value: 'files', label: 'Файлы компаний' },
]

/** The chosen company stays when the tab changes; what narrows one list alone goes. */
function DocumentTabs({ shown }: { shown: DocumentView }) {
  const [params, setParams] = useSearchParams()
  const company = params.get('company')
  return (
    <SegmentedControl
      w="fit-content"
      aria-label="Что показать"
      data={TABS}
      value={shown}
      onChange={(view) =>
        setParams({ ...(view === 'files' && { view }), ...(company && { company }) })
      }
    />
  )
}

/** Documents with their texts: for all companies, or what one company words otherwise. */
function DocumentTexts() {
  const [params, setParams] = useSearchParams()
  const { companies, chosen } = useChosenCompany()
  const kind = textKinds.find((one) => one === params.get('kind'))
  const companyId = params.get('company') ?? undefined
  const choose = (company: string | null) => {
    const next = new URLSearchParams(params)
    if (company === null || company === ALL) next.delete('company')
    else next.set('company', company)
    setParams(next)
  }
  return (
    <Page
      title="Документы"
      actions={
        <SearchSelect
          aria-label="Чьи тексты"
          allowDeselect={false}
          nothingFoundMessage="Такой компании нет"
          w={280}
          data={[
            { value: ALL, label: 'Для всех компаний' },
            ...companies.map(({ id, short_name }) => ({ value: id, label: short_name })),
          ]}
          value={companyId ?? ALL}
          onChange={choose}
        />
      }
    >
      {!kind && <DocumentTabs shown="texts" />}
      {kind ? (
        <DocumentCard kind={kind} companyId={companyId} companies={companies} usual={chosen?.id} />
      ) : (
        <DocumentList companyId={companyId} />
      )}
    </Page>
  )
}

interface DocumentCardProps {
  kind: TextKind
  companyId: string | undefined
  companies: readonly Company[]
  /** The company whose documents a preview shows first. */
  usual: string | undefined
}

/** The texts of one document: the form of the next version, the preview beside what is in force, and the versions so far. */
function DocumentCard({ kind, companyId, companies, usual }: DocumentCardProps) {
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
