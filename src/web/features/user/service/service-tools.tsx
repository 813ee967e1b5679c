import { Button } from '@mantine/core'
import type { Company } from '#contract/company/company-entities.ts'
import { CompanyPicker } from '#web/features/company/company-picker.tsx'

interface ServiceToolsProps {
  companies: readonly Company[]
  chosen: Company | undefined
}

/** Beside the people of a company: which company, and the programs that work for it. */
export function ServiceTools({ companies, chosen }: ServiceToolsProps) {
  return (
    <>
      <CompanyPicker companies={companies} chosen={chosen} />
      <Button
        variant="default"
        disabled={!chosen}
        onClick={() => chosen && void openServiceAccounts(chosen)}
      >
        Программы
      </Button>
    </>
  )
}

/** The window with the programs of a company, loaded when it is first opened. */
async function openServiceAccounts(company: Company): Promise<void> {
  const { showServiceAccounts } = await import('./service-accounts.tsx')
  await showServiceAccounts(company)
}
