import { useChosenCompany } from '#web/features/company/company-choice.ts'
import { CompanyPicker } from '#web/features/company/company-picker.tsx'
import { FileList } from '#web/features/file/file-list.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { DocumentTabs } from './document-tabs.tsx'

/** Files of one company for a super administrator, who opens what his rights allow. */
export function CompanyFiles() {
  const { companies, chosen } = useChosenCompany()
  if (!chosen)
    return (
      <Page title="Документы">
        <Waiting />
      </Page>
    )
  return (
    <FileList
      key={chosen.id}
      companyId={chosen.id}
      above={<DocumentTabs shown="files" />}
      actions={<CompanyPicker companies={companies} chosen={chosen} stays={{ view: 'files' }} />}
    />
  )
}
