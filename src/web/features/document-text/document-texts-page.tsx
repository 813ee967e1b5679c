import { useSearchParams } from 'react-router'
import { textKinds } from '#contract/document/document-texts.ts'
import { useChosenCompany } from '#web/features/company/company-choice.ts'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { DocumentCard } from './document-card.tsx'
import { DocumentList } from './document-list.tsx'
import { DocumentTabs } from './document-tabs.tsx'

const ALL = 'all'

// The list of files weighs more than the texts and is opened rarely.
const CompanyFiles = lazyPart(async () => (await import('./company-files.tsx')).CompanyFiles)

/** Texts of documents, and the files of companies. */
export function Component() {
  const [params] = useSearchParams()
  return params.get('view') === 'files' ? <CompanyFiles /> : <DocumentTexts />
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
