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

/** Opens modules, rules and routes of a company; the forms are loaded at the first opening. */
export async function openSettings(id: string): Promise<void> {
  const { showSettings } = await import('./settings/settings-window.tsx')
  await showSettings(id)
}

/** Opens what the manager's own company keeps to. */
export async function openOwnSettings(): Promise<void> {
  const { showOwnSettings } = await import('./settings/own-settings.tsx')
  await showOwnSettings()
}
