import type { Company } from '#contract/company/company-entities.ts'

/** The window with the addresses that hear of events of a company, loaded when it is first opened. */
export async function openWebhooks(company: Company): Promise<void> {
  const { showWebhooks } = await import('./webhooks.tsx')
  await showWebhooks(company)
}
