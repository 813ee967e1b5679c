/** Opens the requisites of a saved company over any screen; the form is loaded at the first opening. */
export async function openCompany(id: string): Promise<void> {
  const { showCompany } = await import('./company-form.tsx')
  await showCompany(id)
}
