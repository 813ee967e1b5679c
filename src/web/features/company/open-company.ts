/** Opens the form of a new company; `created` gets its id. */
export async function createCompany(created: (id: string) => void): Promise<void> {
  const { openNewCompany } = await import('./new-company.tsx')
  await openNewCompany(created)
}

/** Opens the requisites of a saved company over any screen; the form is loaded at the first opening. */
export async function openCompany(id: string): Promise<void> {
  const { showCompany } = await import('./company-form.tsx')
  await showCompany(id)
}
