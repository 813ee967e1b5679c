import { useChosenCompany } from '#web/features/company/company-choice.ts'
import { FileList } from '#web/features/file/file-list.tsx'
import { DocumentTabs } from './document-tabs.tsx'

/** Files of all companies for a super administrator, who opens what his rights allow. */
export function CompanyFiles() {
  const { companies } = useChosenCompany()
  return <FileList companies={companies} above={<DocumentTabs shown="files" />} />
}
